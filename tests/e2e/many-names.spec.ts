import { feedRow, list, startFeedServer } from '../support/feed-server.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, expect } from './fixtures.ts'

/** A shop whose feed has 1,200 fabrics of as many names. */
const shopOfManyNames = async () => {
  const feed = await startFeedServer()
  feed.behave(
    list(
      Array.from({ length: 1_200 }, (_, at) =>
        feedRow(at + 1, { name: `ぬのの柄 ${at + 1}番`, imageUrl: '' }),
      ),
    ),
  )
  const shop = await startShop({ PRODUCT_FEED_URL: feed.url })
  await expect
    .poll(async () => (await rawRequest(shop.origin, { path: '/all-products' })).body, {
      timeout: 20_000,
    })
    .toContain('全1,200点（6点を表示中）')
  const { remove } = shop
  const removeBoth = async () => {
    await remove()
    await feed.close()
  }
  return Object.assign(shop, { remove: removeBoth })
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfManyNames)),
})

test('P25: the filter stays small, and neither page nor data carry what they do not show', async ({
  shop,
}) => {
  for (const path of ['/all-products', '/all-products.data']) {
    const { body } = await rawRequest(shop.origin, { path })
    expect(body).toContain('ぬのの柄 200番')
    expect(body).not.toContain('ぬのの柄 201番')
  }
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
  await page.getByLabel('生地名でしぼりこむ').selectOption('ぬのの柄 7番')
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
