import { ownerCommand } from '../support/owner-command.ts'
import { countShifts, expectNoAxeViolations, expectValidHtml, shifted } from '../support/page-checks.ts'
import {
  cartButton,
  expectEmptyCart,
  goToPayment,
  openCart,
  pay,
  putFabricsIntoCart,
  savedCart,
  stored,
  sumsOf,
} from '../support/shopping.ts'
import { waitFor } from '../support/wait-for.ts'
import { expect, test } from './fixtures.ts'

test.describe('from the catalogue to a paid order', () => {
  test.use({ ownShop: true, expectedInConsole: /ERR_CONNECTION_REFUSED/ })

  test('three fabrics are paid, the order stands, and it still stands after a stop and a kill', async ({
    shop,
    page,
  }) => {
    await putFabricsIntoCart(page, 3)
    const panel = await openCart(page)
    await expect(panel).toContainText('3点')
    expect(await sumsOf(panel)).toEqual({ 小計: '1,650円', 送料: '400円', '合計（税込）': '2,050円' })

    await goToPayment(page)
    await expect(page.getByText('練習用')).not.toHaveCount(0)
    expect(await stored(page, 'mcSquareLastPaidAmount')).toBe(2050)
    await pay(page)
    await expect(page.getByRole('main')).toContainText('2,050円')
    await expectEmptyCart(page)
    await expectNoAxeViolations(page)

    const list = await ownerCommand(shop, 'orders', 'list')
    expect(list.trim().split('\n')).toHaveLength(1)
    expect(list).toMatch(/2,050円\s+支払い済み・未発送/)

    await page.getByRole('link', { name: 'このご注文のページ' }).click()
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.getByRole('main')).toContainText('2,050円')
    await expectNoAxeViolations(page)

    expect(await shop.stop()).toBe(0)
    await shop.startAgain()
    expect(await ownerCommand(shop, 'orders', 'list')).toBe(list)
    await shop.kill()
    await shop.startAgain()
    await page.reload()
    await expect(page.getByRole('main')).toContainText('2,050円')
  })

  test('the order mail reaches the mailbox once, its link opens the order, and shipping it sends one more', async ({
    shop,
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 })
    await countShifts(page)
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    await pay(page)
    await expect(page.getByRole('main')).toContainText('950円')
    expect(await shifted(page)).toBeLessThan(0.05)
    const success = page.url()
    const subjects = async () => {
      await page.goto('/mailbox')
      return page.locator('summary strong').allTextContents()
    }
    await waitFor('the order mail', 15_000, async () => (await subjects()).length > 0)
    const first = await subjects()
    expect(new Set(first).size).toBe(first.length)
    await expectNoAxeViolations(page)

    const mail = page.locator('details', { hasText: /ご注文を承りました/ }).first()
    await mail.locator('summary').click()
    await mail.getByRole('link', { name: /\/order\// }).click()
    await expect(page.getByRole('main')).toContainText('950円')
    await expect(page.getByRole('main')).toContainText('取り消せます')
    const orderPage = page.url()

    const [number = ''] = (await ownerCommand(shop, 'orders', 'list')).split(' ')
    await ownerCommand(shop, 'orders', 'ship', number)
    await ownerCommand(shop, 'orders', 'ship', number)
    await waitFor('the shipping mail', 15_000, async () => (await subjects()).length > first.length)
    expect((await subjects()).length).toBe(first.length + 1)
    expect(await ownerCommand(shop, 'orders', 'list')).toContain('発送済み')
    for (const address of [orderPage, success]) {
      await page.goto(address)
      await expect(page.getByRole('main')).toContainText('発送済み')
      await expect(page.getByRole('main')).not.toContainText('取り消せます')
    }
  })
})

test.describe('on the payment page', () => {
  test.use({ expectedInConsole: /status of 402 .*\/practice\/pay\// })

  test('a refused card costs nothing; back in the shop the cart is as it was', async ({ page }) => {
    await putFabricsIntoCart(page, 2)
    const before = await savedCart(page)
    await openCart(page)
    await goToPayment(page)
    await page.getByRole('button', { name: /カード拒否/ }).click()
    await expect(page.getByRole('alert')).toContainText('カードが拒否されました')
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: '戻る' }).click()
    await expect(page).toHaveURL('/all-products')
    await expect(cartButton(page)).toContainText('2点')
    expect(await savedCart(page)).toEqual(before)
  })

  test('S9: after Back the button is ready again and leads to the same page', async ({ page }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    const first = page.url()
    await page.goBack()
    await expect(cartButton(page)).toContainText('1点')
    if (!(await page.getByRole('dialog', { name: 'カート' }).isVisible())) await openCart(page)
    await goToPayment(page)
    expect(page.url()).toBe(first)
  })

  test('its HTML is valid', async ({ page }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    const answer = await page.reload()
    await expectValidHtml((await answer?.text()) ?? '')
    await expectNoAxeViolations(page)
  })
})

test.describe('/success', () => {
  test('S13: a link with a made-up session leaves the cart as it is', async ({ page }) => {
    await putFabricsIntoCart(page, 2)
    const before = await savedCart(page)
    await page.goto('/success?session_id=cs_test_madeup')
    await expect(page.getByRole('main')).toContainText('cs_test_madeup')
    await expect(cartButton(page)).toContainText('2点')
    expect(await savedCart(page)).toEqual(before)
  })

  test('S13: without a session the cart stays', async ({ page }) => {
    await putFabricsIntoCart(page, 1)
    await page.goto('/success')
    await expect(cartButton(page)).toContainText('1点')
  })
})
