import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { noteBackup } from '~/server/backup/last-backup.ts'
import { readMarker, writeMarker } from '~/server/data-folder/marker.ts'
import { openShopData } from '~/server/data-folder/open-shop-data.ts'
import { folderOfPictures, picturesProblem } from '~/server/data-folder/pictures-folder.ts'
import { noteThatStays } from '~/server/database/move-note.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { silentLog } from '~/server/log.ts'
import { placesId } from '~/server/place-mark.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { StartRefused } from '~/server/start.ts'
import { postgresPlaces } from '../tests/support/database-places.ts'
import { freePort } from '../tests/support/free-port.ts'
import { memoryFolder } from '../tests/support/memory-folder.ts'
import { addPaidOrders } from '../tests/support/paid-orders-for-tests.ts'
import { runCommand } from './run-command.server.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const start = async (databaseUrl?: string) => {
  const dataDir = await mkdtemp(join(memoryFolder(), 'shop-data-command-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { dataDir, databaseUrl, log: silentLog }
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const data = await openShopData(settings)
  await addPaidOrders(data.db, 3)
  await data.noteOrders()
  await data.close()
  await noteBackup(settings, { at: Date.now(), missing: 0 })
  const opens = () =>
    openShopData(settings).then(
      (opened) => opened.close().then(() => true),
      (error) => (error instanceof StartRefused ? false : Promise.reject(error)),
    )
  return { dataDir, settings, opens, run: (...words: string[]) => runCommand('data', words, env) }
}

const fine = expect.stringContaining('問題はありません')

test('D9, D72: where nothing is wrong, status and accept say so and change nothing', async () => {
  const { dataDir, run } = await start()
  const marker = await readMarker(dataDir)
  for (const what of ['status', 'accept'])
    expect(await run(what)).toEqual({
      lines: [
        `データのフォルダー：${dataDir}`,
        'データベース：SQLite、支払い済みの注文 3件',
        '目印（shop-marker.json）：支払い済みの注文 3件',
        ...(what === 'status' ? ['控え：きょう'] : []),
        fine,
      ],
      exitCode: 0,
    })
  expect(await readMarker(dataDir)).toEqual(marker)
})

test('D9: an older copy is told by status and opens once it is accepted', async () => {
  const { dataDir, run, opens } = await start()
  const marker = await readMarker(dataDir)
  if (marker === undefined || marker === 'damaged') throw new Error('no marker')
  await writeMarker(dataDir, { ...marker, paidOrders: 5 })
  expect(await run('status')).toMatchObject({ exitCode: 1 })
  expect((await run('status')).lines.at(-1)).toMatch(/支払い済みの注文が2件足りません/)
  expect(await opens()).toBe(false)
  const accepted = await run('accept')
  expect(accepted).toMatchObject({ exitCode: 0 })
  expect(accepted.lines).toContain('データベース：SQLite、支払い済みの注文 3件')
  expect(accepted.lines).toContain('目印（shop-marker.json）：支払い済みの注文 5件')
  expect(accepted.lines.at(-1)).toContain('受け入れました')
  expect(await readMarker(dataDir)).toEqual({ ...marker, paidOrders: 3 })
  expect(await opens()).toBe(true)
})

test('D67: who goes on with the data of before a move is another shop to the places of pictures and backups', async () => {
  const { settings, run } = await start()
  const placesOf = async () => {
    const { db, close } = await openDatabase(settings)
    return placesId(db).finally(close)
  }
  const before = await placesOf()
  const { db, close } = await openDatabase(settings)
  const note = noteThatStays({ state: 'left', token: 'a', endsAt: 0, place: 'postgres://elsewhere/shop' })
  await rememberShopState(db, 'move', JSON.stringify(note)).finally(close)
  expect(await run('accept')).toMatchObject({ exitCode: 0 })
  expect(await placesOf()).not.toBe(before)
  const after = await placesOf()
  // An older database that is put back is the same shop.
  await writeMarker(settings.dataDir, { id: 'another', engine: 'sqlite', paidOrders: 3 })
  expect((await run('accept')).lines.join()).toContain('受け入れました')
  expect(await placesOf()).toBe(after)
})

test('D9: a folder without its database begins anew once that is accepted', async () => {
  const { dataDir, run, opens } = await start()
  for (const name of await readdir(dataDir)) if (name.startsWith('shop.sqlite')) await rm(join(dataDir, name))
  expect((await run('status')).lines).toContain('データベース：SQLite、お店はありません')
  expect(await opens()).toBe(false)
  expect((await run('accept')).lines.at(-1)).toContain('空のお店になります')
  expect(await opens()).toBe(true)
})

test('D9: a new PostgreSQL beside a shop with orders is opened once that is accepted', async () => {
  const { dataDir } = await start()
  await rm(join(dataDir, 'shop-marker.json'))
  const { databaseUrl } = await places.empty()
  const settings = { dataDir, databaseUrl, log: silentLog }
  await expect(openShopData(settings)).rejects.toThrow(/shop\.sqlite には、支払い済みの注文が3件/)
  await runCommand('data', ['accept'], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  await (await openShopData(settings)).close()
})

test('D10: another folder of pictures is told by status and taken by accept', async () => {
  const { databaseUrl = '' } = await places.empty()
  const { dataDir, settings, run } = await start(databaseUrl)
  const { db, close } = await openShopData(settings)
  onTestFinished(close)
  await picturesProblem(db, folderOfPictures(join(dataDir, 'images', 'of-another-process')))
  expect(await run('status')).toMatchObject({
    lines: expect.arrayContaining([expect.stringMatching(/ほかのプロセスの写真の場所と違います/)]),
    exitCode: 1,
  })
  expect((await run('accept')).lines.at(-1)).toContain('写真の場所として受け入れました')
  expect(await run('status')).toMatchObject({ lines: expect.arrayContaining([fine]), exitCode: 0 })
})

test('D27: status counts a backup that is too old or was never made, and one that lacks pictures, as a problem', async () => {
  const { settings, run } = await start()
  const old = Date.now() - 8 * 86_400_000
  for (const [note, sentence] of [
    [{ at: old, missing: 0 }, '【要確認】控え：8日前'],
    [{ at: Date.now(), missing: 61 }, '写真とPDF 61枚が入っていません'],
  ] as const) {
    await noteBackup(settings, note)
    const status = await run('status')
    expect(status.exitCode).toBe(1)
    expect(status.lines.join()).toContain(sentence)
    expect(status.lines).not.toContain('問題はありません。')
  }
  const { db, close } = await openDatabase(settings)
  await db.deleteFrom('shopState').where('key', '=', 'last_backup').execute().finally(close)
  const status = await run('status')
  expect(status.exitCode).toBe(1)
  expect(status.lines.join()).toContain('まだ一度も取っていません')
})

test('D64: status counts it as a problem that a shop which sold nothing yet was never backed up', async () => {
  const { settings, run } = await start()
  const { db, close } = await openDatabase(settings)
  await db.deleteFrom('shopState').where('key', '=', 'last_backup').execute()
  await db.updateTable('orders').set({ paidAt: Date.now() }).execute()
  const opened = (days: number) => rememberShopState(db, 'opened_at', String(Date.now() - days * 86_400_000))
  await opened(1)
  expect(await run('status')).toMatchObject({ lines: expect.arrayContaining([fine]), exitCode: 0 })
  await opened(2).finally(close)
  const status = await run('status')
  expect(status.exitCode).toBe(1)
  expect(status.lines.join()).toContain('まだ一度も取っていません')
})

test('D95: a database given to a move or a restore is read as the setting is, and nothing of its password is told', async () => {
  const { run } = await start()
  const address = 'postgres://nuno:ki@sou/w:rd#%@localhost:5432/shop'
  for (const words of [
    ['move', '--to', address, '--look'],
    ['restore', 'backup.tar', 'folder', address],
  ]) {
    const { lines, exitCode } = await run(...words)
    expect([exitCode, lines]).toEqual([2, [expect.stringMatching(/^postgres:\/\/ のアドレス：.*@ は %40/)]])
    expect(lines.join()).not.toMatch(/ki@|sou|w:rd|localhost/)
  }
})

describe('D97: status answers whatever is away, and says what it could not reach', () => {
  const away = async () => `http://127.0.0.1:${await freePort()}`
  const keys = { KEY_ID: 'AKIDEXAMPLE', SECRET: 'of-a-test' }
  const s3Settings = (name: string, endpoint: string) => ({
    ...Object.fromEntries(Object.entries(keys).map(([end, value]) => [`${name}_S3_${end}`, value])),
    [`${name}_S3_ENDPOINT`]: endpoint,
  })
  const status = async (env: Record<string, string>) => {
    const { lines, exitCode } = await runCommand('data', ['status'], env)
    expect(exitCode).toBe(1)
    expect(lines).not.toContain('問題はありません。')
    return lines
  }

  test('a database, a bucket and a folder of backups at once', async () => {
    const { dataDir } = await start()
    const notAFolder = join(dataDir, 'shop-marker.json')
    const lines = await status({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://nuno:kisou@127.0.0.1:${await freePort()}/shop`,
      PICTURES: 's3://shop-of-a-test/pictures',
      ...s3Settings('PICTURES', await away()),
      BACKUP_TO: notAFolder,
    })
    expect(lines).toEqual([
      `データのフォルダー：${dataDir}`,
      expect.stringMatching(
        /^【要確認】DATABASE_URL のデータベースのサーバーが、そのホストとポートにいません/,
      ),
      '目印（shop-marker.json）：支払い済みの注文 3件',
      expect.stringMatching(/^【要確認】s3:\/\/shop-of-a-test\/pictures：S3 につながりませんでした/),
      expect.stringContaining(`【要確認】${notAFolder} を読めません（ENOTDIR）`),
    ])
    expect(lines.join()).not.toContain('kisou')
  })

  test('both buckets, beside a database that answers', async () => {
    const { dataDir } = await start()
    const lines = await status({
      DATA_DIR: dataDir,
      PICTURES: 's3://shop-of-a-test/pictures',
      ...s3Settings('PICTURES', await away()),
      BACKUP_TO: 's3://backups-of-a-test/folder',
      ...s3Settings('BACKUP', await away()),
    })
    expect(lines).toContain('データベース：SQLite、支払い済みの注文 3件')
    expect(lines.filter((line) => line.includes('PICTURES_S3_ENDPOINT'))).toEqual([
      expect.stringMatching(/^【要確認】s3:\/\/shop-of-a-test\/pictures：S3 につながりませんでした/),
    ])
    expect(lines.filter((line) => line.includes('s3://backups-of-a-test/folder：'))).toHaveLength(1)
  })

  test('a bucket of pictures without a key, said once', async () => {
    const { dataDir } = await start()
    const lines = await status({ DATA_DIR: dataDir, PICTURES: 's3://shop-of-a-test/pictures' })
    expect(lines.filter((line) => line.includes('PICTURES_S3_KEY_ID'))).toEqual([
      expect.stringMatching(/^【要確認】PICTURES のバケットの鍵.*書いてください。$/),
    ])
  })

  test('a data folder that is none', async () => {
    const { dataDir } = await start()
    const file = join(dataDir, 'shop-marker.json')
    expect(await status({ DATA_DIR: file })).toEqual([
      `データのフォルダー：${file}`,
      expect.stringMatching(/^【要確認】.*を読み書きできません（ENOTDIR）/),
      expect.stringMatching(/^【要確認】データのフォルダーを調べられませんでした（ENOTDIR/),
      expect.stringMatching(/^【要確認】.*を読めません（ENOTDIR）/),
    ])
  })

  test('a database file that is none', async () => {
    const { dataDir } = await start()
    for (const end of ['', '-wal', '-shm']) await rm(join(dataDir, `shop.sqlite${end}`), { force: true })
    await writeFile(
      join(dataDir, 'shop.sqlite'),
      'my notes, which are long enough to be no header of a database',
    )
    expect(await status({ DATA_DIR: dataDir })).toContainEqual(
      expect.stringMatching(/^【要確認】.*（file is not a database/),
    )
  })

  test('a replica, and the pictures of a folder that is none', async () => {
    const { databaseUrl = '' } = await places.empty()
    const { dataDir } = await start(databaseUrl)
    await writeFile(join(dataDir, 'images'), '')
    const lines = await status({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: `postgres://nuno:kisou@127.0.0.1:${await freePort()}/shop`,
    })
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^【要確認】DATABASE_READ_URL の複製のサーバーが.*元のデータベースから読みます。$/,
      ),
    )
    expect(lines).toContainEqual(expect.stringMatching(/images を読めません（ENOTDIR）/))
  })

  test('a disk of backups that is not connected', async () => {
    const { dataDir, settings } = await start()
    const folder = join(dataDir, '..', `${basename(dataDir)}-backup`)
    await noteBackup(settings, { at: Date.now(), missing: 0, folder })
    expect(await status({ DATA_DIR: dataDir, BACKUP_TO: folder })).toContainEqual(
      expect.stringMatching(/^【要確認】前の控えが、その場所に見つかりません/),
    )
  })
})

test('what is not understood is answered with how to use it', async () => {
  const { run } = await start()
  for (const words of [[], ['accept', 'all', 'more'], ['status', 'more'], ['reset']])
    expect(await run(...words)).toEqual({
      lines: expect.arrayContaining(['使い方:']),
      exitCode: 2,
    })
})
