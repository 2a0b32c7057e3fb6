import { enterDesk } from '../support/desk-session.ts'
import { expect, test, walks } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 375, height: 740 } })

test('sheets of an order that no other walk opens, payments without an order and the order of kits @walk', async ({
  page,
  shop,
}) => {
  walks(
    '/admin/orders/:number/ship',
    '/admin/orders/:number/undo-ship',
    '/admin/orders/:number/evidence',
    '/admin/orders/:number/settle',
    '/admin/orders/:number/transfer',
    '/admin/payments',
    '/admin/products/kit-order',
  )
  await enterDesk(page, 'owner', shop)
  for (const [path, heading] of [
    ['/admin/orders/K7P4-9WXD/ship', '発送'],
    ['/admin/orders/K7P4-9WXD/undo-ship', '発送'],
    ['/admin/orders/K7P4-9WXD/evidence', 'カード会社への記録'],
    ['/admin/orders/W9HT-4EQU/settle', '確認'],
    ['/admin/orders/K7P4-9WXD/transfer', '振込で返した'],
    ['/admin/payments', '注文のない支払い'],
    ['/admin/products/kit-order', 'キットの順番'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(375)
  }
})
