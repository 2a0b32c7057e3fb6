// npm run test:firefox: walks the built shop in Firefox, which keeps a page that is left as it is, for Back; the Chromium of the browser tests
// keeps none. Part of npm test where CI is set; on Debian as root it gets firefox-esr itself. Its last line is `N passed, N failed`.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { goToPayment, hydrated, shows, walkShop } from '../support/walk-in-browser.ts'
import { type FirefoxWindow, firefox, openFirefox } from './driver.ts'

/** Marks the document, so that it is known again. */
const mark = (page: FirefoxWindow) => page.read('window.isMarked = true')

const isAlive = async (page: FirefoxWindow) => {
  assert.equal(await page.read('window.isMarked'), true, 'the page was not kept but loaded anew')
  const busy = `[...document.querySelectorAll('[aria-busy="true"], [role=dialog], dialog[open]')].map((each) => each.outerHTML)`
  await page.until('nothing is busy, nothing stands open', `${busy}.length === 0`)
  await page.press('キット')
  await page.until(
    'the page of kits',
    `document.querySelector('h1')?.textContent.includes('キット') === true`,
  )
  assert.equal(await page.read('location.pathname'), '/kits')
  assert.equal(await page.read('window.isMarked'), true, 'the link loaded a new document')
}

/** Firefox keeps no page that is left while something is on its way to it. */
const nothingComes = (page: FirefoxWindow) =>
  page.until(
    'nothing more comes',
    `(() => {
      const before = window.fetchedBefore
      window.fetchedBefore = performance.getEntriesByType('resource').length
      return document.readyState === 'complete' && before === window.fetchedBefore
    })()`,
  )

/** Another site, for whoever leaves the shop. */
const elsewhere = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>another site</title>')
})
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
const address = elsewhere.address()
const otherSite = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`

const fabric = '/all-products/F-1001'

await walkShop(firefox, openFirefox, async (page, step) => {
  for (const width of [375, 1280]) {
    await step(`S6, S9, S33: Back from the payment page, ${width} px`, async () => {
      await page.beNewVisitor(width)
      await page.go(fabric)
      await mark(page)
      await goToPayment(page)
      await page.back()
      await shows(page, 'お支払いはキャンセルされました')
      await isAlive(page)
    })

    await step(`S33: back on a fabric's page from another site, ${width} px`, async () => {
      await page.beNewVisitor(width)
      await page.go(fabric)
      await hydrated(page)
      await nothingComes(page)
      await mark(page)
      await page.go(otherSite)
      await page.back()
      await isAlive(page)
    })
  }

  await step('S33: left while React renders', async () => {
    await page.beNewVisitor(1280)
    await page.go(fabric)
    await hydrated(page)
    await mark(page)
    // Something that React is told as the page is left, as by an answer that comes just then.
    await page.read(`addEventListener('pagehide', () => {
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      delete document.visibilityState
    })`)
    await page.go(otherSite)
    await page.back()
    await isAlive(page)
  })
})
elsewhere.close()
