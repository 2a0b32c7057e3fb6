import type { Page, Route } from '@playwright/test'
import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { setVisibility } from '../support/page-visibility.ts'
import { changeData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import {
  buyButtonOf,
  buyButtons,
  cartButton,
  expectEmptyCart,
  goToPayment,
  openCart,
  pay,
  putFabricsIntoCart,
  savedCart,
  stored,
} from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Buys the first fabric and gives the address of /success. */
const buy = async (page: Page): Promise<string> => {
  await putFabricsIntoCart(page, 1)
  await openCart(page)
  await goToPayment(page)
  await pay(page)
  await expect(heading(page)).toHaveText('ご購入ありがとうございます')
  return page.url()
}

/** With the clipboard, and without it. */
const expectNumberToCopy = async (page: Page) => {
  const number = page.locator('strong', { hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ })
  const copy = page.getByRole('button', { name: '番号をコピー' })
  const copied: string[] = []
  await page.exposeFunction('noteCopied', (text: string) => void copied.push(text))
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: Object(window).noteCopied })
  })
  // A screen reader announces changes in an element that it already knows.
  await expect(page.locator('.order-number').getByRole('status')).toHaveCount(1)
  await press(copy)
  await expect(page.getByRole('status').filter({ hasText: '注文番号をコピーしました' })).toBeVisible()
  expect(copied).toEqual([await number.textContent()])
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('not allowed')) })
  })
  await press(copy)
  await expect(page.getByRole('status').filter({ hasText: '注文番号を選択しました' })).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(copied[0])
}

/** One printed page with seller, buyer and products, and nothing else of the screen. */
const expectDeliveryNoteOnPaper = async (page: Page) => {
  await page.emulateMedia({ media: 'print' })
  for (const text of ['納品書', '山田 花子 様', '株式会社ぬのスクエア', '合計（税込）', '返品・交換：'])
    await expect(page.getByRole('main').getByText(text, { exact: false }).first()).toBeVisible()
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('heading', { level: 1 }),
    page.getByRole('main').getByRole('button'),
    page.getByRole('main').locator('img'),
    page.getByText('cs_test_'),
  ])
    for (const one of await hidden.all()) await expect(one).toBeHidden()
  await page.emulateMedia({ media: null })
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
}

/** Pays, and the browser never learns of it: the answer that would lead to /success is lost on the way. */
const payAndLoseTheAnswer = async (page: Page) => {
  const lost = Promise.withResolvers<void>()
  await page.route('**/practice/pay/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.fulfill({ status: 204 })
    lost.resolve()
  })
  await press(page.getByRole('button', { name: /^支払う/ }))
  await lost.promise
  await page.unroute('**/practice/pay/**')
  await expect(page).toHaveURL(/\/practice\/pay\//)
}

test.describe('paid', () => {
  test('S13, S14, S15: this browser alone sees its order, the cart is empty, and later the page leaves a new cart alone', async ({
    page,
    context,
    browser,
    shop,
  }) => {
    const address = await buy(page)
    const main = page.getByRole('main')
    for (const text of ['注文番号', '山田 花子', '950円', '迷惑メールフォルダ', '電話', 'cs_test_'])
      await expect(main).toContainText(text)
    await expect(main.getByRole('link', { name: 'お買い物を続ける' })).toHaveAttribute(
      'href',
      '/all-products',
    )
    await expect(main.getByRole('link', { name: 'トップページへ' })).toHaveAttribute('href', '/')
    await expectEmptyCart(page)
    await expect.poll(() => stored(page, 'mcSquareLastOrderItems')).toBeNull()
    await expect(main.getByRole('listitem').filter({ hasText: '発送準備' })).toHaveAttribute(
      'aria-current',
      'step',
    )
    await expectNumberToCopy(page)
    await expectDeliveryNoteOnPaper(page)
    await press(main.getByRole('link', { name: 'このご注文のページ' }))
    await expect(heading(page)).toHaveText('ご注文の内容')
    await expect(main).toContainText('山田 花子')

    await test.step('S14: a part of the session id is not the session', async () => {
      await page.goto(address.slice(0, -5))
      await expect(heading(page)).toHaveText('このお支払いの記録は見つかりませんでした')
      await expect(main).not.toContainText('注文番号')
    })

    await test.step('S13: opened again later, it leaves a new cart alone', async () => {
      await putFabricsIntoCart(page, 3)
      const tab = await context.newPage()
      await tab.goto(address)
      await expect(tab.getByRole('main')).toContainText('注文番号')
      await expect(cartButton(tab)).toContainText('3点')
    })

    await test.step('S14: another browser with the same address sees nothing of name or address', async () => {
      const elsewhere = await browser.newContext({ baseURL: shop.origin })
      const other = await elsewhere.newPage()
      await visitWithCart(other, [keptLine('F-1002', { quantity: 2 })], address)
      await expect(heading(other)).toHaveText('ご購入ありがとうございます')
      // S13: its cart was not what was paid.
      await expect(cartButton(other)).toContainText('2点')
      const text = (await other.content()).replace(/<footer.*/s, '')
      for (const secret of ['山田', '千代田', '090-0000', 'hanako', '注文番号', '/order/'])
        expect(text).not.toContain(secret)
      await elsewhere.close()
    })
  })

  test('S13, C11: what another tab put in while the payment page was open stays in the cart', async ({
    page,
    context,
  }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    const tab = await context.newPage()
    await tab.goto('/all-products')
    await press(tab.getByRole('button', { name: '（F-1001）を1枚増やす' }))
    await press(buyButtonOf(tab, 'F-1002'))
    await expect(cartButton(tab)).toContainText('3点')
    await pay(page)
    await expect(cartButton(page)).toContainText('2点')
  })

  /** Goes to pay for one fabric; another tab adds a second one meanwhile. */
  const leaveToPay = async (page: Page) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    const tab = await page.context().newPage()
    await tab.goto('/all-products')
    await press(buyButtonOf(tab, 'F-1002'))
    await expect(cartButton(tab)).toContainText('2点')
    return tab
  }

  test('S13: when /success never opens, the next page takes what was paid out of the cart, once, and says so', async ({
    page,
  }) => {
    await leaveToPay(page)
    const sessionId = new URL(page.url()).pathname.split('/').at(-1)
    await payAndLoseTheAnswer(page)
    await page.goto('/kits')
    const notice = page.getByRole('status').filter({ hasText: 'お支払いは完了しています' })
    await expect(notice).toBeInViewport()
    await expect(cartButton(page)).toContainText('1点')
    await expectNoAxeViolations(page)
    await press(notice.getByRole('link', { name: 'ご注文の内容を見る' }))
    await expect(heading(page)).toHaveText('ご注文の内容')
    await expect(notice).toHaveCount(0)
    await page.goto(`/success?session_id=${sessionId}`)
    await expect(page.getByRole('main')).toContainText('注文番号')
    await expect(cartButton(page)).toContainText('1点')
  })

  test('S9, S13: a tab that stood open does not pay the same products again', async ({ page }) => {
    const tab = await leaveToPay(page)
    await openCart(tab)
    await payAndLoseTheAnswer(page)
    let asked = 0
    await tab.route('**/create-checkout-session', (route) => {
      asked += 1
      return route.continue()
    })
    await press(tab.getByRole('button', { name: '購入へ進む' }))
    await expect(tab.getByRole('alert')).toContainText('前のご注文のお支払いが済んでいた')
    await expect(cartButton(tab)).toContainText('1点')
    expect(asked).toBe(0)
    await goToPayment(tab)
    expect(asked).toBe(1)
  })

  test('S9, S13: nor while another check of that tab takes them out', async ({ page }) => {
    const tab = await leaveToPay(page)
    await openCart(tab)
    await payAndLoseTheAnswer(page)
    const held: Route[] = []
    await tab.route('**/api/orders/**', (route) => void held.push(route))
    for (const state of ['hidden', 'visible'] as const) await setVisibility(tab, state)
    await expect.poll(() => held.length).toBe(1)
    await press(tab.getByRole('button', { name: '購入へ進む' }))
    await expect.poll(() => held.length).toBe(2)
    await held[0]?.continue()
    await expect(cartButton(tab)).toContainText('1点')
    await held[1]?.continue()
    await expect(tab.getByRole('alert')).toContainText('カートの中身が変わりました')
    await tab.unroute('**/api/orders/**')
    await goToPayment(tab)
    await expect(tab.getByText('合計（税込）').locator('..')).toContainText('950円')
  })

  test('S13: /success closed before it knew its order loses nothing of what was not paid', async ({
    page,
  }) => {
    await leaveToPay(page)
    await page.route('**/api/orders/**', () => undefined)
    await pay(page)
    await expect(cartButton(page)).toContainText('1点')
    await page.unroute('**/api/orders/**')
    for (const path of ['/kits', '/success?session_id=x']) {
      await page.goto(path)
      await expect(cartButton(page)).toContainText('1点')
    }
  })

  test.describe('with a bad line', () => {
    test.use({ expectedInConsole: /ERR_FAILED/ })
    test('S13: /success keeps its words, and what was paid has left the cart', async ({ page }) => {
      await page.route('**/api/orders/**', (route) => route.abort())
      await putFabricsIntoCart(page, 1)
      await openCart(page)
      await goToPayment(page)
      const failed = page.waitForEvent('requestfailed')
      await pay(page)
      await failed
      await expectEmptyCart(page)
      await expect(heading(page)).toHaveText('ご購入ありがとうございます')
      await expect(page.getByRole('status').filter({ hasText: '読み込めませんでした' })).toBeVisible()
      await expect(page.getByText('お問い合わせ用の決済番号')).toBeInViewport()
      await expectNoAxeViolations(page)
      await page.unroute('**/api/orders/**')
      await press(page.getByRole('button', { name: 'もう一度読み込む' }))
      await expect(page.getByRole('main')).toContainText('注文番号')
    })
  })
})

test('S13: unpaid: it says so, and the cart stays', async ({ page }) => {
  await putFabricsIntoCart(page, 2)
  await openCart(page)
  await goToPayment(page)
  const sessionId = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/success?session_id=${sessionId}`)
  await expect(heading(page)).toHaveText('お支払いはまだ確認できていません')
  await expect(page.getByRole('main')).not.toContainText('確認メールをお送りします')
  await expect(cartButton(page)).toContainText('2点')
  // The order is known: it is not requested again, and nothing has moved.
  await page.reload()
  await expect(cartButton(page)).toContainText('2点')
})

/** As if the provider had reported the newest order of this worker's shop. */
const changeNewestOrder = (shop: ShopProcess, change: string) =>
  changeData(
    shop.dataDir,
    `update orders set ${change} where id = (select id from orders order by created_at desc, id limit 1)`,
  )

test.describe('waiting', () => {
  test.use({ expectedInConsole: /ERR_INTERNET_DISCONNECTED/ })
  test('S13: the order is shown, and the page learns when it is paid', async ({ shop, page }) => {
    const address = await buy(page)
    changeNewestOrder(shop, "state = 'awaiting_payment', paid_at = null")
    await page.clock.install()
    await page.goto(address)
    await expect(heading(page)).toHaveText('お支払いを確認しています')
    await expect(page.getByRole('main')).toContainText('お支払い待ち')
    await expect(page.getByRole('main')).not.toContainText('メールからもご覧いただけます')
    // Without network nothing leaves the cart; with it the page learns the outcome.
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed')
    await page.clock.fastForward(3_000)
    await failed
    await expect(heading(page)).toHaveText('お支払いを確認しています')
    await page.context().setOffline(false)
    changeNewestOrder(shop, "state = 'paid'")
    await page.clock.fastForward(3_000)
    await expect(heading(page)).toHaveText('ご購入ありがとうございます')
  })
})

test.describe('an order whose money was on its way', () => {
  test('S13: waiting takes its products out of the cart, and a payment that fails after all brings them back, once', async ({
    shop,
    page,
  }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    await payAndLoseTheAnswer(page)
    changeNewestOrder(shop, "state = 'awaiting_payment', paid_at = null")
    await page.goto('/kits')
    const notice = page.getByRole('status')
    await expect(notice.filter({ hasText: 'お支払いを確認しています' })).toBeInViewport()
    await expectEmptyCart(page)
    // While it waits another unit is added, which does not belong to the order.
    await page.goto('/all-products')
    await press(buyButtons(page).first())
    await expect(cartButton(page)).toContainText('1点')
    // The page that is left must not be the one that hears of the failure.
    const answered = page.waitForResponse('**/api/orders/**')
    await page.reload()
    await expect(cartButton(page)).toContainText('1点')
    await (await answered).finished()
    changeNewestOrder(shop, "state = 'failed'")
    await page.goto('/kits')
    await expect(notice.filter({ hasText: 'カートに戻しました' })).toBeInViewport()
    await expect(cartButton(page)).toContainText('2点')
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(cartButton(page)).toContainText('2点')
    await expect(notice.filter({ hasText: 'カートに戻しました' })).toHaveCount(0)
  })

  test('S13: products that another tab takes out during the check come back with the next one', async ({
    shop,
    page,
    context,
  }) => {
    const tab = await context.newPage()
    await tab.goto('/terms')
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    await tab.evaluate(
      () =>
        new Promise<void>((isHeld) => {
          const released = new Promise<void>((release) => Object.assign(window, { release }))
          void navigator.locks.request('mcSquarePayments', () => {
            isHeld()
            return released
          })
        }),
    )
    changeNewestOrder(shop, "state = 'failed'")
    const answered = page.waitForResponse('**/api/orders/**')
    await page.goto('/kits')
    await (await answered).finished()
    await tab.evaluate(() => {
      const record = localStorage.getItem('mcSquarePayments') ?? ''
      localStorage.setItem('mcSquarePayments', record.replace('"left"', '"settled"'))
      localStorage.setItem('mcSquareCart', '[]')
    })
    // On a busy machine storage events between tabs are slow.
    await page.waitForFunction(() => localStorage.getItem('mcSquareCart') === '[]')
    await tab.evaluate(() => Object(window).release())
    await expectEmptyCart(page)
    await page.goto('/kits')
    await expect(cartButton(page)).toContainText('1点')
  })
})

test.describe('a shop that cannot be asked', () => {
  test.use({ expectedInConsole: /ERR_FAILED/ })
  test('S13: is an answer of its own: it is said, changes nothing, and is asked again', async ({ page }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    await goToPayment(page)
    await payAndLoseTheAnswer(page)
    await page.route('**/api/orders/**', (route) => route.abort())
    await page.goto('/kits')
    const notice = page.getByRole('status')
    await expect(notice.filter({ hasText: 'お支払いの結果を確認できませんでした' })).toBeInViewport()
    await expect(cartButton(page)).toContainText('1点')
    await page.unroute('**/api/orders/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(notice.filter({ hasText: 'お支払いは完了しています' })).toBeInViewport()
    await expectEmptyCart(page)
  })
})

test.describe('storage that is full when she goes to pay', () => {
  test('S13: what cannot be remembered is not left for: nothing could be taken out of the kept cart', async ({
    page,
  }) => {
    await putFabricsIntoCart(page, 1)
    await openCart(page)
    expect(await savedCart(page)).toHaveLength(1)
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await press(page.getByRole('button', { name: '購入へ進む' }))
    await expect(page.getByRole('alert')).toContainText('空き容量が足りず')
    await expect(page).toHaveURL('/all-products')
    await expect(cartButton(page)).toContainText('1点')
  })

  test('S13: a record that only the tab can keep does as well', async ({ page }) => {
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (key: string, text: string) {
        if (this === window.localStorage && key === 'mcSquarePayments')
          throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, key, text)
      }
    })
    await buy(page)
    await expectEmptyCart(page)
    await page.reload()
    await expect(page.getByRole('main')).toContainText('注文番号')
  })
})

test('S6, S13: /cancel, a link that the shop does not know and one without a session leave the cart as it is', async ({
  page,
}) => {
  await visitWithCart(page, [keptLine('F-1001', { quantity: 4 })])
  await expect(heading(page)).toHaveText('お支払いはキャンセルされました')
  await expect(cartButton(page)).toContainText('4点')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '生地の一覧へ' })).toHaveAttribute('href', '/all-products')
  await expect(main.getByRole('link', { name: 'トップページへ' })).toHaveAttribute('href', '/')
  const before = await savedCart(page)

  await page.goto('/success?session_id=cs_test_madeup')
  await expect(heading(page)).toHaveText('このお支払いの記録は見つかりませんでした')
  await expect(main).toContainText('cs_test_madeup')
  await expect(main).not.toContainText('確認メールをお送りします')
  await expect(cartButton(page)).toContainText('4点')
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(cartButton(page)).toContainText('4点')
  expect(await savedCart(page)).toEqual(before)

  // The id is shown as text, cut to 100 characters.
  const id = `<img src=x onerror=alert(1)>${'あ'.repeat(200)}`
  await page.goto(`/success?session_id=${encodeURIComponent(id)}`)
  await expect(page.getByText(/^お問い合わせ用の決済番号/)).toHaveText(
    `お問い合わせ用の決済番号：${id.slice(0, 100)}`,
  )
  await expect(page.locator('main img')).toHaveCount(0)

  // Without a session nobody is thanked.
  await page.goto('/success')
  await expect(cartButton(page)).toContainText('4点')
  await expect(heading(page)).toHaveText('ご購入の確認')
})

test('S23: an order link with a wrong token is not found', async ({ request }) => {
  for (const token of ['x', 'a'.repeat(32), encodeURIComponent("' or 1=1 --")]) {
    const answer = await request.get(`/order/${token}`)
    expect(answer.status(), token).toBe(404)
    expect(await answer.text(), token).toMatch(/<h1[^>]*>ページが見つかりません</)
  }
})
