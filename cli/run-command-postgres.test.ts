import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '~/server/database/open-database.ts'
import { postgresPlaces } from '../tests/support/database-places.ts'
import { startFaultProxy } from '../tests/support/fault-proxy.ts'
import { runCommand } from './run-command.server.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'owner-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('D73: where no shop was opened a command makes no table and no marker', async () => {
  const [DATA_DIR, settings] = [await newFolder(), await places.empty()]
  const env = { DATA_DIR, DATABASE_URL: settings.databaseUrl }
  for (const words of [['shop', 'status'] as const, ['orders', 'list'] as const])
    expect(await runCommand(words[0], [words[1]], env)).toEqual({
      lines: [expect.stringContaining('DATABASE_URL には、まだお店がありません。')],
      exitCode: 1,
    })
  const { db, close } = await openDatabase(settings)
  expect(await db.introspection.getTables()).toEqual([])
  await close()
  expect(await readdir(DATA_DIR)).toEqual([])
})

test.each(['black hole', 'reset'] as const)(
  'D74: beside a database that answers with a %s each command ends with one sentence',
  async (kind) => {
    const proxy = await startFaultProxy(onTestFinished)
    proxy.behave({ kind })
    const env = { DATA_DIR: await newFolder(), DATABASE_URL: `postgres://shop@127.0.0.1:${proxy.port}/shop` }
    const said = /^DATABASE_URL のデータベースが答えません（.+）。[^\n]*$/
    const refused: unknown = await runCommand('shop', ['status'], env).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'Error', problems: [expect.stringMatching(said)] })
    const status = await runCommand('data', ['status'], env)
    expect(status.lines.filter((line) => said.test(line.replace('【要確認】', '')))).toHaveLength(1)
    expect(status.exitCode).toBe(1)
    expect(await readdir(env.DATA_DIR)).toEqual([])
  },
)
