// @every: the built shop with neighbours that fail

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { bucketPlaceOf, openBackupBucket } from '../../app/server/backup/backup-bucket.ts'
import { usualKeepRule } from '../../app/server/backup/keep.rules.ts'
import { BackupRefused } from '../../app/server/backup/refusals.ts'
import { bringFromS3, copyToS3 } from '../../app/server/backup/s3-copy.ts'
import { type Fault, startFaultProxy } from '../support/fault-proxy.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { bucketForTests, s3KeyForTests, startS3 } from '../support/s3-server.ts'
import { note } from './holds-run.ts'

const archive = 'backup-20260401T030000000Z.tar.age'
const parts = {
  signal: new AbortController().signal,
  tell: () => {},
  now: Date.UTC(2026, 3, 2),
  replaces: true,
  readsAll: false,
}

/** A folder of backups with one archive of a picture, and a bucket behind a proxy. */
const start = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-bucket-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'a'), 'picture a')
  await writeFile(join(folder, `${archive}.files`), 'a\n')
  await writeFile(join(folder, archive), Buffer.alloc(300_000, 'cloth '))
  const s3 = await startS3(onTestFinished)
  const proxy = await startFaultProxy(onTestFinished, Number(new URL(s3.endpoint).port))
  const place = bucketPlaceOf(`s3://${bucketForTests}/shop`, {
    ...s3KeyForTests,
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
    BACKUP_S3_REGION: undefined,
  })
  const store = openBackupBucket(place)
  return {
    folder,
    s3,
    proxy,
    store,
    copy: () => copyToS3(folder, store, { ...parts, keep: usualKeepRule, shopId: 'ours' }),
  }
}

test('D91: the bucket, which refuses to remove: the backup counts, and a later one removes what is old', async () => {
  const { folder, s3, store } = await start()
  const old = 'backup-20250101T030000000Z.tar.age'
  for (const name of [old, `${old}.files`]) s3.objects.set(`shop/${name}`, Buffer.from('a\n'))
  s3.fault = (call) => (call.startsWith('DELETE') ? { status: 403, code: 'AccessDenied' } : undefined)
  const copy = () =>
    copyToS3(folder, store, { ...parts, keep: { days: 1, weeks: 0, months: 0 }, shopId: 'ours' })
  expect((await copy()).notPruned).toContain('許可がありません')
  expect(s3.objects.has(`shop/${archive}`)).toBe(true)
  s3.fault = () => undefined
  const from = performance.now()
  expect(await copy()).toMatchObject({ removed: 1, notPruned: null })
  const recoveredMs = performance.now() - from
  expect([...s3.objects.keys()].filter((key) => key.includes(old))).toEqual([])
  note({ fault: 'bucket, refuses to remove', trials: 1, lost: 0, doubled: 0, recoveredMs })
})

const wrongSettings: readonly [string, Partial<Parameters<typeof bucketPlaceOf>[1]>, string][] = [
  ['secret', { BACKUP_S3_SECRET: 'another' }, 'BACKUP_S3_SECRET'],
  ['key', { BACKUP_S3_KEY_ID: 'another' }, 'BACKUP_S3_KEY_ID'],
  ['region', { BACKUP_S3_REGION: 'us-east-1' }, 'BACKUP_S3_REGION=ap-northeast-1'],
  ['endpoint', { BACKUP_S3_ENDPOINT: 'https://s3.nowhere.invalid' }, 'BACKUP_S3_ENDPOINT'],
]

test.each(wrongSettings)(
  'D90: the bucket, a wrong %s: it is said as what it is, and nothing is written',
  async (name, wrong, sentence) => {
    const { s3 } = await start()
    const settings = { ...s3KeyForTests, BACKUP_S3_ENDPOINT: s3.endpoint, BACKUP_S3_REGION: undefined }
    const place = bucketPlaceOf(`s3://${bucketForTests}/shop`, { ...settings, ...wrong })
    await expect(openBackupBucket(place).store.check()).rejects.toThrow(sentence)
    expect([...s3.objects.keys()]).toEqual([])
    note({ fault: `bucket, wrong ${name}`, trials: 1, lost: 0, doubled: 0, recoveredMs: 0 })
  },
)

const faults: readonly Fault[] = [
  { kind: 'cut', afterBytes: 20 },
  { kind: 'reset' },
  { kind: 'slow', delayMs: 200 },
  { kind: 'black hole' },
]

test.each(faults)(
  'D47: the bucket, $kind: no half of a backup counts, and the next one is whole',
  async (fault) => {
    const { folder, s3, proxy, store, copy } = await start()
    proxy.behave(fault)
    const copying = copy().then(
      () => 'sent',
      (error: unknown) => error,
    )
    const first = await Promise.race([copying, pause(fault.kind === 'black hole' ? 500 : 60_000, 'waits')])
    if (fault.kind === 'slow') expect(first).toBe('sent')
    else if (fault.kind === 'black hole') expect(first).toBe('waits')
    else expect(first).toBeInstanceOf(BackupRefused)
    if (first !== 'sent') expect([...s3.objects.keys()].filter((key) => key.endsWith(archive))).toEqual([])
    proxy.behave({ kind: 'pass' })
    const from = performance.now()
    await copying
    await copy()
    const recoveredMs = performance.now() - from
    const back = join(folder, 'back')
    await mkdir(back)
    const brought = await bringFromS3(store, undefined, { ...parts, folder: back })
    expect((await readFile(brought)).equals(await readFile(join(folder, archive)))).toBe(true)
    expect(await readdir(join(back, 'files'))).toEqual(['a'])
    note({ fault: `bucket, ${fault.kind}`, trials: 1, lost: 0, doubled: 0, recoveredMs })
  },
)
