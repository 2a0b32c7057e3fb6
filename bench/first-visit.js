// npm run bench:first-visit -- EARLIER [LATER]: bytes and paint times of a first visit on a slow phone, of two builds in turns.
// Bytes are exact; times depend on the machine, so read their ratio.
import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/programs-for-tests.js'
import { filesOfVisit } from '../tests/support/first-visit.ts'
import { get } from './http-get.js'
import { printTable } from './print-table.js'
import { comparison, dataFolder, folderA, folderB, inTurns, startBuild } from './two-builds.js'

const paths = ['/', '/all-products', '/kits']
const rounds = Number(process.env.ROUNDS ?? 7)
const slowPhone = {
  slowdown: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
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

const visit = async (browser, origin, path) => {
  const context = await browser.newContext({
    viewport: slowPhone.viewport,
    deviceScaleFactor: 2,
    locale: 'ja-JP',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', slowPhone.network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slowdown })
    await page.addInitScript(() => {
      window.largest = 0
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) window.largest = startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto(`${origin}${path}`, { waitUntil: 'load' })
    await page.waitForTimeout(settledMs)
    return await page.evaluate(() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      largest: window.largest,
    }))
  } finally {
    await context.close()
  }
}

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
  console.log(`${cpus().length} x ${cpus()[0].model.trim()}, A = ${folderA}, B = ${folderB}`)
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
    console.log(`\n${path}, ${rounds} visits of each in turns, median`)
    printTable([
      ['', 'A', 'B', 'B / A'],
      ...exact,
      comparison('first contentful paint, ms', seen, ({ first }) => first),
      comparison('largest contentful paint, ms', seen, ({ largest }) => largest),
    ])
  }
} finally {
  await browser.close()
  for (const which of ['a', 'b']) {
    await shops[which].stop()
    data[which].remove()
  }
}
