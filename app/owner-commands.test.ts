import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from './owner-commands.server.ts'
import { migrate, openDatabase } from './server/database/open-database.ts'
import { recordDemo } from './server/demo.ts'
import { silentLog } from './server/log.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'owner-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('content looks for pictures where the shop of these settings serves them from', async () => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, log: silentLog })
  await migrate(database)
  await recordDemo(database.db, true)
  await database.close()
  const file = join(folder, 'links.csv')
  await writeFile(file, 'id,title,imageUrl\n1,コラボ,/Image/a.jpg\n')
  expect(await runCommand('content', ['load', 'links', file], { DATA_DIR: folder })).toEqual({
    lines: ['コラボを1件読み込みました。', expect.stringContaining(join(folder, 'images', 'a.jpg'))],
    exitCode: 0,
  })
})
