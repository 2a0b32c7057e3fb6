import { feedRow, list, startFeedServer } from '../support/feed-server.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, expect, long, phone, press, reach, walks } from './fixtures.ts'

const number = new Intl.NumberFormat('ja')

/** A shop whose feed has as many fabrics of as many names. */
const shopOfNames = async (count: number) => {
  const feed = await startFeedServer()
  feed.behave(
    list(
      Array.from({ length: count }, (_, at) =>
        feedRow(at + 1, { name: `ぬのの柄 ${at + 1}番`, imageUrl: '' }),
      ),
    ),
  )
  const shop = await startShop({ PRODUCT_FEED_URL: feed.url })
  await expect
    .poll(async () => (await rawRequest(shop.origin, { path: '/all-products' })).body, {
      timeout: 60_000,
    })
    .toContain(`全${number.format(count)}点（6点を表示中）`)
  const { remove } = shop
  const removeBoth = async () => {
    await remove()
    await feed.close()
  }
  return Object.assign(shop, { remove: removeBoth })
}

const shopOf1200 = () => shopOfNames(1_200)

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOf1200)),
})

const namesAt = '**/api/fabric-names'

/** At a desk the choice stands beside the list, on a phone in the sheet of filters. */
const screens = [
  ['on a phone', phone(375, 667)],
  ['at a desk', { viewport: { width: 1280, height: 800 } }],
] as const

for (const [where, screen] of screens)
  test.describe(where, () => {
    test.use({ ...screen, expectedInConsole: /status of 503|ERR_FAILED|net::/ })

    test('S38: the names come when the choice is near, with the focus and what is chosen left alone', async ({
      page,
    }) => {
      let asked = 0
      const mayCome = Promise.withResolvers<void>()
      await page.route(namesAt, async (route) => {
        asked += 1
        await mayCome.promise
        await route.continue()
      })
      const name = 'ぬのの柄 7番'
      await page.goto(`/all-products?name=${encodeURIComponent(name)}`, { waitUntil: 'networkidle' })
      expect(asked).toBe(0)
      const choice = page.getByLabel('生地名でしぼりこむ')
      if (where === 'on a phone') await press(page.getByRole('button', { name: /^しぼりこむ/ }))
      else await choice.focus()
      await expect.poll(() => asked).toBe(1)
      const options = choice.getByRole('option')
      await expect(options).toHaveText(['すべて', name, 'ほかの名前を読み込んでいます…'])
      await choice.focus()
      mayCome.resolve()
      await expect(options).toHaveCount(1_201)
      await expect(choice).toBeFocused()
      await expect(choice).toHaveValue(name)
      await expect(options.nth(7)).toHaveText(name)
      await expectNoAxeViolations(page)
      await choice.selectOption('ぬのの柄 1199番')
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(['ぬのの柄 1199番'])
      await expect(choice).toHaveValue('ぬのの柄 1199番')
      await page.goBack()
      await expect(choice).toHaveValue(name)
      expect(asked).toBe(1)
    })

    test('S38: a request for names that fails, and one that never arrives, say so beside the choice', async ({
      page,
    }) => {
      const name = 'ぬのの柄 7番'
      await page.route(namesAt, (route) => route.fulfill({ status: 503 }))
      await page.goto(`/all-products?name=${encodeURIComponent(name)}`)
      if (where === 'on a phone') await press(page.getByRole('button', { name: /^しぼりこむ/ }))
      const choice = page.getByLabel('生地名でしぼりこむ')
      await choice.focus()
      const form = page.locator('form').filter({ has: choice })
      const said = form.getByRole('status')
      const again = form.getByRole('button', { name: 'もう一度読み込む' })
      await expect(said).toHaveText('お店の側の不具合で、ほかの生地名を読み込めませんでした。')
      await expect(choice).toHaveValue(name)
      await expectNoAxeViolations(page)

      await page.unroute(namesAt)
      await page.route(namesAt, (route) => route.abort())
      await press(again)
      await expect(said).toHaveText('通信エラーで、ほかの生地名を読み込めませんでした。')
      await expect(again).toBeFocused()
      await expect(choice).toHaveValue(name)

      await page.unroute(namesAt)
      await press(again)
      await expect(choice.getByRole('option')).toHaveCount(1_201)
      await expect(said).toHaveText('')
      await expect(again).toHaveCount(0)
      await expect(choice).toBeFocused()
      await expect(choice).toHaveValue(name)
    })

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false })

      test('S39: a link leads to all names, page by page, and each to its fabric @walk', async ({ page }) => {
        walks('/fabric-names')
        await page.goto('/all-products')
        if (where === 'on a phone') await press(page.getByRole('button', { name: /^しぼりこむ/ }))
        await press(page.getByRole('link', { name: '生地名の一覧を見る' }))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('生地名の一覧')
        const names = page.getByRole('main').getByRole('link', { name: /^ぬのの柄 \d+番$/ })
        await expect(names).toHaveCount(200)
        await expect(names.first()).toHaveText('ぬのの柄 1番')
        await press(page.getByRole('link', { name: '次の名前を見る' }))
        await expect(names.first()).toHaveText('ぬのの柄 201番')
        await press(
          page
            .getByRole('navigation', { name: '一覧のページ' })
            .getByRole('link', { name: 'ぬのの柄 1001番〜' }),
        )
        await expect(names.last()).toHaveText('ぬのの柄 1200番')
        await expect(page.getByRole('link', { name: '次の名前を見る' })).toHaveCount(0)
        await press(page.getByRole('link', { name: 'ぬのの柄 1199番', exact: true }))
        await expect(page.getByRole('heading', { level: 3 })).toHaveText(['ぬのの柄 1199番'])
        await page.goto('/fabric-names?page=99')
        await expect(names.last()).toHaveText('ぬのの柄 1200番')
      })
    })

    test('S39: the page of names is clean', async ({ page }) => {
      await page.goto('/fabric-names?page=2')
      await reach(page.getByRole('link', { name: '次の名前を見る' }))
      await expectNoAxeViolations(page)
    })
  })

test('P8, S39: the next page of names begins at its top, Back leads to where the press was', async ({
  page,
}) => {
  await page.goto('/fabric-names')
  const next = page.getByRole('link', { name: '次の名前を見る' })
  await press(next)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page).toHaveURL(/page=2/)
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(heading).toBeFocused()
  await page.goBack()
  await expect(next).toBeInViewport({ ratio: 1 })
})

test.describe('on the widest screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } })
  test('S38: the choice is as wide before the names come as with them', async ({ page }) => {
    await page.goto('/all-products')
    const choice = page.getByLabel('生地名でしぼりこむ')
    const width = async () => (await choice.boundingBox())?.width
    const before = await width()
    // Longer than the choice: the first names come with the page, the others later.
    await page.route(namesAt, (route) => route.fulfill({ json: ['とても長い名前の先染めタータンチェック'] }))
    await choice.focus()
    await expect(choice.getByRole('option')).toHaveCount(2)
    expect(await width()).toBe(before)
  })
})

test('S38: neither page nor data carry names that they do not show', async ({ shop }) => {
  for (const path of ['/all-products', '/all-products.data']) {
    const { body } = await rawRequest(shop.origin, { path })
    expect(body).toContain('ぬのの柄 6番')
    expect(body).not.toContain('ぬのの柄 7番')
  }
  const { body } = await rawRequest(shop.origin, { path: '/api/fabric-names' })
  expect(JSON.parse(body)).toHaveLength(1_200)
})

test('S38: the page weighs the same with 61 names as with 5,000', long, async () => {
  const bytes: number[] = []
  for (const count of [61, 5_000]) {
    const shop = await shopOfNames(count)
    const page = await rawRequest(shop.origin, { path: '/all-products' })
    const data = await rawRequest(shop.origin, { path: '/all-products.data' })
    bytes.push(Buffer.byteLength(page.body) + Buffer.byteLength(data.body))
    await shop.remove()
  }
  const [few = 0, many = 0] = bytes
  expect(few).toBeGreaterThan(10_000)
  expect(Math.abs(many - few)).toBeLessThan(400)
})

test('P25: a name that the filter does not offer is found by the search, and leaves again', async ({
  page,
}) => {
  await page.goto('/all-products')
  const field = page.getByLabel('生地をさがす').and(page.locator('input'))
  await field.fill('ヌノノ柄　１１９９')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['ぬのの柄 1199番'])
  await expect(page).toHaveURL(/[?&]q=/)
  await expectNoAxeViolations(page)
  await field.fill('')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6)
  const choice = page.getByLabel('生地名でしぼりこむ')
  await choice.focus()
  await choice.selectOption('ぬのの柄 7番')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['ぬのの柄 7番'])
  await page.goBack()
  await page.goBack()
  await expect(field).toHaveValue('ヌノノ柄　１１９９')
})

test('P25: an address of a search by name goes on working', async ({ page }) => {
  await page.goto(`/all-products?name=${encodeURIComponent('柄 1100番')}`)
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['ぬのの柄 1100番'])
  await expect(page.getByLabel('生地名でしぼりこむ')).toHaveValue('柄 1100番')
  await page.goto(`/all-products?name=${encodeURIComponent('ない柄')}`)
  await expect(page.getByText('「ない柄」に合う生地は見つかりませんでした。')).toBeVisible()
})
