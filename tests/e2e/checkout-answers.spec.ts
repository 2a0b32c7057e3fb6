import type { Locator, Page } from '@playwright/test'
import { keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import {
  asNewVisitor,
  cartButton,
  expectFirstFabric,
  goToPayment,
  openCart,
  putFabricsIntoCart,
  savedCart,
  stored,
  sumsOf,
} from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

const endpoint = '**/create-checkout-session'
const noPage = 'Stripeの決済ページの生成に失敗しました'
const thrown = '決済処理でエラーが発生しました'
const kept = 'カートの中身はそのまま残っています。'

const pressPay = (page: Page) => press(page.getByRole('button', { name: '購入へ進む' }))

/** Opens the cart and waits for its current prices: later changes are shown at checkout. */
const openFreshCart = async (page: Page): Promise<Locator> => {
  const fresh = page.waitForResponse('**/api/goods*')
  const panel = await openCart(page)
  await (await fresh).finished()
  return panel
}

const openSheet = async (page: Page): Promise<Locator> => {
  await pressPay(page)
  const sheet = page.getByRole('dialog', { name: 'カートの内容をご確認ください' })
  await expect(sheet).toBeVisible()
  return sheet
}

test.describe('S1: the shop changed while the cart stood open', () => {
  test.use({ ownShop: true, expectedInConsole: /status of 409|ERR_FAILED/ })

  const change = (dataDir: string, what: string) =>
    changeData(dataDir, `update product set ${what} where number = 'F-1001'`)
  const asBefore = async (page: Page, { dataDir }: ShopProcess) => {
    await asNewVisitor(page)
    change(dataDir, "name = '麻の葉 シーチング 50cm', price = 550, price_text = '550', status = '公開中'")
    await expectFirstFabric(page, '麻の葉 シーチング 50cm【藍】', '550円')
  }

  test('what changed is shown before anything is charged, and the cart is as she decides', async ({
    shop,
    page,
  }) => {
    await test.step('another price: old and new are shown, nothing is charged, and the accepted cart is paid', async () => {
      await putFabricsIntoCart(page, 2)
      const panel = await openFreshCart(page)
      await expect(lineOf(panel, 'F-1001')).toContainText('550円')
      change(shop.dataDir, "price = 4400, price_text = '4400'")
      const sheet = await openSheet(page)
      await expect(sheet).toContainText('お支払いはまだ行われていません')
      await expect(sheet.getByRole('listitem')).toContainText(['550円 → から4,400円'])
      await expect(sheet.getByText('送料', { exact: true }).locator('..')).toHaveText('送料400円 → から900円')
      await expect(sheet.getByText('合計（税込）', { exact: true }).locator('..')).toHaveText(
        '合計（税込）1,500円 → から5,850円',
      )
      expect(await ownerCommand(shop, 'orders', 'list')).not.toContain('円')
      await press(sheet.getByRole('button', { name: '新しい内容でカートを更新する' }))
      await expect(sheet).toBeHidden()
      await expect(page.getByRole('button', { name: '購入へ進む' })).toBeFocused()
      expect(await sumsOf(panel)).toEqual({ 小計: '4,950円', 送料: '900円', '合計（税込）': '5,850円' })
      await goToPayment(page)
      await expect(page.getByRole('main')).toContainText('5,850円')
    })

    await test.step('カートに戻る leaves the cart as it was', async () => {
      await asBefore(page, shop)
      await putFabricsIntoCart(page, 1)
      const before = await savedCart(page)
      await openFreshCart(page)
      change(shop.dataDir, "price = 600, price_text = '600'")
      const sheet = await openSheet(page)
      await press(sheet.getByRole('button', { name: 'カートに戻る' }))
      await expect(page.getByRole('button', { name: '購入へ進む' })).toBeFocused()
      expect(await savedCart(page)).toEqual(before)

      await test.step('the shop cannot be asked what the cart costs now: it says so, and the next press asks again', async () => {
        await page.route('**/api/goods*', (route) => route.abort())
        await pressPay(page)
        const alert = page.getByRole('dialog', { name: 'カート' }).getByRole('alert')
        await expect(alert).toContainText('新しい内容を確認できませんでした')
        await expect(alert).toContainText(kept)
        expect(await savedCart(page)).toEqual(before)
        await page.unroute('**/api/goods*')
        await openSheet(page)
        await press(sheet.getByRole('button', { name: '新しい内容でカートを更新する' }))
        await expect(sheet).toBeHidden()
      })
    })

    await test.step('what cannot be had any more leaves the cart when accepted', async () => {
      await asBefore(page, shop)
      for (const [what, change] of [
        ['not sold any more', "status = '非公開'"],
        ['価格確認中', "price = null, price_text = '時価'"],
      ] as const)
        await test.step(`${what}: it leaves the cart when accepted`, async () => {
          await asBefore(page, shop)
          await putFabricsIntoCart(page, 2)
          const panel = await openFreshCart(page)
          changeData(shop.dataDir, `update product set ${change} where number = 'F-1001'`)
          const sheet = await openSheet(page)
          await expect(sheet.getByRole('listitem')).toContainText('お求めいただけなくなりました')
          await press(sheet.getByRole('button', { name: '新しい内容でカートを更新する' }))
          await expect(cartButton(page)).toContainText('1点')
          await expect(lineOf(panel, 'F-1001')).toHaveCount(0)
          await press(panel.getByRole('button', { name: '元に戻す' }))
          await expect(lineOf(panel, 'F-1001')).toHaveCount(1)
        })
    })

    await test.step('axe finds nothing in the sheet at 375 and 1280 px', async () => {
      await asBefore(page, shop)
      await putFabricsIntoCart(page, 1)
      await page.setViewportSize({ width: 375, height: 740 })
      await openFreshCart(page)
      change(shop.dataDir, "price = 600, price_text = '600'")
      const sheet = await openSheet(page)
      await expect(sheet.locator(':focus')).toHaveCount(1)
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        if (!(await sheet.isVisible())) {
          if (!(await page.getByRole('button', { name: '購入へ進む' }).isVisible())) await openCart(page)
          await openSheet(page)
        }
        await expectNoAxeViolations(page)
      }
    })
  })
})

test.describe('C23: of cloth that others hold', () => {
  test.use({
    ownShop: true,
    expectedInConsole: /status of 409/,
    viewport: { width: 375, height: 740 },
    shopSettings: { DEMO_ORDERS: '1' },
  })

  test('all is told at once with both sums, what may come back stays, and what she takes out comes back', async ({
    shop,
    page,
    browser,
  }) => {
    const other = await browser.newContext({ baseURL: shop.origin })
    const theirs = await other.newPage()
    await visitWithCart(theirs, [keptLine('F-1008', { quantity: 1 })], '/all-products')
    await openCart(theirs)
    const stale = [
      keptLine('F-1001', { name: '麻の葉 シーチング 50cm', description: '【藍】', quantity: 2 }),
      keptLine('F-1002', { name: '麻の葉 シーチング 50cm', description: '【桜】' }),
      keptLine('F-1008', { quantity: 1 }),
    ]
    await visitWithCart(page, stale, '/all-products')
    const panel = await openFreshCart(page)
    await goToPayment(theirs)
    changeData(shop.dataDir, "update product set price = 4400, price_text = '4400' where number = 'F-1001'")
    changeData(shop.dataDir, "update product set status = '非公開' where number = 'F-1002'")
    const sheet = await openSheet(page)
    const row = (text: string) => sheet.getByRole('listitem').filter({ hasText: text })
    await expect(sheet.getByRole('listitem')).toHaveCount(3)
    await expect(row('550円 → から4,400円')).toHaveCount(1)
    await expect(row('お求めいただけなくなりました')).toHaveCount(1)
    await expect(row('戻ることがありますので、カートに残します。')).toHaveCount(1)
    await expect(sheet.getByText('合計（税込）', { exact: true }).locator('..')).toContainText(
      /円 → から[\d,]+円$/,
    )
    await expectNoAxeViolations(page)
    const held = row('カートに残します').getByRole('button', { name: /を取り出す$/ })
    await press(held)
    await expect(sheet.getByRole('listitem')).toHaveCount(2)
    await expect(sheet.locator('dl').last()).toBeFocused()
    await press(sheet.getByRole('button', { name: '元に戻す' }))
    await expect(sheet.getByRole('listitem')).toHaveCount(3)
    await press(sheet.getByRole('button', { name: '新しい内容でカートを更新する' }))
    await expect(sheet).toBeHidden()
    await expect(lineOf(panel, 'F-1001')).toContainText('4,400円')
    await expect(lineOf(panel, 'F-1002')).toHaveCount(0)
    await expect(lineOf(panel, 'F-1008')).toHaveCount(1)
    await press(panel.getByRole('button', { name: '元に戻す' }))
    await expect(lineOf(panel, 'F-1002')).toHaveCount(1)
    await other.close()
  })
})

test.describe('an answer without a payment page', () => {
  test.use({ expectedInConsole: /status of (422|429|500|502)|ERR_FAILED/ })

  const said = 'x_server_said'
  const answers = [
    [
      'the provider fails',
      { status: 502, json: { code: 'payment_page_failed', message: said, hint: said } },
      [noPage, kept],
    ],
    [
      'too many requests',
      { status: 429, json: { code: 'too_many_requests', message: said } },
      [noPage, kept, '短い間にお手続きが重なりました。'],
    ],
    ['a surprise', { status: 500, json: { code: 'payment_error', message: said } }, [thrown, kept]],
    ['a cart that is too dear', { status: 422, json: { code: 'total_too_high' } }, ['合計が99,999,999円を']],
    ['a code of nobody', { status: 502, json: { code: 'x', message: said, hint: said } }, [noPage, kept]],
    ['no code', { status: 429, json: { message: said } }, [noPage, kept]],
    ['no url and no word', { status: 200, json: {} }, [noPage, kept]],
    ['no JSON', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, [thrown, kept]],
  ] as const
  test('S10: each is told in the named alert, the cart is kept, and no other address is followed', async ({
    page,
  }) => {
    await test.step('each is told in the named alert, and the cart is kept', async () => {
      await putFabricsIntoCart(page, 1)
      const before = await savedCart(page)
      const panel = await openCart(page)
      for (const [what, answer, texts] of answers)
        await test.step(what, async () => {
          await page.route(endpoint, (route) => route.fulfill(answer))
          const logged = page.waitForEvent('console', (message) =>
            message.text().startsWith('checkout failed'),
          )
          await pressPay(page)
          await logged
          for (const text of texts) await expect(panel.getByRole('alert')).toContainText(text)
          await expect(panel).not.toContainText(said)
          await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeFocused()
          expect(await savedCart(page)).toEqual(before)
          expect(await stored(page, 'mcSquareLastPaidAmount')).toBeNull()
          await page.unroute(endpoint)
        })
    })

    await test.step('a line that is cut: the named alert, and the next press pays', async () => {
      await asNewVisitor(page)
      await putFabricsIntoCart(page, 1)
      const panel = await openCart(page)
      await page.route(endpoint, (route) => route.abort())
      await pressPay(page)
      await expect(panel.getByRole('alert')).toHaveText(`${thrown}${kept}`)
      await page.unroute(endpoint)
      await goToPayment(page)
    })

    await test.step('S10: an address that is no payment page is not followed', async () => {
      await asNewVisitor(page)
      await putFabricsIntoCart(page, 1)
      const panel = await openCart(page)
      for (const url of [
        'https://evil.example/pay',
        'http://checkout.stripe.com/c/pay/1',
        'https://checkout.stripe.com.evil.example/',
        'javascript:document.title="caught"',
        '//evil.example/',
      ])
        await test.step(url, async () => {
          await page.route(endpoint, (route) => route.fulfill({ status: 200, json: { url } }))
          const answered = page.waitForResponse(endpoint)
          await pressPay(page)
          await (await answered).finished()
          await expect(panel.getByRole('alert')).toHaveText(`${noPage}${kept}`)
          await expect(page).toHaveURL('/all-products')
          await expect(page).not.toHaveTitle('caught')
          expect(await stored(page, 'mcSquareLastPaidAmount')).toBeNull()
          await page.unroute(endpoint)
        })
    })
  })
})
