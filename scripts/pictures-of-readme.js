// npm run pictures-of-readme: README.md's pictures, of the built demo on a phone and on a desk. Starts a shop of its own.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { enterDesk } from '../tests/support/desk-session.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { built } from './build-when-stale.js'
import { getReadyOrEnd } from './get-ready.js'
import { root } from './install-when-missing.js'
import { findChromium } from './programs-for-tests.js'

const folder = join(root, 'docs', 'pictures')
const mostBytes = 400_000

const pages = {
  products: '/all-products',
  fabric: '/all-products/F-1001',
  recipe: '/gallery/detail/demo-azuma-bag',
  today: '/admin',
}
const screens = {
  desk: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1, shownWidth: 960 },
  phone: { viewport: { width: 375, height: 720 }, deviceScaleFactor: 2, hasTouch: true, shownWidth: 500 },
}

/** Waits until every picture on the screen has loaded. */
const shoot = async (browser, shop, path, { shownWidth, ...screen }) => {
  const address = shop.origin + path
  const context = await browser.newContext({
    ...screen,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    if (path === pages.today) await enterDesk(page, 'owner', shop)
    const answer = await page.goto(address, { waitUntil: 'load' })
    if (answer?.status() !== 200) throw new Error(`${address} answered ${answer?.status()}`)
    await page.waitForFunction(() =>
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top < innerHeight)
        .every((image) => image.complete && image.naturalWidth > 0),
    )
    return sharp(await page.screenshot()).resize({ width: shownWidth })
  } finally {
    await context.close()
  }
}

await getReadyOrEnd(built)
mkdirSync(folder, { recursive: true })
const shop = await startShop({ DEMO_ORDERS: '1' })
try {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  let total = 0
  try {
    for (const [page, path] of Object.entries(pages))
      for (const [screen, looks] of Object.entries(screens)) {
        const picture = await shoot(browser, shop, path, looks)
        const { size } = await picture.webp({ quality: 70 }).toFile(join(folder, `${page}-${screen}.webp`))
        console.log(`${page}-${screen}.webp  ${size} bytes`)
        total += size
      }
  } finally {
    await browser.close()
  }
  console.log(`${total} bytes together`)
  if (total > mostBytes) throw new Error(`They may have ${mostBytes} bytes together`)
} finally {
  await shop.remove()
}
