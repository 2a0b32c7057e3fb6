import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { bucketForTests, s3KeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { bucketPlaceOf, openBackupBucket, problemOfBackups } from './backup-bucket.ts'
import { usualKeepRule } from './keep.rules.ts'
import { bringFromS3, copyToS3 } from './s3-copy.ts'

const signal = new AbortController().signal
const told: string[] = []
const work = {
  signal,
  shopId: 'ours',
  tell: (line: string) => told.push(line),
  now: Date.UTC(2026, 3, 2),
  replaces: true,
  readsAll: false,
}
const keep = usualKeepRule
const none = { sent: 0, replaced: 0, removed: 0, notPruned: null }

const newFolder = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-s3-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const archiveOf = (day: string) => `backup-${day}T030000000Z.tar.age`

/** A folder as backups leave it: archives by day, each with the pictures that it refers to. */
const folderWith = async (days: Readonly<Record<string, readonly string[]>>) => {
  const folder = await newFolder()
  await mkdir(join(folder, 'files'))
  for (const [day, files] of Object.entries(days)) {
    await writeFile(join(folder, archiveOf(day)), `archive of ${day}`)
    await writeFile(join(folder, `${archiveOf(day)}.files`), `${files.join('\n')}\n`)
    for (const file of files) await writeFile(join(folder, 'files', file), `picture ${file}`)
  }
  await writeFile(join(folder, '.running'), 'x')
  await writeFile(join(folder, 'files', '.half'), 'x')
  return folder
}

const start = async (settings = {}) => {
  const s3 = await startS3(onTestFinished)
  const place = bucketPlaceOf(`s3://${bucketForTests}/shop`, {
    ...s3KeyForTests,
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_REGION: undefined,
    ...settings,
  })
  return { s3, store: openBackupBucket(place) }
}

test('D41: what the bucket has not is sent, pictures first, archives last, and nothing twice', async () => {
  const { s3, store } = await start()
  const folder = await folderWith({ 20260401: ['a', 'b'] })
  expect(await copyToS3(folder, store, { ...work, keep })).toEqual({
    ...none,
    sent: 4,
  })
  const archive = archiveOf('20260401')
  expect([...s3.objects.keys()]).toEqual([
    'shop/files/a',
    'shop/files/b',
    `shop/${archive}.files`,
    `shop/${archive}`,
  ])
  s3.calls.length = 0
  await writeFile(join(folder, 'files', 'c'), 'picture c')
  expect(await copyToS3(folder, store, { ...work, keep })).toEqual({
    ...none,
    sent: 1,
  })
  expect(s3.calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT shop/files/c'])
})

test('D41: an archive of many parts comes back as it was', async () => {
  const { s3, store } = await start()
  const folder = await folderWith({ 20260401: [] })
  const large = Buffer.alloc(20 * 1024 * 1024, 'cloth ')
  await writeFile(join(folder, archiveOf('20260401')), large)
  await copyToS3(folder, store, { ...work, keep })
  expect(s3.calls.filter((call) => call.endsWith(' part')).length).toBeGreaterThan(1)
  const archive = await bringFromS3(store, undefined, { ...work, folder: await newFolder() })
  expect((await readFile(archive)).equals(large)).toBe(true)
})

test('D41: the rule keeps backups in the bucket, whatever the folder holds, with all that they refer to', async () => {
  const { s3, store } = await start()
  await copyToS3(await folderWith({ 20250101: ['old', 'both'], 20260401: ['a', 'both'] }), store, {
    ...work,
    keep,
  })
  // As on a new machine: the folder begins anew.
  const fresh = await folderWith({ 20260402: ['new'] })
  expect(await copyToS3(fresh, store, { ...work, keep: { days: 2, weeks: 0, months: 0 } })).toEqual({
    ...none,
    sent: 3,
    removed: 1,
  })
  const names = [...s3.objects.keys()].map((key) => key.replace('shop/', '')).toSorted()
  const kept = ['20260401', '20260402'].flatMap((day) => [archiveOf(day), `${archiveOf(day)}.files`])
  expect(names).toEqual([...kept, 'files/a', 'files/both', 'files/new'].toSorted())
})

test('D41: pictures stay where a list is missing', async () => {
  const { s3, store } = await start()
  await copyToS3(await folderWith({ 20260401: ['a'] }), store, { ...work, keep })
  s3.objects.delete(`shop/${archiveOf('20260401')}.files`)
  s3.objects.set('shop/files/loose', Buffer.from('x'))
  await copyToS3(await folderWith({ 20260402: [] }), store, { ...work, keep })
  expect([...s3.objects.keys()]).toContain('shop/files/loose')
})

test('D41: the newest backup, or the one that is named, is brought with its pictures', async () => {
  const { store } = await start()
  await copyToS3(await folderWith({ 20260401: ['a'], 20260402: ['b'] }), store, { ...work, keep })
  const folder = await newFolder()
  expect(await bringFromS3(store, undefined, { ...work, folder })).toBe(join(folder, archiveOf('20260402')))
  expect(await readdir(join(folder, 'files'))).toEqual(['b'])
  expect(await readFile(join(folder, 'files', 'b'), 'utf8')).toBe('picture b')
  const other = await newFolder()
  await bringFromS3(store, archiveOf('20260401'), { ...work, folder: other })
  expect(await readdir(join(other, 'files'))).toEqual(['a'])
  const none = bringFromS3(store, archiveOf('20200101'), { ...work, folder: other })
  await expect(none).rejects.toThrow('そのファイルはありません')
})

test('D42: what may pass is tried again, and what was changed on the way does not count', async () => {
  const { s3, store } = await start()
  const folder = await folderWith({ 20260401: ['a'] })
  let left = 2
  s3.fault = (call) => (call === 'PUT shop/files/a' && left-- > 0 ? 503 : undefined)
  await copyToS3(folder, store, { ...work, keep })
  expect(s3.objects.has(`shop/${archiveOf('20260401')}`)).toBe(true)
  await writeFile(join(folder, 'files', 'b'), 'picture b')
  s3.fault = (call) => {
    if (call === 'GET shop/files/b') s3.objects.set('shop/files/b', Buffer.from('picture X'))
    return undefined
  }
  await expect(copyToS3(folder, store, { ...work, keep })).rejects.toThrow('壊れています')
})

test.each<[string, (s3: Awaited<ReturnType<typeof startS3>>) => void, object, string]>([
  ['another key', () => {}, { BACKUP_S3_KEY_ID: 'another' }, 'その鍵はありません'],
  ['a server that fails', (s3) => (s3.fault = () => 500), {}, 'S3 の側で失敗しています'],
  [
    'a server that is not there',
    () => {},
    { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' },
    'S3 につながりませんでした',
  ],
])('D42: %s is told in a sentence, and no archive counts', async (_, spoil, settings, sentence) => {
  const { s3, store } = await start(settings)
  spoil(s3)
  await expect(copyToS3(await folderWith({ 20260401: ['a'] }), store, { ...work, keep })).rejects.toThrow(
    sentence,
  )
  expect([...s3.objects.keys()]).toEqual([])
})

test('D42: a bucket that is not there, and a copy that is stopped', async () => {
  const s3 = await startS3(onTestFinished)
  const settings = { ...s3KeyForTests, BACKUP_S3_ENDPOINT: s3.endpoint, BACKUP_S3_REGION: undefined }
  const nowhere = openBackupBucket(bucketPlaceOf('s3://another-bucket', settings))
  const folder = await folderWith({ 20260401: ['a'] })
  await expect(copyToS3(folder, nowhere, { ...work, keep })).rejects.toThrow('バケットはありません')
  const stopping = new AbortController()
  const store = openBackupBucket(bucketPlaceOf(`s3://${bucketForTests}`, settings))
  s3.fault = (call) => {
    if (call === 'PUT files/a') stopping.abort()
    return undefined
  }
  await expect(copyToS3(folder, store, { ...work, signal: stopping.signal, keep })).rejects.toThrow()
  expect(s3.objects.has(archiveOf('20260401'))).toBe(false)
})

const old = '20250101'
const gone = { days: 1, weeks: 0, months: 0 }
const refused = { status: 403, code: 'AccessDenied' } as const

test('D91: older backups are removed one by one, and a store that refuses that has taken the backup all the same; the next night removes them', async () => {
  const { s3, store } = await start()
  await copyToS3(await folderWith({ [old]: ['old'] }), store, { ...work, keep })
  const folder = await folderWith({ 20260401: ['a'] })
  s3.fault = (call) => (call.startsWith('DELETE') ? refused : undefined)
  const sent = await copyToS3(folder, store, { ...work, keep: gone })
  expect(sent).toEqual({ ...none, sent: 3, notPruned: expect.stringContaining('許可がありません') })
  const both = [archiveOf(old), archiveOf('20260401')].map((name) => `shop/${name}`)
  expect([...s3.objects.keys()]).toEqual(expect.arrayContaining(both))
  s3.fault = () => undefined
  expect(await copyToS3(folder, store, { ...work, keep: gone })).toEqual({ ...none, removed: 1 })
  expect([...s3.objects.keys()].filter((name) => /old|2025/.test(name))).toEqual([])
  expect(s3.calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('D91: what belongs to an archive goes before it, so that the next night finds what is left', async () => {
  const { s3, store } = await start()
  await copyToS3(await folderWith({ [old]: ['old'] }), store, { ...work, keep })
  const folder = await folderWith({ 20260401: ['a'] })
  s3.fault = (call) => (call === `DELETE shop/${archiveOf(old)}` ? 500 : undefined)
  const { notPruned } = await copyToS3(folder, store, { ...work, keep: gone })
  expect(notPruned).toContain('S3 の側で')
  expect(s3.objects.has(`shop/${archiveOf(old)}.files`)).toBe(false)
  s3.fault = () => undefined
  expect(await copyToS3(folder, store, { ...work, keep: gone })).toMatchObject({ removed: 1 })
  expect([...s3.objects.keys()].filter((name) => name.includes(old))).toEqual([])
})

test('D90: at the start a wrong place of backups is told, with its setting', async () => {
  const { s3 } = await start()
  const problem = (more: object = {}) =>
    problemOfBackups({
      ...s3KeyForTests,
      BACKUP_TO: `s3://${bucketForTests}/shop`,
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_REGION: undefined,
      BACKUP_S3_SESSION_TOKEN: undefined,
      BACKUP_KEY: 'age1…',
      ...more,
    })
  expect(await problem()).toBe(null)
  expect(s3.objects.size).toBe(0)
  expect(await problem({ BACKUP_S3_SECRET: 'another' })).toMatch(
    /^控えの場所（BACKUP_TO=s3:.*）が使えません。S3 の鍵が違います。BACKUP_S3_KEY_ID/,
  )
  expect(await problem({ BACKUP_TO: 's3://bucket/../x' })).toContain('の形で')
  expect(await problem({ BACKUP_S3_KEY_ID: undefined })).toContain('BACKUP_S3_KEY_ID')
  expect(await problem({ BACKUP_KEY: undefined })).toContain('npm run data -- backup-key')
  expect(await problem({ BACKUP_TO: '/backup', BACKUP_KEY: undefined })).toBe(null)
  expect(await problem({ BACKUP_TO: undefined })).toBe(null)
})

test('D91: eight are removed at a time, and a backup that is stopped removes no more', async () => {
  const { s3, store } = await start()
  const names = Array.from({ length: 20 }, (_, at) => `files/${at}`)
  for (const name of names) s3.objects.set(`shop/${name}`, Buffer.from('x'))
  const removals = () => s3.calls.filter((call) => call.startsWith('DELETE')).length
  const stopping = new AbortController()
  s3.fault = (call) => {
    if (call.startsWith('DELETE')) stopping.abort()
    return undefined
  }
  await expect(store.remove(names, stopping.signal)).rejects.toThrow()
  expect(removals()).toBe(8)
  s3.fault = () => undefined
  await store.remove(names, signal)
  expect(s3.objects.size).toBe(0)
  await expect(store.remove(['files/0'], signal)).resolves.toBeUndefined()
  s3.fault = () => ({ status: 404, code: 'NoSuchKey' })
  await expect(store.remove(['files/0'], signal)).resolves.toBeUndefined()
  s3.fault = () => ({ status: 404, code: 'NoSuchBucket' })
  await expect(store.remove(['files/0'], signal)).rejects.toThrow('バケットはありません')
})

test('D42: what breaks off while it is read is a sentence', async () => {
  const { s3, store } = await start()
  s3.objects.set('shop/a', Buffer.alloc(500_000, 'x'))
  s3.fault = () => 'cut'
  const read = async () => {
    for await (const _chunk of await store.read('a'));
  }
  await expect(read()).rejects.toThrow('つながりが途中で切れました')
  await expect(store.sum('a')).rejects.toThrow('つながりが途中で切れました')
})

test.each([
  ['s3://bucket/.', '「..」だけ'],
  ['s3://bucket/a/../b', '「..」だけ'],
  ['s3://bucket/..', '「..」だけ'],
  ['s3://bucket/a/./b', '「..」だけ'],
  ['s3://b', 'の形で'],
  ['s3://Bucket/x', 'の形で'],
  ['s3://bucket/<x>', 'の形で'],
])('D42, D90: %s is no place', (place, sentence) => {
  const settings = { ...s3KeyForTests, BACKUP_S3_ENDPOINT: undefined, BACKUP_S3_REGION: undefined }
  expect(() => bucketPlaceOf(place, settings)).toThrow(sentence)
  expect(bucketPlaceOf('s3://bucket/a.b/...', settings)).toMatchObject({ prefix: 'a.b/.../' })
})

test('D42: what is read may take longer than any call, and no pause in it may', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { s3, store } = await start()
  s3.objects.set('shop/a', Buffer.from('archive'))
  s3.fault = () => 'stalls'
  const begin = async () => (await store.read('a'))[Symbol.asyncIterator]()
  const slow = await begin()
  const parts = [(await slow.next()).value]
  for (let third = 0; third < 2; third += 1) {
    await vi.advanceTimersByTimeAsync(100_000)
    s3.goOn()
    parts.push((await slow.next()).value)
  }
  expect(Buffer.concat(parts.flatMap((part) => part ?? [])).toString()).toBe('archive')
  expect(await slow.next()).toEqual({ done: true, value: undefined })
  const still = await begin()
  await still.next()
  const rest = expect(still.next()).rejects.toThrow('of 7 bytes did not come')
  await vi.advanceTimersByTimeAsync(120_000)
  await rest
})

test('D42: a bucket without its key is refused; a region leads to its own address', () => {
  const settings = { ...s3KeyForTests, BACKUP_S3_ENDPOINT: undefined, BACKUP_S3_REGION: 'us-west-2' }
  expect(() => bucketPlaceOf('s3://bucket', { ...settings, BACKUP_S3_SECRET: undefined })).toThrow(
    'BACKUP_S3_SECRET',
  )
  expect(() => bucketPlaceOf('s3://bucket', { ...settings, BACKUP_S3_KEY_ID: undefined })).toThrow(
    'BACKUP_S3_KEY_ID',
  )
  expect(bucketPlaceOf('s3://bucket/a/b/', settings)).toMatchObject({
    endpoint: 'https://s3.us-west-2.amazonaws.com/bucket',
    prefix: 'a/b/',
  })
})

const lockedName = (content: string, of = 'f') => {
  const sum = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return `${of.repeat(64)}.${sum}.age`
}

test('D70: each picture in the bucket is read again on one night of thirty, all of them after a drill found damage, and a damaged one is sent again', async () => {
  const { s3, store } = await start()
  const names = ['0', '1'].map((of) => lockedName(`picture ${of}`, of))
  const folder = await folderWith({ 20260401: names })
  for (const [at, name] of names.entries()) await writeFile(join(folder, 'files', name), `picture ${at}`)
  await copyToS3(folder, store, { ...work, keep })
  const spoil = () => {
    for (const name of names) s3.objects.set(`shop/files/${name}`, Buffer.from('picture X'))
  }
  spoil()
  const night = async (more = {}) => (await copyToS3(folder, store, { ...work, keep, ...more })).replaced
  const nights = Array.from({ length: 30 }, (_, at) => work.now + at * 86_400_000)
  const replaced: number[] = []
  for (const now of nights) replaced.push(await night({ now }))
  expect(replaced.toSorted()).toEqual([...Array.from({ length: 28 }, () => 0), 1, 1])
  spoil()
  const [cut = ''] = names
  s3.objects.set(`shop/files/${cut}`, Buffer.from('pic'))
  // A drill replaces nothing, whatever the night: it finds what a restore would find.
  for (const now of nights)
    expect(await copyToS3(folder, store, { ...work, keep, now, replaces: false })).toMatchObject({ sent: 0 })
  expect(s3.objects.get(`shop/files/${cut}`)?.toString()).toBe('pic')
  s3.objects.set(`shop/files/${cut}`, Buffer.from('picture X'))
  expect(await night({ readsAll: true })).toBe(2)
  for (const [at, name] of names.entries())
    expect(s3.objects.get(`shop/files/${name}`)?.toString()).toBe(`picture ${at}`)
})

test('D70: a picture that is damaged here replaces none that is whole there', async () => {
  const { s3, store } = await start()
  const [cut, flipped, lost] = ['cut', 'flipped', 'lost'].map((content) => lockedName(content, content[0]))
  if (cut === undefined || flipped === undefined || lost === undefined) throw new Error('three names')
  const folder = await folderWith({ 20260401: [cut, flipped, lost] })
  for (const [name, content] of [
    [cut, 'cut'],
    [flipped, 'flipped'],
    [lost, 'lost'],
  ] as const)
    await writeFile(join(folder, 'files', name), content)
  await copyToS3(folder, store, { ...work, keep })
  await writeFile(join(folder, 'files', cut), 'cu')
  await writeFile(join(folder, 'files', flipped), 'flippeX')
  expect(await copyToS3(folder, store, { ...work, keep, readsAll: true })).toMatchObject({ sent: 0 })
  expect(s3.objects.get(`shop/files/${cut}`)?.toString()).toBe('cut')
  s3.objects.set(`shop/files/${flipped}`, Buffer.from('flippeY'))
  expect(await copyToS3(folder, store, { ...work, keep, readsAll: true })).toMatchObject({ replaced: 0 })
})

test('D70: a picture that the bucket lacks is left out, and one that was stored anew is brought with the damaged one', async () => {
  const { s3, store } = await start()
  const [damaged, anew, gone] = [lockedName('x', 'a'), lockedName('y', 'a'), lockedName('z', 'b')]
  await copyToS3(await folderWith({ 20260401: [damaged, gone] }), store, { ...work, keep })
  for (const name of [damaged, anew]) s3.objects.set(`shop/files/${name}`, Buffer.from(name))
  s3.objects.delete(`shop/files/${gone}`)
  await copyToS3(await folderWith({ 20260402: [] }), store, { ...work, keep })
  const folder = await newFolder()
  await bringFromS3(store, archiveOf('20260401'), { ...work, folder })
  expect((await readdir(join(folder, 'files'))).toSorted()).toEqual([anew, damaged].toSorted())
})

test('D40, D41: what lies in further folders of the bucket is no picture: it is neither brought nor removed', async () => {
  const { s3, store } = await start()
  const sum = 'a'.repeat(64)
  await copyToS3(await folderWith({ 20260401: [sum] }), store, { ...work, keep })
  // The second is what a store gives for the first, whose dots an address does not keep.
  for (const key of [
    `shop/files/${sum}/../../../beside`,
    'beside',
    `shop/files/${'b'.repeat(64)}/of-another`,
  ])
    s3.objects.set(key, Buffer.from('not ours'))
  const outer = await newFolder()
  await bringFromS3(store, undefined, { ...work, folder: join(outer, 'here') })
  expect(await readdir(outer)).toEqual(['here'])
  expect(await readdir(join(outer, 'here', 'files'))).toEqual([sum])
  const before = [...s3.objects.keys()]
  await copyToS3(await folderWith({ 20260402: [sum] }), store, { ...work, keep })
  expect([...s3.objects.keys()]).toEqual(expect.arrayContaining(before))
})
