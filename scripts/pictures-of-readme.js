// npm run pictures-of-readme: the pictures of README.md and of the owner's page docs/はじめに.md, of the built demo on a phone and on a desk.
// Starts a shop of its own.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { enterDesk } from '../tests/support/desk-session.ts'
import { readData } from '../tests/support/shop-database.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { built } from './build-when-stale.js'
import { getReadyOrEnd } from './get-ready.js'
import { root } from './install-when-missing.js'
import { findChromium } from './programs-for-tests.js'

const folder = join(root, 'docs', 'pictures')
const mostBytes = 500_000

const pages = {
  products: '/all-products',
  fabric: '/all-products/F-1001',
  recipe: '/gallery/detail/demo-azuma-bag',
  today: '/admin',
}
/** Of a day at the desk, on a phone; the first screen of the owner's page is `today` above. */
const deskPages = {
  packing: '/admin/packing',
  shop: '/admin/shop',
  order: '/admin/orders/:number',
  'new-product': '/admin/products/new?type=fabric',
  settings: '/admin/settings',
}
const screens = {
  desk: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1, shownWidth: 960 },
  phone: { viewport: { width: 375, height: 720 }, deviceScaleFactor: 2, hasTouch: true, shownWidth: 500 },
}

/** Waits until every picture on the screen has loaded. */
const shoot = async (browser, shop, path, { shownWidth, ...screen }) => {
  const context = await browser.newContext({
    ...screen,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    if (path.startsWith(pages.today)) await enterDesk(page, 'owner', shop)
    const address = shop.origin + path.replace(':number', oldestToShip(shop))
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

const oldestToShip = ({ dataDir }) =>
  readData(
    dataDir,
    "select order_number as number from orders where state = 'paid' and shipped_at is null and review_reason is null and cancelled_at is null order by paid_at limit 1",
  )[0].number

await getReadyOrEnd(built)
mkdirSync(folder, { recursive: true })
const shop = await startShop({ DEMO_ORDERS: '1' })
try {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  let total = 0
  const keep = async (page, path, screen) => {
    const picture = await shoot(browser, shop, path, screens[screen])
    const { size } = await picture.webp({ quality: 62 }).toFile(join(folder, `${page}-${screen}.webp`))
    console.log(`${page}-${screen}.webp  ${size} bytes`)
    total += size
  }
  try {
    for (const [page, path] of Object.entries(pages))
      for (const screen of Object.keys(screens)) await keep(page, path, screen)
    for (const [page, path] of Object.entries(deskPages)) await keep(page, path, 'phone')
  } finally {
    await browser.close()
  }
  console.log(`${total} bytes together`)
  if (total > mostBytes) throw new Error(`They may have ${mostBytes} bytes together`)
} finally {
  await shop.remove()
}
