import type { Page } from '@playwright/test'
import { keptKit, keptLine, visitWithCart } from '../support/kept-carts.ts'
import { countShifts, expectNoAxeViolations, moved, shifted } from '../support/page-checks.ts'
import { asNewVisitor, buyButtonOf, buyButtons, cartButton, goToPayment } from '../support/shopping.ts'
import { expect, long, phone, press, test } from './fixtures.ts'

const top = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY

const highest = async (page: Page, cards: string) =>
  Math.max(
    ...(await page
      .locator(cards)
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))),
  )

const fabricCards = '[aria-labelledby="fabrics-heading"] li:has(img)'
const kitCards = '[aria-labelledby="kits-heading"] li:has(img)'

test.describe('on a phone of 375 px', () => {
  test.use(phone(375, 667))

  test('P38: products stand on the first screen, with how they are sold, and the header keeps 64 px of it', async ({
    page,
  }) => {
    await page.goto('/all-products')
    expect(await top(page, fabricCards)).toBeLessThan(320)
    expect(await highest(page, fabricCards)).toBeLessThanOrEqual(350)
    await press(buyButtonOf(page, 'F-1002'))
    await expect(page.getByRole('button', { name: '（F-1002）を1枚増やす' })).toBeFocused()
    expect(await highest(page, fabricCards)).toBeLessThanOrEqual(350)
    // P38
    for (const sentence of [
      'すべての生地を、50cm角の単位で販売しています。',
      'つながった1枚の布でお届けします。',
    ])
      await expect(page.getByText(sentence)).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 1_000))
    const header = page.getByRole('banner')
    await expect
      .poll(() => header.evaluate((node) => node.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(64)
    await expect(cartButton(page)).toBeInViewport({ ratio: 1 })
    const end = await page.getByRole('link', { name: 'もっと見る' }).boundingBox()
    const banner = await page.getByRole('complementary', { name: 'お便りのご案内' }).boundingBox()
    expect(banner?.y).toBeGreaterThan(end?.y ?? Number.POSITIVE_INFINITY)
    await page.goto('/kits')
    expect(await top(page, kitCards)).toBeLessThan(400)
    const add = page.getByRole('button', { name: /^50cm角で作る巾着.*カート(に入れる|に入っています)$/ })
    await expect(page.locator(kitCards).filter({ hasText: 'あと2点無料' }).first()).toBeVisible()
    expect(await highest(page, kitCards)).toBeLessThanOrEqual(350)
    const height = (await add.boundingBox())?.height
    await press(add)
    await expect(add).toHaveText('カートに入っています')
    expect((await add.boundingBox())?.height).toBe(height)
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('link', { name: '作品を見る' })).toHaveAttribute(
      'href',
      '/gallery',
    )
    expect(await top(page, '[aria-labelledby="new-fabrics"] li:has(img)')).toBeLessThan(600)
  })

  test('W60: the home page ends within six screens, the gallery begins within two, and the address stands once beside the footer’s', async ({
    page,
  }) => {
    await page.goto('/')
    const screen = 667
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6 * screen)
    expect(await top(page, '[aria-labelledby="works"] li:has(img)')).toBeLessThan(2 * screen - 80)
    for (const part of ['main', 'contentinfo'] as const)
      await expect(page.getByRole(part).getByText('東京都架空区'), part).toHaveCount(1)
    for (const [shelf, cards] of [
      ['new-fabrics', 4],
      ['works', 4],
      ['first-kits', 2],
    ] as const)
      await expect(page.locator(`[aria-labelledby="${shelf}"] li:has(img):visible`)).toHaveCount(cards)
  })
})

for (const width of [375, 768, 1280, 1920])
  test(`W13: at ${width} px the home page is as tall before its picture comes as with it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const mayCome = Promise.withResolvers<void>()
    await page.route('**/hero-*.svg', async (route) => {
      await mayCome.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const shelf = page.getByRole('heading', { level: 2 }).first()
    const place = async () => (await shelf.boundingBox())?.y
    await expect(page.getByRole('contentinfo')).toBeAttached()
    const before = await place()
    mayCome.resolve()
    const picture = page.locator('main img').first()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    expect(await place()).toBe(before)
  })

test('W60: no shelf of the home page leaves a hole at 768, 1280 and 1920 px', async ({ page }) => {
  await page.goto('/')
  for (const [width, rows] of [
    [768, 2],
    [1280, 1],
    [1920, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const shelf of ['new-fabrics', 'works', 'first-kits']) {
      const places = await page
        .locator(`[aria-labelledby="${shelf}"] li:has(img)`)
        .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().y))
      expect([places.length, new Set(places).size], `${shelf} at ${width} px`).toEqual([6, rows])
    }
  }
})

test('C1: what the first screens show, sell and give away', async ({ page }) => {
  await test.step('three in a row at 1280 px, so that 6 and 6 fill their rows', async () => {
    for (const [path, cards] of [
      ['/all-products', fabricCards],
      ['/kits', kitCards],
      ['/gallery/search', '[aria-labelledby="works"] li:has(img)'],
    ] as const) {
      await page.goto(path)
      const places = await page
        .locator(cards)
        .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().y))
      expect(new Set(places).size, path).toBe(2)
    }
  })

  await test.step('the home page shows products, recipes and news, and sells: three taps to the payment page', async () => {
    await asNewVisitor(page)
    await page.goto('/')
    const main = page.getByRole('main')
    for (const name of [
      '新しい生地',
      'はじめての方のキット',
      'みんなの作品',
      'お知らせ',
      '大切にしている3つのこと',
    ])
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(main.locator('[aria-labelledby="new-fabrics"] li:has(img)')).toHaveCount(6)
    await expect(main.locator('[aria-labelledby="works"] li:has(img)')).toHaveCount(6)
    const news = main.getByRole('region', { name: 'お知らせ' }).locator('details').first()
    await expect(news.locator('summary h3')).toBeVisible()
    await expect(news).not.toHaveAttribute('open')
    await press(buyButtons(page).first())
    await press(page.getByRole('button', { name: 'カートを見る' }))
    await goToPayment(page)
  })

  await test.step('a fabric in the cart has its quantity in place of the button, and the focus stays there', async () => {
    await asNewVisitor(page)
    await page.goto('/all-products')
    await press(buyButtonOf(page, 'F-1002'))
    const plus = page.getByRole('button', { name: '（F-1002）を1枚増やす' })
    await expect(plus).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cartButton(page)).toContainText('2点')
    // A heart is half covered by the sticky header.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '（F-1002）を1枚減らす' }))
    await press(page.getByRole('button', { name: '（F-1002）をカートから取り出す' }))
    await expect(buyButtonOf(page, 'F-1002')).toBeFocused()
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(plus).toBeVisible()
  })

  await test.step('C1: with fabric in the cart, kits show 0円 and how many are left, until two are chosen', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [keptLine('F-1001'), keptKit('K-2001')], '/kits')
    const cards = page.locator(kitCards)
    const free = cards.filter({ hasText: '0円' }).filter({ hasText: 'あと1点無料' })
    await expect(page.getByText('無料のキットを、あと1点選べます。')).toBeVisible()
    await expect(free.first().locator('s')).toHaveText(/^通常価格 [\d,]+円$/)
    for (const card of await cards.all()) {
      const fabric = card.getByRole('link', { name: /^(?:布は別売り .*\d+cm|このキットは布\d+枚。いま1枚)/ })
      await expect(fabric).toHaveAttribute('href', /^\/kits\/[^#]+#goes-with$/)
    }
    await expectNoAxeViolations(page)
    await press(free.first().getByRole('button', { name: /カートに入れる$/ }))
    await expect(page.getByRole('status').filter({ hasText: '無料でカートに入れました' })).toHaveCount(1)
    await expect(page.getByText('無料のキットを2点お選びいただきました。')).toBeVisible()
    await expect(free).toHaveCount(0)
    await press(page.getByRole('link', { name: /^布は別売り/ }).first())
    await expect(page).toHaveURL(/#goes-with$/)
    await expect(page.locator('#goes-with')).toBeInViewport()
  })
})

test('nothing moves by itself: every page, and もっと見る on a slow line', long, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await countShifts(page)
  await visitWithCart(page, [keptLine('F-1001'), keptKit('K-2001')], '/')
  // In parallel: each waits for half a second without requests.
  await Promise.all(
    ['/', '/all-products', '/kits', '/influencer_subscription', '/subscription', '/gallery'].map(
      async (path) => {
        const other = await page.context().newPage()
        await other.setViewportSize({ width: 375, height: 667 })
        await countShifts(other)
        await other.goto(path)
        await other.waitForLoadState('networkidle')
        expect(await shifted(other), path).toBeLessThan(0.05)
        await other.close()
      },
    ),
  )
  for (const [path, cards] of [
    ['/all-products', fabricCards],
    ['/kits', kitCards],
    ['/gallery/search', '[aria-labelledby="works"] li:has(img)'],
  ] as const) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.route('**/*.data*', async (route) => {
      const answer = await route.fetch()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)))
      await route.fulfill({ response: answer })
    })
    await press(page.getByRole('link', { name: 'もっと見る' }))
    await expect(page.locator(cards)).toHaveCount(12)
    expect(await moved(page), `もっと見る on ${path}`).toBeLessThan(0.05)
    await page.unroute('**/*.data*')
  }
})
