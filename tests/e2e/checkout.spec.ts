import type { Page, Request } from '@playwright/test'
import { keptKit, keptLine, visitWithCart } from '../support/kept-carts.ts'
import { ownerCommand } from '../support/owner-command.ts'
import {
  asNewVisitor,
  cartButton,
  goToPayment,
  openCart,
  putFabricsIntoCart,
  savedCart,
} from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

const endpoint = '**/create-checkout-session'
const cancelled = 'お支払いはキャンセルされました。カートの中身はそのまま残っています。'

const isCheckout = (request: Request) => request.url().endsWith('/create-checkout-session')

/** What the browser sends when the open cart is paid; the payment page is not opened. */
const bodySentBy = async (page: Page): Promise<unknown> => {
  await page.route(endpoint, (route) => route.fulfill({ status: 200, json: {} }))
  const sent = page.waitForRequest(isCheckout)
  await press(page.getByRole('button', { name: '購入へ進む' }))
  return (await sent).postDataJSON()
}

test('S4, S21: what stands above the button, what it says, and what it sends', async ({ page, shop }) => {
  await test.step('the button has its named text in each state', async () => {
    await page.goto('/all-products')
    const panel = await openCart(page)
    await expect(panel.getByRole('button', { name: '商品を追加してください' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    const answered = Promise.withResolvers<void>()
    await page.route(endpoint, async (route) => {
      await answered.promise
      await route.fulfill({ json: {} })
    })
    await press(panel.getByRole('button', { name: '購入へ進む' }))
    const generating = panel.getByRole('button', { name: '決済ページを生成しています' })
    await expect(generating).toBeDisabled()
    await expect(generating).toBeFocused()
    answered.resolve()
    await expect(panel.getByRole('alert').getByRole('paragraph')).toHaveText([
      'Stripeの決済ページの生成に失敗しました',
      'カートの中身はそのまま残っています。',
    ])
    await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeEnabled()
  })

  await test.step('S4: the header sends the named body, and comes back to where it was', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [keptLine('F-1001'), keptKit('K-2001')], '/kits')
    await openCart(page)
    await expect(page.getByText('通常 880円')).toBeVisible()
    const body = await bodySentBy(page)
    const line = (managementNumber: string, unit_amount: number) => ({
      quantity: 1,
      price_data: {
        currency: 'jpy',
        unit_amount,
        product_data: { name: expect.any(String), metadata: { managementNumber } },
      },
    })
    expect(body).toMatchObject({
      line_items: [line('F-1001', 550), line('K-2001', 0), line('shipping', 400)],
      mode: 'payment',
      success_url: `${shop.origin}/success`,
      cancel_url: `${shop.origin}/kits`,
      metadata: { from: 'header-cart' },
    })
  })

  await test.step('S4: the cart of the list of products sends its own address and describes shipping', async () => {
    await asNewVisitor(page)
    await putFabricsIntoCart(page, 1)
    await press(page.getByRole('button', { name: 'カートを見る' }))
    expect(await bodySentBy(page)).toMatchObject({
      line_items: [
        {},
        {
          price_data: { product_data: { name: '送料', description: '商品の配送料金' }, unit_amount: 400 },
          quantity: 1,
        },
      ],
      cancel_url: `${shop.origin}/all-products`,
      metadata: { from: 'react-cart' },
    })
  })

  await test.step('S21: the six items stand above 購入へ進む, and fabrics of one name are told apart', async () => {
    await asNewVisitor(page)
    await putFabricsIntoCart(page, 2)
    const panel = await openCart(page)
    const items = panel.getByRole('region', { name: 'ご注文前の確認' })
    await expect(items.getByRole('listitem')).toHaveText([
      '2点のご注文です。',
      '合計1,500円（税込、送料400円を含む）です。',
      'お支払いはカードで、ご注文のときです。',
      /^(3〜5営業日で|\d+月\d+日\(.\)〜\d+月\d+日\(.\)ごろ)お届けします。$/,
      'お申し込みの期限はありません。',
      '取り消しは発送前、返品は到着後7日以内です。',
    ])
    // The sentences are no button: the detail alone opens.
    await press(items.getByText('2点のご注文です。'))
    await expect(items.getByRole('term')).toHaveCount(0)
    await press(items.getByText('くわしい内容'))
    await expect(items.getByRole('term')).toHaveText([
      '数量',
      '販売価格（税込）',
      '支払の時期・方法',
      '引渡時期',
      'キャンセル・返品',
      '送料について',
    ])
    for (const text of ['F-1001 ', 'F-1002 ', '合計 2点', '送料 400円', '合計 1,500円'])
      await expect(items).toContainText(text)
    const follows = await items.evaluate((node) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === '購入へ進む',
      )
      return button ? node.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING : 0
    })
    expect(follows).toBeGreaterThan(0)
  })
})

test.describe('W76: what the open cart says of the shop’s terms', () => {
  test.use({ expectedInConsole: /status of 500|ERR_FAILED/ })

  test('comes when it opens; where it does not come it is told why, with a way to it and another try', async ({
    page,
  }) => {
    const answers: Array<'fails' | 'is away'> = ['fails', 'is away']
    await page.route('**/api/sales-terms', async (route) => {
      const next = answers.shift()
      if (next === undefined) return route.continue()
      await (next === 'fails' ? route.fulfill({ status: 500 }) : route.abort())
    })
    await page.goto('/all-products')
    expect(await page.content()).not.toContain('お客様のご都合による返品')
    await putFabricsIntoCart(page, 1)
    const items = (await openCart(page)).getByRole('region', { name: 'ご注文前の確認' })
    await press(items.getByText('くわしい内容'))
    await expect(items.getByText('お店の側の不具合で')).toBeVisible()
    await expect(items.getByRole('link', { name: '特定商取引法に基づく表記' })).toBeVisible()
    await expect(items.getByRole('term')).toHaveText(['数量', '販売価格（税込）', '送料について'])
    await press(items.getByRole('button', { name: 'もう一度読み込む' }))
    await expect(items.getByText('通信エラーで')).toBeVisible()
    await press(items.getByRole('button', { name: 'もう一度読み込む' }))
    await expect(items.getByText('お客様のご都合による返品')).toBeVisible()
    await expect(items.getByRole('button', { name: 'もう一度読み込む' })).toHaveCount(0)
  })
})

test.describe('one purchase, one order', () => {
  test.use({ ownShop: true })
  test('S9: a double click asks once, Back and another press lead to the same page', async ({
    shop,
    page,
  }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    let asked = 0
    page.on('request', (request) => {
      if (isCheckout(request)) asked += 1
    })
    await press(page.getByRole('button', { name: '購入へ進む' }), { times: 2 })
    await expect(page).toHaveURL(/\/practice\/pay\//)
    expect(asked).toBe(1)
    const first = page.url()
    await page.goBack()
    await openCart(page)
    await goToPayment(page)
    expect(page.url()).toBe(first)
    expect((await ownerCommand(shop, 'orders', 'list')).trim().split('\n')).toHaveLength(1)
  })
})

test.describe('back from the payment page', () => {
  test('S6, S9: what she left says once that nothing was paid, and its button is ready again', async ({
    page,
  }) => {
    await test.step('S6: by its link, the page left says once that nothing was paid', async () => {
      await putFabricsIntoCart(page, 2)
      const before = await savedCart(page)
      await page.goto('/kits')
      await openCart(page)
      await goToPayment(page)
      await press(page.getByRole('link', { name: '戻る' }))
      await expect(page).toHaveURL('/kits')
      const notice = page.getByRole('status').filter({ hasText: cancelled })
      await expect(notice).toBeInViewport()
      expect(await savedCart(page)).toEqual(before)
      await press(notice.getByRole('button', { name: '閉じる' }))
      await expect(page.getByText(cancelled)).toHaveCount(0)
      await page.reload()
      await expect(cartButton(page)).toContainText('2点')
      await expect(page.getByText(cancelled)).toHaveCount(0)
    })

    await test.step('S6: by the browser’s Back button too, in view wherever on the page she was', async () => {
      await asNewVisitor(page)
      await page.setViewportSize({ width: 375, height: 740 })
      await putFabricsIntoCart(page, 6)
      await openCart(page)
      await goToPayment(page)
      await page.goBack()
      await expect(page.getByText(cancelled)).toBeInViewport()
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
    })

    await test.step('S9: a page out of the browser’s cache has its button ready again and its cart closed', async () => {
      await asNewVisitor(page)
      await putFabricsIntoCart(page, 1)
      const panel = await openCart(page)
      // An empty answer leaves the page where it is; then the page is restored as from the back/forward cache.
      await page.route('**/practice/pay/**', (route) => route.fulfill({ status: 204 }))
      await press(page.getByRole('button', { name: '購入へ進む' }))
      await expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('mcSquareLeftForPayment')))
        .not.toBeNull()
      await expect(panel.getByRole('button', { name: '決済ページを生成しています' })).toBeDisabled()
      await page.evaluate(() => {
        for (const type of ['pagehide', 'pageshow'])
          window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
      })
      await expect(panel).toBeHidden()
      await expect(page.getByText(cancelled)).toBeVisible()
      await openCart(page)
      await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeEnabled()
    })
  })
})
