// npm run pictures-of-pages -- FOLDER: thirty pages of the built demo, whole, at four widths, into a folder outside the project, to be looked
// at before and after a change of how things look. Starts a shop of its own. `-- FOLDER cart` makes those whose names hold `cart`.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { enterDesk } from '../tests/support/desk-session.ts'
import { beginSession } from '../tests/support/member-session.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { built } from './build-when-stale.js'
import { getReadyOrEnd } from './get-ready.js'
import { findChromium } from './programs-for-tests.js'

const [folder, part = ''] = process.argv.slice(2)
if (!folder) {
  console.error('npm run pictures-of-pages -- FOLDER')
  process.exit(1)
}

const addToCart = async (page, shop) => {
  for (const [address, words] of [
    ['/all-products/F-1001', '生地を購入'],
    ['/kits/K-2015', 'カートに入れる'],
  ]) {
    await page.goto(shop.origin + address)
    await page.locator('main').getByRole('button').filter({ hasText: words }).first().click()
    await page.getByRole('status').filter({ hasText: 'カート' }).first().waitFor()
  }
}
const asMember = (page, shop) => beginSession(page.context(), shop, 'member@demo.example')
const asOwner = (page, shop) => enterDesk(page, 'owner', shop)

const openCart = async (page) => {
  await page
    .getByRole('button', { name: /^カート/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Name of the picture, address, and what stands before it (who looks, or what was done), and what is done on it. */
const pages = [
  ['home', '/'],
  ['fabrics', '/all-products'],
  ['fabrics-found', '/all-products?q=%E9%80%9A%E5%9C%92'],
  ['fabrics-none', '/all-products?q=%E3%81%AC%E3%81%AC%E3%81%AC%E3%81%AC'],
  ['fabric', '/all-products/F-1001'],
  ['fabric-second', '/all-products/F-1041'],
  ['kits', '/kits'],
  ['kit', '/kits/K-2015'],
  ['cart', '/', { before: addToCart, afterwards: openCart }],
  ['cart-empty', '/', { afterwards: openCart }],
  ['compare', '/compare'],
  ['wishlist', '/wishlist'],
  ['collaborations', '/influencer_subscription'],
  ['subscription', '/subscription'],
  ['law', '/legal'],
  ['not-found', '/no-such-page', { status: 404 }],
  ['gallery', '/gallery'],
  ['gallery-search', '/gallery/search'],
  ['recipe', '/gallery/detail/demo-azuma-bag'],
  ['recipe-tote', '/gallery/detail/demo-tote'],
  ['upload', '/gallery/upload', { before: asMember }],
  ['login', '/gallery/login'],
  ['mypage', '/gallery/mypage', { before: asMember }],
  ['curation', '/gallery/admin', { before: asOwner }],
  ['admin-signed-out', '/admin', { status: 404 }],
  ['today', '/admin', { before: asOwner }],
  ['orders', '/admin/orders', { before: asOwner }],
  ['packing', '/admin/packing', { before: asOwner }],
  ['products-of-the-desk', '/admin/products', { before: asOwner }],
  ['settings', '/admin/shop', { before: asOwner }],
]
const screens = { 375: 667, 768: 1024, 1280: 800, 1920: 1080 }
/** A picture is whole up to this height, in CSS pixels. */
const tallest = 8000

await getReadyOrEnd(built)
mkdirSync(resolve(folder), { recursive: true })
const shop = await startShop({ DEMO_ORDERS: '1' })
try {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    for (const [name, path, { before, afterwards, status = 200 } = {}] of pages.filter(([name]) =>
      name.includes(part),
    ))
      for (const [width, height] of Object.entries(screens)) {
        const context = await browser.newContext({
          viewport: { width: Number(width), height },
          hasTouch: Number(width) < 1024,
          locale: 'ja-JP',
          timezoneId: 'Asia/Tokyo',
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await before?.(page, shop)
        const answer = await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
        const whole = await page.evaluate(() => document.documentElement.scrollHeight)
        if (answer?.status() !== status) console.error(`${path} answered ${answer?.status()}`)
        await afterwards?.(page)
        await page.screenshot({ path: join(folder, `${name}-${width}-first.png`) })
        if (afterwards !== undefined) {
          await context.close()
          continue
        }
        // Pictures below the first screen load when it is as tall as the page.
        await page.setViewportSize({ width: Number(width), height: Math.min(whole, tallest) })
        await page.waitForLoadState('networkidle')
        await page.waitForFunction(() =>
          [...document.images].every((image) => image.complete || image.getClientRects().length === 0),
        )
        await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
        console.log(`${name}-${width}  ${whole} px, ${(whole / height).toFixed(1)} screens`)
        await context.close()
      }
  } finally {
    await browser.close()
  }
} finally {
  await shop.remove()
}
