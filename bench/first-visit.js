// npm run bench:first-visit -- EARLIER [LATER]: bytes and paint times of a first visit on a slow phone, what moves by itself, and how long a press
// waits for the next picture, of two builds in turns. Bytes are exact; times depend on the machine, so read their ratio. ROUNDS (5), PATHS (with
// commas) and NETWORK=3g (400 kbit/s, 400 ms) choose.
import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/programs-for-tests.js'
import { filesOfVisit } from '../tests/support/first-visit.ts'
import { press } from '../tests/support/press.ts'
import { get } from './http-get.js'
import { machine } from './machine.js'
import { printTable } from './print-table.js'
import { dataFolder, startBuild } from './start-build.js'
import { comparison, folderA, folderB, inTurns } from './two-builds.js'

const button = (name) => (page) => press(page.getByRole('button', { name }).first())
const typeIntoSearch = async (page) => {
  await press(page.getByRole('searchbox').filter({ visible: true }).first())
  await page.keyboard.type('linen', { delay: 120 })
}
const openCart = ['opens the cart', button(/^カート(?![をに])/)]
const buysFabric = ['buys a fabric', button(/の生地を購入$/)]
const buysKit = ['buys a kit', button(/をカートに入れる$/)]
const chooses = [
  'chooses a filter',
  async (page) => {
    await button(/しぼりこむ/)(page)
    await press(page.locator(':popover-open').getByRole('link').first())
  },
]
const likes = ['likes', button(/^(気になる|いいね)/)]
const types = ['types', typeIntoSearch]

/** What is pressed after a visit, each as a thumb does. */
const pages = {
  '/': [types, likes, buysFabric, openCart],
  '/all-products': [types, likes, buysFabric, chooses],
  '/all-products/F-1001': [likes, buysFabric, openCart],
  '/gallery/detail/demo-tote': [types, likes, openCart],
  '/kits': [types, buysKit, chooses],
  '/gallery': [types, openCart],
}
const paths = process.env.PATHS?.split(',') ?? Object.keys(pages)
const rounds = Number(process.env.ROUNDS ?? 5)
const networks = {
  '4g': { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  '3g': { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
}
const slowPhone = {
  slowdown: 4,
  network: networks[process.env.NETWORK ?? '4g'],
  viewport: { width: 375, height: 667 },
}
const settledMs = 500

const kindOf = (path) => (path.endsWith('.css') ? 'style sheets' : 'scripts')

/** Bytes (brotli) and files that the browser requested until the page was quiet. */
const brought = async (origin, path) => {
  const files = filesOfVisit((await get(origin, path)).body.toString())
  const page = (await get(origin, path, { 'accept-encoding': 'br' })).body.length
  const sums = { scripts: { files: 0, bytes: 0 }, 'style sheets': { files: 0, bytes: 0 } }
  for (const file of files) {
    const { body } = await get(origin, file, { 'accept-encoding': 'br' })
    sums[kindOf(file)].files += 1
    sums[kindOf(file)].bytes += body.length
  }
  return { page, ...sums }
}

/** Notes the largest paint, what moved by itself, and the longest wait between a press and the picture after it. */
const watch = () => {
  window.seen = { largest: 0, moved: 0, waited: 0 }
  const each = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...options,
    })
  each('largest-contentful-paint', ({ startTime }) => (window.seen.largest = startTime))
  each('layout-shift', ({ hadRecentInput, value }) => (window.seen.moved += hadRecentInput ? 0 : value))
  each(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId > 0) window.seen.waited = Math.max(window.seen.waited, duration)
    },
    { durationThreshold: 16 },
  )
}

const visit = async (browser, origin, path) => {
  const context = await browser.newContext({
    viewport: slowPhone.viewport,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'ja-JP',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', slowPhone.network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slowdown })
    await page.addInitScript(watch)
    await page.goto(`${origin}${path}`, { waitUntil: 'load' })
    await page.waitForTimeout(settledMs)
    const seen = await page.evaluate(() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      largest: window.seen.largest,
      moved: window.seen.moved,
    }))
    await page.waitForLoadState('networkidle')
    const waits = {}
    for (const [name, act] of pages[path] ?? []) {
      await page.evaluate(() => (window.seen.waited = 0))
      await act(page)
      await page.waitForTimeout(settledMs)
      // What took less than 16 ms is not told.
      waits[name] = Math.max(16, await page.evaluate(() => window.seen.waited))
    }
    const after = await page.evaluate(() => window.seen.moved)
    return { ...seen, waits, movedLater: after - seen.moved }
  } finally {
    await context.close()
  }
}

const worst = (visits, of) => Math.max(...visits.map((visit) => visit[of])).toFixed(4)

const data = { a: dataFolder(), b: dataFolder() }
const shops = {
  a: await startBuild(folderA, data.a.folder, paths[0]),
  b: await startBuild(folderB, data.b.folder, paths[0]),
}
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
})
try {
  console.log(`${machine()}, A = ${folderA}, B = ${folderB}`)
  for (const path of paths) {
    const bytes = { a: await brought(shops.a.origin, path), b: await brought(shops.b.origin, path) }
    const row = (name, of) => [name, of(bytes.a), of(bytes.b), of(bytes.b) / of(bytes.a)]
    const exact = [
      row('scripts, files', ({ scripts }) => scripts.files),
      row('scripts, brotli bytes', ({ scripts }) => scripts.bytes),
      row('style sheets, files', (all) => all['style sheets'].files),
      row('style sheets, brotli bytes', (all) => all['style sheets'].bytes),
      row('page, brotli bytes', ({ page }) => page),
    ].map(([name, a, b, ratio]) => [name, String(a), String(b), ratio.toFixed(2)])
    const seen = await inTurns(rounds, (which) => visit(browser, shops[which].origin, path))
    const load = loadavg()[0].toFixed(1)
    console.log(`\n${path}, ${rounds} visits of each in turns, median, the machine's load ${load}`)
    printTable([
      ['', 'A', 'B', 'B / A'],
      ...exact,
      comparison('first contentful paint, ms', seen, ({ first }) => first),
      comparison('largest contentful paint, ms', seen, ({ largest }) => largest),
      ...Object.keys(seen.b[0].waits).map((name) =>
        comparison(`who ${name} waits, ms`, seen, ({ waits }) => waits[name]),
      ),
      ['moved by itself, worst', worst(seen.a, 'moved'), worst(seen.b, 'moved'), ''],
      // The browser counts what comes half a second after a press, such as a filtered list over a slow line.
      ['moved when a late answer came, worst', worst(seen.a, 'movedLater'), worst(seen.b, 'movedLater'), ''],
    ])
  }
} finally {
  await browser.close()
  for (const which of ['a', 'b']) {
    await shops[which].stop()
    data[which].remove()
  }
}
