import type { Page } from '@playwright/test'
import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { buyButtons, openCart, putFabricsIntoCart, untilServed } from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

test.use({ ownShop: true })

const gotoClosedPage = async (page: Page) => {
  await untilServed(page, '/all-products', (html) => html.includes(closedText))
  await page.goto('/all-products')
  await expect(page.getByText(closedText)).toBeVisible()
}

const closedText = 'ただいまお休みをいただいています。'
const closedButton = 'ただいま休業中です'

test('a closed shop says so, can be browsed, and keeps the cart', async ({ page, shop }) => {
  await putFabricsIntoCart(page, 2)
  const closed = await ownerCommand(shop, 'shop', 'close', '--message', '1月4日から営業します。<b>')
  expect(closed).toContain('お店は休業中です')
  await gotoClosedPage(page)
  await expect(page.getByText('1月4日から営業します。<b>')).toBeVisible()
  await expect(page.getByRole('button', { name: '休業中', exact: true })).toHaveCount(6)
  await expect(buyButtons(page)).toHaveCount(0)
  await page.goto('/kits')
  await expect(page.getByText('1種類につき1点、布は別売り。')).toBeVisible()
  await expect(page.getByText(/あと\d点/)).toHaveCount(0)
  const panel = await openCart(page)
  await expect(panel.getByText(/あと\d点/)).toHaveCount(0)
  await expect(panel.getByRole('button', { name: closedButton })).toHaveAttribute('aria-disabled', 'true')
  await expect(panel.getByText('カートの中身はそのまま残ります。')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/terms')
  await expect(page.getByText('ただいまお休みをいただいています。')).toBeVisible()
  // The closure does not concern a payment made before it.
  await page.goto('/success?session_id=cs_test_of_somebody')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('ただいまお休みをいただいています。')).toHaveCount(0)
})

test('a shop that opens again sells at once', async ({ page, shop }) => {
  await ownerCommand(shop, 'shop', 'close')
  await gotoClosedPage(page)
  await ownerCommand(shop, 'shop', 'open')
  await untilServed(page, '/all-products', (html) => !html.includes(closedText))
  await page.goto('/all-products')
  await expect(buyButtons(page).first()).toBeVisible()
})

test.describe('at checkout', () => {
  test.use({ expectedInConsole: /409/ })
  test('who had the page open when the shop closed is told at checkout, and keeps the cart', async ({
    page,
    shop,
  }) => {
    await putFabricsIntoCart(page, 1)
    await ownerCommand(shop, 'shop', 'close')
    const panel = await openCart(page)
    await press(panel.getByRole('button', { name: '購入へ進む' }))
    await expect(panel.getByRole('alert')).toContainText('ただいまお休みをいただいているため')
    await expect(panel).toContainText('1点')
  })
})

test('one item that is not sold for now is shown with the word for it', async ({ page, shop }) => {
  expect(await ownerCommand(shop, 'shop', 'close', 'F-1001')).toContain('販売を休止しました')
  await untilServed(page, '/all-products', (html) => html.includes('販売休止中'))
  await page.goto('/all-products')
  await expect(page.getByRole('button', { name: '販売休止中' })).toHaveCount(1)
  await expect(buyButtons(page)).toHaveCount(5)
  // It also looks disabled.
  const pale = page.locator('li[data-not-for-sale]')
  await expect(pale).toContainText('F-1001')
  await expect(pale.locator('img')).toHaveCSS('opacity', '0.5')
  await page.goto('/all-products/F-1001')
  await expect(page.getByText('いまは販売をお休みしています')).toBeVisible()
  // The offer names no kit that cannot be bought.
  await ownerCommand(shop, 'shop', 'close', 'K-2005')
  await untilServed(page, '/kits', (html) => html.includes('data-not-for-sale'))
  await visitWithCart(page, [keptLine('F-1002')], '/kits')
  await expect(pale).toContainText('1,320円（税込）')
  await expect(page.getByText('あと2点無料').first()).toBeVisible()
  await expect(pale).not.toContainText('無料')
  await expect(pale.locator('s')).toHaveCount(0)
  await page.goto('/kits/K-2005')
  await expect(page.getByRole('button', { name: '販売休止中' })).toBeVisible()
  await expect(page.getByText('1,320円（税込）')).toBeVisible()
})
