import { enterDesk } from '../support/desk-session.ts'
import { expect, test } from './fixtures.ts'

test.use({ ownShop: true, shopSettings: { DEMO_ORDERS: '1' } })
test('look', async ({ page, shop }) => {
  await enterDesk(page, 'owner', shop)
  const look = async (path: string, name: string) => {
    await page.goto(path)
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `/tmp/st-${name}-${width}.png`, fullPage: true })
    }
  }
  await look('/admin/products/F-1007/stock', 'stock')
  await look('/admin/stock', 'list')
  await look('/admin', 'today')
  await look('/all-products/F-1007', 'fabric')
  await look('/all-products/F-1009', 'soldout')
  await look('/all-products?q=F-100', 'cards')
  expect(1).toBe(1)
})
