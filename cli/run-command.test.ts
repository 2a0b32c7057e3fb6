import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeMarker } from '~/server/data-folder/marker.ts'
import { migrate } from '~/server/database/migrate.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { silentLog } from '~/server/log.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { runCommand } from './run-command.server.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'owner-'))
})
afterEach(() => rm(folder, { recursive: true }))

const openShop = async () => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, log: silentLog })
  await migrate(database)
  await rememberShopState(database.db, 'demo', '1')
  await database.close()
}

test('content looks for pictures where the shop of these settings serves them from', async () => {
  await openShop()
  const file = join(folder, 'links.csv')
  await writeFile(file, 'id,title,imageUrl\n1,コラボ,/Image/a.jpg\n')
  expect(await runCommand('content', ['load', 'links', file], { DATA_DIR: folder })).toEqual({
    lines: ['コラボを1件読み込みました。', expect.stringContaining(join(folder, 'images', 'a.jpg'))],
    exitCode: 0,
  })
})

test('the shop can be closed and its content loaded while shop.settings.json has a fault', async () => {
  await openShop()
  await writeFile(join(folder, 'shop.settings.json'), '{ "seller": ')
  const run = (name: 'shop' | 'content' | 'orders' | 'feed', ...words: string[]) =>
    runCommand(name, words, { DATA_DIR: folder })
  expect(await run('shop', 'close')).toMatchObject({ exitCode: 0 })
  expect((await run('shop', 'status')).lines[0]).toContain('お店は休業中です')
  expect(await run('content', 'empty', 'news')).toMatchObject({ exitCode: 0 })
  for (const name of ['orders', 'feed'] as const)
    expect(await run(name, 'list')).toEqual({
      lines: [expect.stringContaining('shop.settings.json')],
      exitCode: 2,
    })
})

test('where no shop was opened nothing is made, and the place that was looked at is named', async () => {
  const mistyped = join(folder, 'dta')
  for (const DATA_DIR of [mistyped, folder])
    expect(await runCommand('shop', ['status'], { DATA_DIR })).toEqual({
      lines: [expect.stringContaining(`${DATA_DIR} には、まだお店がありません。`)],
      exitCode: 1,
    })
  expect(await readdir(folder)).toEqual([])
})

test('D9: where a shop was, a command says that its database is gone', async () => {
  await writeMarker(folder, { id: 'a', engine: 'sqlite', paidOrders: 3 })
  expect(await runCommand('shop', ['status'], { DATA_DIR: folder })).toEqual({
    lines: [expect.stringMatching(/注文が3件.*がないか、空です/)],
    exitCode: 1,
  })
})

test('with DATABASE_URL the file in DATA_DIR is not asked for', async () => {
  const elsewhere = { DATA_DIR: folder, DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }
  await expect(runCommand('shop', ['status'], elsewhere)).rejects.toThrow('ECONNREFUSED')
})
