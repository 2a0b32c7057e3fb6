import { expectNoAxeViolations } from '../support/page-checks.ts'
import { goToPayment, openCart, savedCart, untilServed } from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

/** Without its orders the demo counts no stock. */
test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 375, height: 740 } })

/** The demo has one unit of it. */
const path = '/all-products/F-1008'
const list = '/all-products?count=60'
const others = 'ほかのお客様がお支払い中です'

test('K31: after Back from the payment page her own hold is hers: on to her page, or into the cart', async ({
  page,
  browser,
  shop,
}) => {
  const main = page.getByRole('main')
  const buy = main.getByRole('button', { name: '（F-1008）の生地を購入' }).first()
  const own = main.getByText('お客様のお支払いの途中のご注文で、1枚お取り置きしています。')
  const onward = main.getByRole('button', { name: 'お支払い画面へ進む' })
  let paymentPage = ''

  await test.step('the last unit is held by her payment page', async () => {
    await page.goto(path)
    await expect(own).toBeHidden()
    await press(buy)
    await openCart(page)
    await goToPayment(page)
    paymentPage = page.url()
    await untilServed(page, path, (html) => html.includes(others))
  })

  await test.step('others read that somebody pays, and cannot buy', async () => {
    const other = await browser.newContext({ baseURL: shop.origin })
    const theirs = await other.newPage()
    await theirs.goto(path)
    await expect(theirs.getByText(others)).toBeVisible()
    await expect(theirs.getByRole('main').getByRole('button', { name: 'お支払い中' })).toBeDisabled()
    await other.close()
  })

  await test.step('she reads that it is hers, and goes on to her own page', async () => {
    await page.goBack()
    await page.reload()
    await expect(own).toBeVisible()
    await expect(page.getByText(others)).toBeHidden()
    await expect(main.getByText('いま、1枚までお届けできます')).toBeVisible()
    await expect(main.getByRole('button', { name: '1枚増やす' }).first()).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expect(main.getByRole('status').filter({ hasText: '50cm角 1枚。' })).toContainText(
      'カートに1枚入っていて、これ以上は入れられません',
    )
    await expect(main.getByText(/いまのご注文なら/)).toBeVisible()
    await expectNoAxeViolations(page)
    await press(onward)
    await expect(page).toHaveURL(paymentPage)
    await page.goBack()
    await expect(page.getByText('お支払いはキャンセルされました')).toBeVisible()
  })

  await test.step('in the list it is hers as well: neither grey nor stopped', async () => {
    await untilServed(page, list, (html) => html.includes('お支払い中'))
    await page.goto(list)
    const card = main.getByRole('listitem').filter({ hasText: 'F-1008' })
    await expect(card.getByRole('button', { name: '（F-1008）を1枚増やす' })).toBeVisible()
    await expect(card).not.toHaveAttribute('data-not-for-sale')
  })

  await test.step('put into the cart anew it leads to the same page', async () => {
    await page.goto(path)
    const panel = await openCart(page)
    await press(panel.getByRole('button', { name: 'カートを空にする' }))
    await press(panel.getByRole('button', { name: '閉じる' }).first())
    await press(buy)
    await expect.poll(() => savedCart(page)).toMatchObject([{ managementNumber: 'F-1008', quantity: 1 }])
    await openCart(page)
    await goToPayment(page)
    expect(page.url()).toBe(paymentPage)
  })

  await test.step('paid in another tab, this one says so instead of sending her to pay again', async () => {
    const payTab = await page.context().newPage()
    await payTab.goto(paymentPage)
    await page.goBack()
    await expect(page.getByText('お支払いはキャンセルされました')).toBeVisible()
    await expect(own).toBeVisible()
    await press(payTab.getByRole('button', { name: /^支払う/ }))
    await expect(payTab).toHaveURL(/\/success\?session_id=/)
    await payTab.close()
    await press(onward)
    await expect(page.getByRole('alert')).toHaveText(
      'このご注文は、お支払いが済んでいます。ありがとうございます。',
    )
    await expect(page.getByText('お支払いはキャンセルされました')).toBeHidden()
    await expect(
      page.getByRole('main').getByRole('link', { name: 'ご注文の内容を見る' }).first(),
    ).toBeVisible()
    await expect(onward).toBeHidden()
  })

  await test.step('once it is paid nothing is said of it any more', async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(own).toBeHidden()
  })
})
