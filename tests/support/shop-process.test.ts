import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { makeDemos } from './demo-data-for-tests.ts'
import { startShop, whereDemoDataIs } from './shop-process.ts'

afterEach(() => {
  for (const name of Object.values(whereDemoDataIs)) delete process.env[name]
})

test('of a shop that does not start no folder is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-shop-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'ends.js')
  await writeFile(program, 'process.stdout.write("«" + process.env.DATA_DIR + "»"); process.exit(1)')
  const said = await startShop({}, undefined, program).catch(String)
  expect(said).toContain('the shop did not start')
  const [, dataDir = folder] = /«(.*)»/.exec(String(said)) ?? []
  expect(dataDir).toContain('shop-e2e-')
  expect(existsSync(dataDir)).toBe(false)
})

const demo = (orders: string, events: string[]) => ({
  dataDir: `folder-${orders}`,
  stop: async () => {
    events.push(`stopped ${orders}`)
    return 0
  },
  remove: async () => void events.push(`removed ${orders}`),
})

test('where one demo does not start the other, which is still starting, is waited for and removed', async () => {
  const other = Promise.withResolvers<void>()
  const events: string[] = []
  const made = makeDemos(async (orders) => {
    if (orders === '0') throw new Error('no port')
    await other.promise
    return demo(orders, events)
  })
  queueMicrotask(other.resolve)
  await expect(made).rejects.toThrow('no port')
  expect(events).toEqual(['stopped 1', 'removed 1'])
})

test('both demos are stopped, named for the workers, and removed in the end', async () => {
  const events: string[] = []
  const remove = await makeDemos(async (orders) => demo(orders, events))
  expect(process.env[whereDemoDataIs[0]]).toBe('folder-0')
  expect(process.env[whereDemoDataIs[1]]).toBe('folder-1')
  await remove()
  expect(events).toEqual(['stopped 0', 'stopped 1', 'removed 0', 'removed 1'])
})
