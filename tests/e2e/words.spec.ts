import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { keptKit, keptLine, visitWithCart } from '../support/kept-carts.ts'
import { openCart } from '../support/shopping.ts'
import { expect, test } from './fixtures.ts'

const pressed = 'button, nav a, summary, a[class*="button"]'

/**
 * What `selector` finds, broken within a word that has room in a line of its own, with a stroke where; short ones, as whole sentences
 * break where they must.
 */
const brokenWords = (page: Page, selector = pressed) =>
  page.evaluate((selector) => {
    const words = new Intl.Segmenter('ja', { granularity: 'word' })
    const broken: string[] = []
    for (const one of document.querySelectorAll(selector)) {
      if (!one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
      const whole = document.createRange()
      whole.selectNodeContents(one)
      const tops = [...whole.getClientRects()].map(({ top }) => top)
      // What stands on one line is broken nowhere.
      if (Math.max(...tops) - Math.min(...tops) <= 6) continue
      let text = ''
      const places: DOMRect[] = []
      const nodes = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
        if (node.parentElement?.closest('.visually-hidden, noscript')) continue
        for (const [at, character] of [...(node.textContent ?? '')].entries()) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const [place] = range.getClientRects()
          if (place === undefined) continue
          text += character
          places.push(place)
        }
      }
      if (text.length > 24) continue
      const pieces = [...words.segment(text)].map(({ index, segment }) => ({
        index,
        end: index + segment.length,
      }))
      // A run of katakana is one word.
      const runs = [...text.matchAll(/[ァ-ヺー]+/g)].map(({ index, 0: run }) => ({
        index,
        end: index + run.length,
      }))
      const starts = new Set(pieces.map(({ index }) => index))
      const room = one.clientWidth || one.getBoundingClientRect().width
      const hasRoom = (at: number) => {
        const word = [...runs, ...pieces].find(({ index, end }) => index < at && at < end)
        const letters = places.slice(word?.index, word?.end)
        return word === undefined || letters.reduce((sum, { width }) => sum + width, 0) <= room
      }
      for (let at = 1; at < text.length; at += 1) {
        const [before, after] = [places[at - 1], places[at]]
        if (before === undefined || after === undefined) continue
        const isNewLine = after.left < before.left && after.top - before.top > 6
        // A particle or the end of a verb belongs to what stands before it: 布／を, 入／れる.
        const isEnding = /[ぁ-ん]/.test(text[at] ?? '') && /[^ぁ-ん\s\p{P}]/u.test(text[at - 1] ?? '')
        if (isNewLine && (!starts.has(at) || isEnding) && hasRoom(at))
          broken.push(`${text.slice(0, at)}／${text.slice(at)}`)
      }
    }
    return [...new Set(broken)]
  }, selector)

/** As a browser that knows no phrases of Japanese, such as Safari and Firefox: the sheet's own rules for these hold. */
const withoutPhrases = (page: Page) =>
  page.route('**/*', async (route) => {
    if (!/document|stylesheet/.test(route.request().resourceType())) return route.fallback()
    const response = await route.fetch()
    const text =
      response.status() === 200 ? (await response.text()).replaceAll('auto-phrase', 'no-phrase') : ''
    await route.fulfill(text === '' ? { response } : { response, body: text })
  })

const expectWholeWords = async (page: Page, where: string) => {
  expect(await page.evaluate(() => getComputedStyle(document.body).wordBreak)).not.toBe('auto-phrase')
  for (const width of [360, 375, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await brokenWords(page), `${where} at ${width} px`).toEqual([])
  }
}

test.use({ bypassCSP: true })

test('S37: on a phone no word of a button or of a navigation breaks in its middle, whatever the engine: shop and gallery', async ({
  page,
}) => {
  await withoutPhrases(page)
  await visitWithCart(page, [keptLine('F-1002', { quantity: 2 }), keptKit('K-2015')])
  for (const path of [
    '/',
    '/all-products',
    '/all-products/F-1001',
    '/kits',
    '/kits/K-2015',
    '/kits/K-2001',
    '/influencer_subscription',
    '/subscription',
    '/contact',
    '/gallery',
    '/gallery/search?q=巾着',
    '/gallery/detail/demo-tea-cozy',
    '/gallery/main-site',
    '/gallery/login',
  ]) {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(path)
    await expectWholeWords(page, path)
    // The bar at the lower edge has the button while the page's own is out of sight.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    await expectWholeWords(page, `${path}, further down`)
  }
  await page.goto('/all-products')
  await openCart(page)
  await expectWholeWords(page, 'the open cart')
})

test('S37: nor at the desk, nor where a recipe is written', async ({ page, shop }) => {
  await withoutPhrases(page)
  await enterDesk(page, 'owner', shop)
  for (const path of [
    '/gallery/upload',
    '/gallery/mypage',
    '/admin',
    '/admin/packing',
    '/admin/packing/labels',
    '/admin/packing/numbers',
    '/admin/orders',
    '/admin/products',
    '/admin/products/new',
    '/admin/products/F-1001',
    '/admin/products/F-1001/stock',
    '/admin/shop',
    '/admin/settings',
    '/admin/more',
  ]) {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(path)
    await expectWholeWords(page, path)
  }
})

test('W72: with text of 200 % on 320 px no word of a heading, a label or a tab breaks in its middle, and fields have room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const path of [
    '/',
    '/all-products/F-1001',
    '/kits',
    '/subscription',
    '/contact',
    '/gallery',
    '/gallery/detail/demo-tote',
    '/gallery/login',
  ]) {
    await page.goto(path)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await brokenWords(page, `h1, h2, h3, label, ${pressed}`), path).toEqual([])
    for (const field of await page.locator('input:visible:is([type="email"], [type="password"])').all())
      expect((await field.boundingBox())?.width, path).toBeGreaterThan(160)
  }
})
