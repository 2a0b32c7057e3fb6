import { type BrowserContext, test as base, expect, type Request } from '@playwright/test'
import type { Path } from '../../app/href.ts'
import { slowDown } from '../support/browser-slowdown.ts'
import { press, reach } from '../support/press.ts'
import { type ShopEnvironment, type ShopProcess, startShop } from '../support/shop-process.ts'
import { watchVisits } from '../support/visited-pages.ts'

/** What a spec may ask for with `test.use`. */
export interface ShopOptions {
  /** Settings of the shop; with any, the test gets a shop of its own. */
  shopSettings: ShopEnvironment
  /** What the owner wrote into its shop.settings.json; with any, the test gets a shop of its own. */
  ownSettings: object | undefined
  /** A shop with new data for this test alone, which it may stop or kill. */
  ownShop: boolean
  /**
   * Whether the test writes: into a shop of the worker for all tests that do, each with members of its own. The other shop of the
   * worker stays as it began, but for orders.
   */
  writes: boolean
  /** The host name under which the browser opens the shop; its own when left out. */
  openedAs: string
  /** Messages of the browser's console, and errors of its pages, that this test causes on purpose. */
  expectedInConsole: RegExp
}

interface ShopFixtures {
  /** The running shop; its pages stand at `baseURL`. */
  shop: ShopProcess
}

interface WorkerFixtures {
  sharedShop: (writes: boolean) => Promise<ShopProcess>
  /**
   * The shop that `make` starts, once for the tests of a file that stand together: the same function each time, one written in the
   * call would start a shop for each test. Worker fixtures of a file's own would cost a new worker with a new browser.
   */
  shopMadeBy: (make: () => Promise<ShopProcess>) => Promise<ShopProcess>
}

const attachOutput = async (shop: ShopProcess, from: number) => {
  await base
    .info()
    .attach('what the shop wrote', { body: shop.output().slice(from), contentType: 'text/plain' })
}

/**
 * Counts a browser's writes without an answer. A test that ends right after its last press would leave that
 * write to the next one, whose shop, limits and mails it shares.
 */
const writesOf = (context: BrowserContext) => {
  const underWay = new Set<Request>()
  context.on('request', (request) => {
    if (!/^(GET|HEAD)$/.test(request.method())) underWay.add(request)
  })
  context.on('requestfinished', (request) => underWay.delete(request))
  context.on('requestfailed', (request) => underWay.delete(request))
  return {
    answered: () =>
      expect
        .poll(() => [...underWay].map((request) => request.url()), 'writes without an answer')
        .toEqual([]),
  }
}

/**
 * For tests of `npm run test:long` only: what `npm test` covers once, also without script, by keyboard alone, on
 * every screen, on a broken connection, and over the whole site (docs/decisions/0080).
 */
export const long = { tag: '@long' }

/** For `test.use`: a phone held upright, in CSS px. `press` taps there, and scrolls by finger. */
export const phone = (width: number, height: number) => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: true,
})

/** A page of app/addresses.ts that the test names to be shown. */
const walked = 'walked'

/**
 * The first line of a test with `@walk` in its title. Such tests are `npm test`, which walks each capability once; all others but
 * `long` ones run with CI alone (docs/decisions/0144). `paths` are pages that the test is shown: it fails when it misses one, and
 * tests/walks.test.ts finds the page that no walk names.
 */
export const walks = (...paths: readonly Path[]): void => {
  const annotations = paths.map((description) => ({ type: walked, description }))
  base.info().annotations.push(...annotations)
}

/**
 * Playwright's test with a shop behind it. A test fails when the browser's console shows an error, or when a page asks
 * for anything outside the shop's origin.
 */
export const test = base.extend<ShopFixtures & ShopOptions, WorkerFixtures>({
  shopSettings: [{}, { option: true }],
  ownSettings: [undefined, { option: true }],
  ownShop: [false, { option: true }],
  writes: [false, { option: true }],
  openedAs: ['', { option: true }],
  expectedInConsole: [/^$/, { option: true }],

  sharedShop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads this pattern
    async ({}, use) => {
      const started = new Map<boolean, Promise<ShopProcess>>()
      await use((writes) => {
        const shop = started.get(writes) ?? startShop()
        started.set(writes, shop)
        return shop
      })
      for (const shop of started.values()) await (await shop).remove()
    },
    { scope: 'worker' },
  ],

  shopMadeBy: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads this pattern
    async ({}, use) => {
      let present: { make: () => Promise<ShopProcess>; shop: Promise<ShopProcess> } | undefined
      await use(async (make) => {
        if (present?.make !== make) {
          await (await present?.shop)?.remove()
          present = { make, shop: make() }
        }
        return present.shop
      })
      await (await present?.shop)?.remove()
    },
    { scope: 'worker' },
  ],

  shop: async ({ sharedShop, shopSettings, ownSettings, ownShop, writes }, use, testInfo) => {
    const isOwn = ownShop || ownSettings !== undefined || Object.keys(shopSettings).length > 0
    const shop = isOwn ? await startShop(shopSettings, ownSettings) : await sharedShop(writes)
    const from = shop.output().length
    await use(shop)
    if (testInfo.status !== testInfo.expectedStatus) await attachOutput(shop, isOwn ? 0 : from)
    if (isOwn) await shop.remove()
  },

  baseURL: async ({ shop, openedAs }, use) =>
    use(openedAs === '' ? shop.origin : `http://${openedAs}:${new URL(shop.origin).port}`),

  context: async ({ context, baseURL, expectedInConsole }, use, testInfo) => {
    slowDown(context)
    const surprises: string[] = []
    const writes = writesOf(context)
    context.on('console', (message) => {
      const said = `${message.text()} ${message.location().url}`
      if (message.type() === 'error' && !expectedInConsole.test(said)) surprises.push(`console: ${said}`)
    })
    context.on('weberror', (error) => {
      const said = `page: ${error.error().message}`
      if (!expectedInConsole.test(said)) surprises.push(said)
    })
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      const isInside = origin === baseURL || protocol === 'data:' || protocol === 'blob:'
      if (!isInside) surprises.push(`asked outside the shop: ${request.url()}`)
    })
    const visits = watchVisits(context)
    await use(context)
    visits.stop()
    await writes.answered()
    // Pages that a test left open would keep running during the next one.
    for (const other of context.browser()?.contexts() ?? []) if (other !== context) await other.close()
    expect(surprises).toEqual([])
    const named = testInfo.annotations.flatMap(({ type, description }) =>
      type === walked ? [description] : [],
    )
    // What went wrong before is the cause.
    if (testInfo.status !== testInfo.expectedStatus) return
    const missed = named.filter((path) => !visits.pages().includes(path))
    expect(missed, 'pages that this walk names and was not shown').toEqual([])
  },
})

export { expect, press, reach }
