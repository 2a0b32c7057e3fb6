import type { Page } from '@playwright/test'
import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { cartButton, goToPayment, openCart } from '../support/shopping.ts'
import { expect, test } from './fixtures.ts'

const visitGallery = async (page: Page) => {
  await visitWithCart(page, [keptLine('F-1001', { quantity: 2 })], '/gallery')
  await expect(cartButton(page)).toContainText('2点')
}

/** All scripts that come from now on wait for `release`. */
const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('the gallery shows the cart, and its panel comes when it is opened, not before', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(await response.text().catch(() => ''))
  })
  const hasPanel = () => scripts.some((script) => script.includes('ご注文前にご確認ください'))
  await visitGallery(page)
  await page.waitForLoadState('networkidle')
  expect(hasPanel()).toBe(false)
  const panel = await openCart(page)
  await expect(panel).toContainText('購入へ進む')
  expect(hasPanel()).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toBeFocused()
})

test('a tap on the cart before its panel has come is not lost', async ({ page }) => {
  await visitGallery(page)
  const release = await holdScripts(page)
  await cartButton(page).click()
  await expect(cartButton(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('dialog', { name: 'カート' })).toBeVisible()
})

test.describe('on a line that breaks', () => {
  test.use({ expectedInConsole: /ERR_FAILED/ })
  test('a panel that does not come is told, and comes with the next tap', async ({ page }) => {
    await visitGallery(page)
    await page.route('**/assets/*.js', (route) => route.abort())
    await cartButton(page).click()
    await expect(page.getByRole('alert')).toContainText('カートを開けませんでした')
    await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false')
    await page.unroute('**/assets/*.js')
    await openCart(page)
    await expect(page.getByText('カートを開けませんでした')).toHaveCount(0)
  })
})

test('S6: paid from the gallery and given up, the way back leads there, where it is told', async ({
  page,
}) => {
  await visitGallery(page)
  // The shop's own name has replaced the kept one: paying before that shows what changed, and no payment page.
  await expect(await openCart(page)).toContainText('麻の葉 シーチング')
  await goToPayment(page)
  await page.getByRole('link', { name: '戻る' }).click()
  await expect(page).toHaveURL('/gallery')
  await expect(
    page.getByRole('status').filter({ hasText: 'お支払いはキャンセルされました' }),
  ).toBeInViewport()
  await expect(cartButton(page)).toContainText('2点')
})

test.describe('while the shop is closed', () => {
  test.use({ ownShop: true })
  test('the cart in the gallery says so too', async ({ shop, page }) => {
    await ownerCommand(shop, 'shop', 'close')
    await visitGallery(page)
    const panel = await openCart(page)
    await expect(panel.getByRole('button', { name: 'ただいま休業中です' })).toBeDisabled()
  })
})
