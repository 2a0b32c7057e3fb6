// npm run pictures-of-pages -- FOLDER: thirty pages of the built demo, whole, at four widths, into a folder outside the project, to be looked
// at before and after a change of how things look. `-- FOLDER cart` makes those whose names hold `cart`. WIDTHS=375,1280 makes fewer.
// With EARLIER=/path/to/an/earlier/build both are pictured in turns, each in a shop of its own with the same data at the same moment, and the
// pictures that differ are named and kept beside each other; EARLIER=. tells what differs by chance, LATER=… takes the place of this build.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dataFolder, startBuild } from '../bench/start-build.js'
import { enterDesk } from '../tests/support/desk-session.ts'
import { beginSession } from '../tests/support/member-session.ts'
import { launchStill, stillContext, stillPicture, stretch } from '../tests/support/still-pages.ts'
import { built } from './build-when-stale.js'
import { getReadyOrEnd, root } from './get-ready.js'

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
const widths = (process.env.WIDTHS ?? '375,768,1280,1920').split(',').map(Number)
const earlier = process.env.EARLIER === undefined ? [] : [resolve(process.env.EARLIER)]
const later = resolve(process.env.LATER ?? root)

const mostRounds = 4

/** Shown in pages, so that it may not change with the port. */
const address = 'shop.localhost:8080'
/** For a server whose clock stands still. */
const clockAt = (now) =>
  `globalThis.Date = class extends Date { constructor(...of) { of.length === 0 ? super(${now}) : super(...of) } static now() { return ${now} } }`

await getReadyOrEnd(built)
mkdirSync(resolve(folder), { recursive: true })

const seeded = dataFolder()
const first = await startBuild(earlier[0] ?? later, seeded.folder, '/', { DEMO_ORDERS: '1' })
await first.stop()
const now = Date.now()

const openShop = async (build) => {
  const data = dataFolder()
  await cp(seeded.folder, data.folder, { recursive: true })
  const shop = await startBuild(build, data.folder, '/', {
    SITE_ORIGIN: `http://${address}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockAt(now))}`,
  })
  const browser = await launchStill(`--host-resolver-rules=MAP ${address} ${new URL(shop.origin).host}`)
  return {
    browser,
    seen: { origin: `http://${address}`, dataDir: data.folder },
    async close() {
      await browser.close()
      await shop.stop()
      data.remove()
    },
  }
}

/** The first screen, and the whole page where nothing was done on it, each with its name. */
const picturesOf = async (
  { browser, seen },
  width,
  [name, path, { before, afterwards, status = 200 } = {}],
) => {
  const context = await stillContext(browser, width, { now })
  try {
    const page = await context.newPage()
    await before?.(page, seen)
    const answer = await page.goto(seen.origin + path, { waitUntil: 'networkidle' })
    if (answer?.status() !== status) console.error(`${path} answered ${answer?.status()}`)
    await afterwards?.(page)
    const screen = [`${name}-${width}-first`, await stillPicture(page)]
    if (afterwards !== undefined) return [screen]
    const whole = await stretch(page, width)
    console.log(`${name}-${width}  ${whole} px`)
    return [screen, [`${name}-${width}`, await stillPicture(page)]]
  } finally {
    await context.close()
  }
}

const shops = []
/** Edges of drawings are drawn in one of two ways, which differ by single points: what is equal once looks alike. */
const picturedAlike = async (width, one) => {
  let best = []
  const alike = ([pictures, former]) => pictures.filter(([, each], at) => former?.[at][1].equals(each)).length
  for (let round = 0; round < mostRounds; round += 1) {
    const taken = await Promise.all(shops.map((shop) => picturesOf(shop, width, one)))
    if (best.length === 0 || alike(taken) > alike(best)) best = taken
    if (shops.length === 1 || alike(best) === best[0].length) break
  }
  return best
}
try {
  for (const build of [later, ...earlier]) shops.push(await openShop(build))
  const different = []
  let pictured = 0
  for (const one of pages.filter(([name]) => name.includes(part)))
    for (const width of widths) {
      const [pictures, former] = await picturedAlike(width, one)
      for (const [at, [name, picture]] of pictures.entries()) {
        pictured += 1
        writeFileSync(join(folder, `${name}.png`), picture)
        if (former === undefined || former[at][1].equals(picture)) continue
        writeFileSync(join(folder, `${name}-earlier.png`), former[at][1])
        different.push(name)
      }
    }
  if (earlier.length > 0) console.log(`${different.length} of ${pictured} pictures differ`, ...different)
} finally {
  for (const shop of shops) await shop.close()
  seeded.remove()
}
