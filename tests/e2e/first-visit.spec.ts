import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { body, feedRow, list, startFeedServer } from '../support/feed-server.ts'
import { filesOfVisit } from '../support/first-visit.ts'
import { fabricPhotograph } from '../support/pictures-for-tests.ts'
import { startShop } from '../support/shop-process.ts'
import { buyButtons, openCart } from '../support/shopping.ts'
import { expect, long, press, reach, test } from './fixtures.ts'

/** What a phone on a slow connection may have to load before a page answers its first tap. */
const most = {
  '/': { files: 11, scripts: 110_800 },
  '/all-products': { files: 11, scripts: 113_800 },
  '/kits': { files: 11, scripts: 112_700 },
  '/all-products/F-1001': { files: 14, scripts: 124_700 },
  '/kits/K-2001': { files: 14, scripts: 122_400 },
  '/gallery': { files: 13, scripts: 126_600 },
  '/gallery/detail/demo-tote': { files: 13, scripts: 131_100 },
} as const
/** Counted by itself, for its compression swings by some hundred bytes; a script's does not. */
const mostBytesOfPage = 13_500

const first = (html: string, what: RegExp) => html.search(what)

for (const [path, { files: mostFiles, scripts: mostBytes }] of Object.entries(most))
  test(`P45: a first visit of ${path} brings few bytes, in few files`, async ({ request }) => {
    const files = filesOfVisit(await (await request.get(path)).text())
    const [sheet, ...others] = files.filter((file) => !file.endsWith('.js'))
    expect(sheet).toMatch(/^\/assets\/page-/)
    expect(others).toEqual([])
    const [page = 0, ...scripts] = await Promise.all(
      [path, ...files.filter((file) => file !== sheet)].map(async (file) => {
        const answer = await request.get(file, { headers: { 'accept-encoding': 'br' } })
        return Number(answer.headers()['content-length'])
      }),
    )
    expect(files.length).toBeGreaterThan(2)
    expect(files.length).toBeLessThanOrEqual(mostFiles)
    expect(page).toBeLessThanOrEqual(mostBytesOfPage)
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(mostBytes)
  })

for (const path of ['/', '/all-products', '/kits']) {
  test(`${path} is seen before its scripts: the styles stand first, one picture is urgent`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text()
    expect(first(html, /<style/)).toBeGreaterThan(0)
    expect(first(html, /<style/)).toBeLessThan(first(html, /modulepreload|<script/))
    // Behind all that is seen, before what hydrates it.
    expect(first(html, /<link rel="stylesheet"/)).toBeGreaterThan(first(html, /<\/footer>/))
    expect(first(html, /<link rel="stylesheet"/)).toBeLessThan(
      first(html, /<script>window.__reactRouterContext/),
    )
    expect(html).not.toMatch(/<link(?=[^>]* rel="modulepreload")(?![^>]* fetchpriority="low")/)
    expect(html).not.toMatch(/<link[^>]* rel="preload"[^>]* href="\/Image\/logo/)
    expect(html.match(/<img[^>]* fetchPriority="high"/gi)).toHaveLength(1)
    expect((html.match(/<link rel="preload" as="image"/g) ?? []).length).toBeLessThanOrEqual(1)
    if (path === '/') return
    const main = html.slice(first(html, /<main/))
    const pictures = [...main.matchAll(/<picture>.*?<\/picture>/g)].map(([picture]) => picture)
    expect(pictures).toHaveLength(6)
    for (const [at, picture] of pictures.entries()) {
      // The demo's first fabrics are photographed, its kits for beginners drawn.
      for (const format of path === '/kits' ? [] : ['avif', 'webp'])
        expect(picture).toMatch(
          new RegExp(`type="image/${format}" srcSet="\\S+-400.${format} 400w, \\S+-800.${format} 800w, `),
        )
      const lazily = picture.includes('loading="lazy"')
      expect([/width="600" height="600"/.test(picture), lazily]).toEqual([true, at > 0])
    }
  })
}

/** The names of the sheets in a page's file of styles. */
const sheetsIn = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet"[^>]* data-sheets="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )

const classesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')))

/** Bytes of HTML, compressed as the server sends it, with some hundred to spare. */
const pages = {
  '/': 13_400,
  '/all-products': 11_800,
  '/all-products/F-1001': 12_300,
  '/all-products/F-1041': 11_300,
  '/kits': 10_400,
  '/kits/K-2015': 9_300,
  '/gallery': 9_800,
  '/gallery/search': 9_400,
  '/gallery/detail/demo-azuma-bag': 13_000,
} as const

for (const [path, mostPageBytes] of Object.entries(pages))
  test(`W68: ${path} carries the styles of what it shows, within ${mostPageBytes} bytes`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text()
    const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    const inPage = classesIn(html.replace(styles, ''), /<[a-z][^>]*? class="([^"]*)"/g)
    // Within brackets a class may be one that is not there.
    const inStyles = classesIn(
      styles.replaceAll(/\{[^{}]*\}/g, '{}').replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, ''),
      /\.([a-z][\w-]*)/gi,
    )
    expect(inStyles.size).toBeGreaterThan(30)
    expect([...inStyles].filter((name) => !inPage.has(name))).toEqual([])
    // In this order for good: what is first named later would win over them when it comes.
    const layers = new Set([...styles.matchAll(/@layer (\w+)/g)].map(([, name]) => name))
    expect([...layers].join(' ')).toBe('reset tokens base patterns primitives features states')
    const compressed = await request.get(path, { headers: { 'accept-encoding': 'br' } })
    expect(Number(compressed.headers()['content-length'])).toBeLessThan(mostPageBytes)
  })

test('W76: a page brings no text that it does not show', async ({ request }) => {
  for (const [path, shown, notShown] of [
    ['/', '新しい生地', 'お客様のご都合による返品'],
    ['/gallery', '新着の作品', '営業日でお届けします'],
    // Of a fabric beside it the page shows name, price and facts.
    ['/all-products/F-1041', 'リネン無地', '染めない麻です'],
    ['/all-products/F-1041', 'ご注文の確定後、3〜5営業日でお届けします', 'ご注文を取り消せます'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain(shown)
    expect(html, path).not.toContain(notShown)
  }
})

test.describe('a page of an error', () => {
  test.use({ expectedInConsole: /status of 404/ })

  test('has its data as the router sends it, others as an expression, and both answer a press', async ({
    page,
    request,
  }) => {
    const isStreamed = async (path: string) =>
      (await (await request.get(path)).text()).includes('streamController')
    expect([await isStreamed('/order/none'), await isStreamed('/kits')]).toEqual([true, false])
    for (const path of ['/order/none', '/kits']) {
      await page.goto(path)
      await openCart(page)
    }
  })
})

test("the gallery loads nothing of the shop's frame, the shop nothing of the gallery's, and none what is the desk's", async ({
  request,
}) => {
  const shopPage = await (await request.get('/all-products')).text()
  const galleryPage = await (await request.get('/gallery')).text()
  const [shop, gallery] = [filesOfVisit(shopPage), filesOfVisit(galleryPage)]
  expect(gallery.filter((file) => /\/shop-/.test(file))).toEqual([])
  expect(shop.filter((file) => /\/gallery-/.test(file))).toEqual([])
  expect([...shop, ...gallery].filter((file) => /\/desk-/.test(file))).toEqual([])
  const routes = shop.find((file) => file.includes('/visitors-')) ?? ''
  expect(gallery).toContain(routes)
  const listed = await (await request.get(routes)).text()
  expect(listed).toContain('"routes/shop/all-products"')
  expect(/(?:routes|layouts)\/desk|"admin\//.exec(listed)).toBeNull()
  expect([sheetsIn(shopPage), sheetsIn(galleryPage)]).toEqual([
    ['every-page', 'shop'],
    ['every-page', 'gallery'],
  ])
})

test.describe('within the site', () => {
  // React reports the event of a failed style sheet.
  test.use({ expectedInConsole: /status of 404|page: Event$/ })

  test("the other area's style sheet comes with its first page, once, which is not shown before", async ({
    page,
  }) => {
    const shopHeading = page.getByRole('heading', { level: 1, name: '生地' })
    const galleryLooks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .map((one) => getComputedStyle(one))
          .map(({ display, font, color, padding }) => [display, font, color, padding].join())
          .join(';'),
      )
    await page.goto('/gallery')
    const looks = await galleryLooks()

    await page.goto('/all-products')
    const asked: string[] = []
    const mayCome = Promise.withResolvers<void>()
    await page.route('**/*.css', async (route) => {
      asked.push(new URL(route.request().url()).pathname)
      await mayCome.promise
      await route.continue()
    })
    const isAsked = () => asked.some((path) => path.includes('/gallery-'))
    const dataMayCome = Promise.withResolvers<void>()
    await page.route(/gallery\.data/, async (route) => {
      await dataMayCome.promise
      await route.continue()
    })
    const data = page.waitForResponse(/gallery\.data/)
    await press(page.getByRole('link', { name: '作品ギャラリー' }))
    // It does not wait for the data.
    await expect.poll(isAsked).toBe(true)
    dataMayCome.resolve()
    await (await data).finished()
    await expect(shopHeading).toBeVisible()
    mayCome.resolve()
    await expect(shopHeading).toHaveCount(0)
    await expect.poll(galleryLooks).toBe(looks)
    expect(asked).toHaveLength(1)

    // What is already loaded is not requested again; what is loaded on demand has its styles.
    asked.length = 0
    await page.goBack()
    await expect(shopHeading).toBeVisible()
    const cart = await openCart(page)
    await expect(cart.getByText('小計', { exact: true }).locator('..')).toHaveCSS('display', 'flex')
    await page.keyboard.press('Escape')
    await page.goForward()
    await expect(shopHeading).toHaveCount(0)
    await expect.poll(galleryLooks).toBe(looks)
    expect(asked).toEqual([])

    // A new build may have removed the sheet: the page is reloaded.
    await page.goto('/all-products')
    await page.unroute('**/*.css')
    await page.route('**/assets/gallery-*.css', (route) => route.fulfill({ status: 404 }))
    const isReadAnew = page.waitForEvent('load')
    await press(page.getByRole('link', { name: '作品ギャラリー' }))
    await isReadAnew
    expect(await galleryLooks()).toBe(looks)
  })
})

test.describe('after a new build', () => {
  test.use({ expectedInConsole: /404|Error loading route module|dynamically imported module/ })

  test('P8: a link whose scripts are gone is followed all the same, and Back leads to the page that was left', async ({
    page,
  }) => {
    await page.goto('/all-products')
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/gallery-layout-*.js', (route) => route.fulfill({ status: 404 }))
    await press(page.getByRole('link', { name: '作品ギャラリー' }))
    await expect(page.getByRole('heading', { level: 1, name: '作品ギャラリー' })).toBeVisible()
    await expect(page).toHaveURL('/gallery')
    await page.unroute('**/assets/gallery-layout-*.js')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '生地' })).toBeVisible()
  })
})

/** How each element of the page's body looks, by its place among them. */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((one) => {
      // A closed dialog has its styles when a script can open it.
      if (!one.checkVisibility()) return ''
      const { display, font, color, backgroundColor, padding, margin, borderWidth } = getComputedStyle(one)
      const { x, y, width, height } = one.getBoundingClientRect()
      return [
        one.tagName,
        one.className,
        display,
        font,
        color,
        backgroundColor,
        padding,
        margin,
        borderWidth,
        x,
        y,
        width,
        height,
      ].join()
    }),
  )

for (const path of ['/', '/all-products/F-1041', '/gallery/detail/demo-azuma-bag'])
  for (const width of [375, 1280])
    test(`W68: ${path}, ${width} wide, is seen whole before its sheet comes, and nothing moves when it does`, async ({
      browser,
      shop,
    }) => {
      const context = await browser.newContext({
        baseURL: shop.origin,
        javaScriptEnabled: true,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const mayCome = Promise.withResolvers<void>()
      await page.route('**/assets/page-*.css', async (route) => {
        await mayCome.promise
        await route.continue()
      })
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('contentinfo')).toBeVisible()
      const sheetsNow = () =>
        page.evaluate(() => [...document.styleSheets].filter(({ href }) => href !== null).length)
      expect(await sheetsNow()).toBe(0)
      const before = await looksOf(page)
      mayCome.resolve()
      await expect.poll(sheetsNow).toBe(1)
      const after = await looksOf(page)
      expect(before.length).toBeGreaterThan(100)
      const changed = before.flatMap((look, at) => (look === after[at] ? [] : [[look, after[at]]]))
      expect(changed).toEqual([])
      await context.close()
    })

test.describe('without its sheet', () => {
  // React rejects what waited for a sheet with the event of its failure.
  test.use({ expectedInConsole: /status of 404|page: Event/ })

  test('W68: a page whose sheet does not come gets its sheets one by one with its scripts', async ({
    page,
  }) => {
    await page.route('**/assets/page-*.css', (route) => route.fulfill({ status: 404 }))
    await page.goto('/all-products')
    await openCart(page)
    const sheets = () =>
      page.evaluate(() =>
        [...document.styleSheets].flatMap(({ href, cssRules }) =>
          href !== null && cssRules.length > 0 ? href : [],
        ),
      )
    await expect.poll(sheets).toEqual([expect.stringMatching(/every-page-/), expect.stringMatching(/shop-/)])
  })

  test('W68: a page none of whose sheets come stays, works, and is not read again; a later one is, once', async ({
    page,
  }) => {
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404 }))
    const failed = page.waitForEvent('console', (said) => /\/shop-[^/]*\.css/.test(said.location().url))
    await page.goto('/all-products')
    await failed
    await openCart(page)
    expect(documents).toEqual(['/all-products'])
    await page.goto('/')
    await press(page.getByRole('banner').getByRole('link', { name: '作品', exact: true }))
    await expect(page).toHaveURL(/\/gallery$/)
    await expect.poll(() => documents).toEqual(['/all-products', '/', '/gallery'])
  })
})

test('S13: beside an unopened cart only a browser that remembers something left to pay loads what looks after it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const areChecksAsked = () => asked.some((path) => path.startsWith('/assets/later-on-demand-'))
  // The shop's pages load the cart behind themselves, and that with it.
  await page.goto('/gallery', { waitUntil: 'networkidle' })
  expect(areChecksAsked()).toBe(false)
  expect(asked.filter((path) => path.startsWith('/assets/manifest-'))).toEqual([])
  await page.evaluate(() => localStorage.setItem('mcSquarePayments', '{"browser":null,"orders":[]}'))
  await page.reload()
  await expect.poll(areChecksAsked).toBe(true)
})

test.describe('where a script does not arrive', () => {
  test.use({ expectedInConsole: /ERR_FAILED|dynamically imported module/ })

  test('W20: the press of a photograph opens the photograph itself', async ({ page }) => {
    // The browser shows a picture by a document of its own, whose style our policy refuses.
    await page.route(/\/Image\//, (route) =>
      route.request().isNavigationRequest() ? route.fulfill({ body: '' }) : route.continue(),
    )
    await page.route('**/assets/enlarged-picture-*.js', (route) => route.abort())
    await page.goto('/all-products/F-1001', { waitUntil: 'networkidle' })
    await press(page.getByRole('link', { name: /拡大する/ }).first())
    await expect(page).toHaveURL(/\/Image\//)
  })
})

/** The bytes of 生地 with six photographs, after scrolling through all fabrics. */
const bytesOfFirstVisit = async (page: Page): Promise<number> => {
  const sizes = new Map<string, number>()
  page.on('requestfinished', async (asked) => {
    const { responseBodySize, responseHeadersSize } = await asked.sizes()
    sizes.set(asked.url(), responseBodySize + responseHeadersSize)
  })
  await page.goto('/all-products', { waitUntil: 'networkidle' })
  const fabrics = await page.getByRole('main').getByRole('listitem').getByRole('img').all()
  for (const fabric of fabrics) await fabric.scrollIntoViewIfNeeded()
  const shown = await Promise.all(
    fabrics.map(async (fabric) => {
      const source = () => fabric.evaluate((img: HTMLImageElement) => (img.complete ? img.currentSrc : ''))
      await expect.poll(source).toMatch(/\.avif$/)
      return source()
    }),
  )
  expect(shown).toHaveLength(6)
  await expect.poll(() => shown.every((url) => sizes.has(url))).toBe(true)
  // The same photograph, six times.
  const others = [...sizes].filter(([url]) => !shown.includes(url)).map(([, bytes]) => bytes)
  const total = [...others, ...shown.map((url) => sizes.get(url) ?? 0)].reduce((sum, each) => sum + each, 0)
  test.info().annotations.push({ type: 'bytes of the first visit', description: String(total) })
  return total
}

test.describe('with photographs of several megabytes at an outside address', long, () => {
  test.use({
    viewport: { width: 375, height: 667 },
    deviceScaleFactor: 3,
    expectedInConsole: /none\.svg/,
    shop: async ({ ownShop: _ }, use) => {
      const feed = await startFeedServer()
      const photograph = await fabricPhotograph()
      // Making copies is slow, so one photograph is used six times.
      const imageUrl = `${feed.origin}/photograph.jpg`
      const rows = Array.from({ length: 6 }, (_, at) => feedRow(`F-${at}`, { imageUrl }))
      const without = feedRow('F-9', { name: '写真のない布', imageUrl: '/Image/none.svg' })
      feed.behave((request, response) => {
        const answer = request.url?.endsWith('.jpg') ? body(photograph) : list([...rows, without])
        answer(request, response)
      })
      const shop = await startShop({ PRODUCT_FEED_URL: feed.url })
      await use(shop)
      await shop.remove()
      await feed.close()
    },
  })

  test('P34: the first visit of 生地 is under 400 kB, and asks no outside address', async ({
    page,
    request,
    browser,
    shop,
  }) => {
    const copies = async () =>
      (await (await request.get('/all-products')).text()).match(/<img[^>]* src="\/Image\/uploads\//g)?.length
    await expect.poll(copies, { timeout: 120_000 }).toBe(6)

    expect(await bytesOfFirstVisit(page)).toBeLessThan(400_000)

    await test.step('on a large screen with two pixels a point too', async () => {
      const other = await browser.newContext({
        baseURL: shop.origin,
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 2,
      })
      expect(await bytesOfFirstVisit(await other.newPage())).toBeLessThan(400_000)
      await other.close()
    })

    await test.step('the page of a fabric, its zoom and the cart show our copies too', async () => {
      await press(page.getByRole('link', { name: '麻の葉 F-0' }))
      await expect(page.getByRole('img', { name: '麻の葉 F-0の布地' })).toHaveAttribute(
        'src',
        /^\/Image\/uploads\//,
      )
      await press(buyButtons(page).first())
      const inCart = (await openCart(page)).getByRole('listitem').locator('img')
      await expect.poll(() => inCart.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400)
    })

    await test.step('a picture that fails leaves a calm patch', async () => {
      await page.goto('/all-products?count=12')
      const failed = page.getByRole('img', { name: '写真のない布の布地' })
      await reach(page.getByRole('link', { name: /写真のない布/ }).first())
      const { width, height } = (await failed.boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.abs(width - height)).toBeLessThan(2)
      const isCalm = () =>
        expect(async () => {
          const seen = sharp(await failed.screenshot()).extract({
            left: 40,
            top: 40,
            width: 300,
            height: 300,
          })
          const { channels } = await sharp(await seen.toBuffer()).stats()
          expect(channels.slice(0, 3).map(({ stdev }) => Math.round(stdev))).toEqual([0, 0, 0])
        }).toPass()
      await expect(failed).toHaveAttribute('data-failed')
      await isCalm()
      await failed.evaluate((img) => img.removeAttribute('data-failed'))
      await isCalm()
    })
  })
})
