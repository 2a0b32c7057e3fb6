import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { freePort } from '../support/free-port.ts'
import { rawRequest } from '../support/raw-request.ts'
import { changeData } from '../support/shop-database.ts'
import { whereDemoDataIs } from '../support/shop-process.ts'
import { compiledFolder } from '../support/source-process.ts'
import { waitFor } from '../support/wait-for.ts'
import { expect, long, test } from './fixtures.ts'

// A browser that requests the icon just then gets no answer.
// A page prefetches while its shop is killed: half a file is no fault of the shop.
test.use({
  ownShop: true,
  expectedInConsole: /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|.*favicon)/,
})

test('SIGTERM lets a running request end and exits 0, however often it comes', async ({ shop }) => {
  const asked = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  async function* slowBody() {
    yield 'a='
    asked.resolve()
    await closing.promise
    yield 'b'
  }
  const headers = { origin: shop.origin, 'content-length': '3', expect: '100-continue' }
  const answer = rawRequest(shop.origin, { path: '/no-such', method: 'POST', headers }, slowBody())
  await asked.promise
  const stopped = shop.stop()
  await waitFor('new connections to be refused', 5_000, () =>
    rawRequest(shop.origin, { path: '/healthz' }).then(
      () => false,
      () => true,
    ),
  )
  const pid = shop.pid()
  if (pid !== undefined) for (const again of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, again)
  closing.resolve()
  expect((await answer).status).toBe(405)
  expect(await stopped).toBe(0)
})

test('SIGTERM without a request exits 0, though browsers hold connections', async ({ shop, page }) => {
  await page.goto('/')
  // Opened in advance, as browsers do, and still silent.
  const { port } = new URL(shop.origin)
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  const cut = once(silent, 'close')
  expect(await shop.stop()).toBe(0)
  await cut
})

test('D9: killed it starts again, and a port, a migration or a database that is not its own stops it', async ({
  shop,
  page,
}) => {
  await test.step('killed and started again, it serves as before', async () => {
    await page.goto('/')
    await shop.kill()
    await shop.startAgain()
    expect((await page.reload())?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('a taken port is told in one sentence', async () => {
    const { PATH = '' } = process.env
    const env = { PATH, DATA_DIR: shop.dataDir, PORT: new URL(shop.origin).port }
    const second = spawn(pinnedNode(), ['scripts/serve.js'], { cwd: root, env, stdio: 'pipe' })
    const [said] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect(second.exitCode).toBe(1)
    expect(said).toBe(
      `ポート ${env.PORT} は使われています。お店がもう開いていないか確かめるか、PORT に別の番号を設定してください。\n`,
    )
  })

  await test.step('D9, D51: where another version has migrated what this one cannot write, a process sells nothing, takes no event of the provider, and reads on', async () => {
    const ready = { ready: 200, checkout: 400, webhook: 400 }
    expect(await answersOf(shop.origin)).toEqual(ready)
    changeData(shop.dataDir, "insert into kysely_migration (name, timestamp) values ('9999-newer', '')")
    expect(await answersOf(shop.origin), 'what only adds leaves the former release writing').toEqual(ready)
    changeData(shop.dataDir, "insert into shop_state (key, value) values ('writable_since', '9999')")
    await expect.poll(() => answersOf(shop.origin)).toEqual({ ready: 503, checkout: 503, webhook: 503 })
    expect((await rawRequest(shop.origin, { path: '/all-products?count=12' })).status).toBe(200)
    changeData(shop.dataDir, "delete from shop_state where key = 'writable_since'")
    await expect.poll(() => answersOf(shop.origin)).toEqual(ready)
    changeData(shop.dataDir, "delete from kysely_migration where name = '9999-newer'")
    await expect.poll(() => answersOf(shop.origin)).toEqual(ready)
  })

  await test.step('D9: a process whose database file is gone is not ready, and does not begin another shop in its place', async () => {
    await rename(join(shop.dataDir, 'shop.sqlite'), join(shop.dataDir, 'away.sqlite'))
    await expect.poll(() => answersOf(shop.origin)).toEqual({ ready: 503, checkout: 503, webhook: 503 })
    await shop.kill()
    const { PATH = '' } = process.env
    const env = { PATH, DATA_DIR: shop.dataDir, PORT: '0' }
    const second = spawn(pinnedNode(), ['scripts/serve.js'], { cwd: root, env, stdio: 'pipe' })
    const [said] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect([second.exitCode, said]).toEqual([
      1,
      expect.stringMatching(/^.*がないか、空です.*npm run data -- accept\n$/),
    ])
  })
})

const answersOf = async (origin: string) => {
  const post = { method: 'POST', headers: { origin, 'content-type': 'application/json' } }
  const statusOf = async (path: string, init = {}) => (await rawRequest(origin, { path, ...init })).status
  return {
    ready: await statusOf('/readyz'),
    checkout: await statusOf('/api/create-checkout-session', post),
    webhook: await statusOf('/api/stripe/webhook', post),
  }
}

const fullDisk = '/dev/full'

/** Serves beside the fixture's shop, with its own data; `log` gets both its outputs. */
const serveWithLog = async (
  log: 'pipe' | number,
  use: (shop: ChildProcess, origin: string) => Promise<void>,
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-log-'))
  const { PATH = '', [whereDemoDataIs[0]]: ready = '' } = process.env
  await cp(ready, dataDir, { recursive: true })
  const port = await freePort()
  const env = { PATH, NODE_COMPILE_CACHE: compiledFolder, DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn(pinnedNode(), ['scripts/serve.js'], { cwd: root, env, stdio: ['ignore', log, log] })
  try {
    const origin = `http://localhost:${port}`
    await waitFor('the shop to be ready', 20_000, () =>
      rawRequest(origin, { path: '/readyz' }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    await use(child, origin)
  } finally {
    child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}

const goesOn = async (child: ChildProcess, origin: string) => {
  for (const path of ['/login', '/%zz', '/nowhere', '/login'])
    expect((await rawRequest(origin, { path })).status, path).toBeLessThan(500)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
}

test('a log that nobody reads any more does not end the shop', long, async () => {
  await serveWithLog('pipe', async (child, origin) => {
    for (const output of [child.stdout, child.stderr]) output?.destroy()
    await goesOn(child, origin)
  })
})

test('a full disk under the log does not end the shop', long, async () => {
  test.skip(!existsSync(fullDisk), 'this system has no device that is always full')
  const full = openSync(fullDisk, 'w')
  await serveWithLog(full, goesOn)
  closeSync(full)
})
