import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { readData } from '../support/shop-database.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

test.use({
  ...phone(375, 740),
  ownShop: true,
  shopSettings: { DEMO_ORDERS: '1' },
  expectedInConsole: /status of (404|409|422)/,
})

const path = '/admin/orders/K7P4-9WXD/exchange'

test('N125, N126: another colour for one of three, told to the buyer, and back again @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/orders/:number/exchange')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/orders/K7P4-9WXD')
  await press(page.getByRole('link', { name: '商品を変える' }))
  await expectNoAxeViolations(page)
  await press(page.getByRole('radio', { name: /F-1001/ }))
  await page.getByLabel('代わりの商品の番号か名前').fill('F-1002')
  await expect(page.getByRole('option', { name: /F-1002/ })).toBeVisible()
  await press(page.getByRole('button', { name: '次へ' }))
  await expect(page.getByText('いまの商品')).toBeVisible()
  await expectNoAxeViolations(page)
  await press(page.getByRole('button', { name: '商品を変える' }))
  await expect(page.getByText('商品を変えました。', { exact: false })).toBeInViewport({ ratio: 1 })
  const goods = page.getByRole('region', { name: '商品', exact: true })
  await expect(goods).toContainText('F-1002')
  await expect(goods).toContainText('（F-1001）から変更しました')
  expect(readData(shop.dataDir, 'select units from order_exchange')).toEqual([{ units: 1 }])
  await page.goto(path)
  await press(page.getByRole('link', { name: 'もとに戻す' }))
  await expectNoAxeViolations(page)
  await press(page.getByRole('button', { name: 'もとに戻す' }))
  await expect(page.getByText('商品の変更をもとに戻しました。')).toBeInViewport({ ratio: 1 })
  await expect(goods).not.toContainText('F-1002')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('N125: a name is looked for, one of what was found chosen, and what goes back asked before it is done', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto(path)
    await press(page.getByRole('radio', { name: /F-1001/ }))
    await page.getByLabel('代わりの商品の番号か名前').fill('あさのは')
    await press(page.getByRole('button', { name: '次へ' }))
    await expect(page.getByRole('group', { name: 'どの商品に' }).getByRole('radio').first()).toBeVisible()
    await page.getByLabel('代わりの商品の番号か名前').fill('F-1001')
    await press(page.getByRole('button', { name: '次へ' }))
    await expect(page.getByText('同じ商品です。ほかの商品を選んでください。')).toBeVisible()
  })
})
