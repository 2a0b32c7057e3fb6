import { ownerCommand } from '../support/owner-command.ts'
import { countShifts, expectNoAxeViolations, expectValidHtml, shifted } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
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
import { expect, press, test, walks } from './fixtures.ts'

test.describe('from the list of products to a paid order', () => {
  test.use({ ownShop: true, expectedInConsole: /ERR_CONNECTION_REFUSED/ })

  test('S23: three fabrics are paid, mailed and shipped, and the order still stands after a stop and a kill @walk', async ({
    shop,
    page,
  }) => {
    walks('/all-products', '/success', '/order/:token', '/mailbox')
    const main = page.getByRole('main')
    await countShifts(page)
    await putFabricsIntoCart(page, 3)
    const panel = await openCart(page)
    await expect(panel).toContainText('3点')
    expect(await sumsOf(panel)).toEqual({ 小計: '1,650円', 送料: '400円', '合計（税込）': '2,050円' })

    await goToPayment(page)
    await expect(page.getByText('練習用')).not.toHaveCount(0)
    expect(await stored(page, 'mcSquareLastPaidAmount')).toBe(2050)
    await page.setViewportSize({ width: 375, height: 667 })
    await pay(page)
    await expect(main).toContainText('2,050円')
    await expectEmptyCart(page)
    expect(await shifted(page)).toBeLessThan(0.05)
    await expectNoAxeViolations(page)
    const success = page.url()

    const list = await ownerCommand(shop, 'orders', 'list')
    expect(list.trim().split('\n')).toHaveLength(1)
    expect(list).toMatch(/2,050円\s+発送待ち/)

    await press(page.getByRole('link', { name: 'このご注文のページ' }))
    await expect(page).toHaveURL(/\/order\//)
    await expect(main).toContainText('2,050円')
    await expectNoAxeViolations(page)

    const subjects = async () => {
      const answer = await page.request.get('/mailbox')
      return [...(await answer.text()).matchAll(/<summary.*?<strong[^>]*>(.*?)<\/strong>/gs)].map(
        ([, subject]) => subject,
      )
    }
    await waitFor('the order mail', 15_000, async () => (await subjects()).length > 0)
    const first = await subjects()
    expect(new Set(first).size).toBe(first.length)
    await page.goto('/mailbox')
    await expect(page.locator('summary strong')).toHaveCount(first.length)
    await expectNoAxeViolations(page)

    const mail = page.locator('details', { hasText: /ご注文を承りました/ })
    await expect(mail).toHaveCount(1)
    await press(mail.locator('summary'))
    const link = mail.getByRole('link', { name: /\/order\// })
    const path = new URL((await link.getAttribute('href')) ?? '').pathname

    await test.step('S23: the mail opens its order, as HTML and as text, and passes the address to nobody', async () => {
      await press(mail.getByRole('link', { name: 'HTMLで見る' }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('ご注文を承りました')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
      const pictures = page.locator('img')
      await expect(pictures).toHaveCount(4)
      for (const picture of await pictures.all())
        expect(
          await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.width)),
        ).toBeLessThan(60)
      await press(page.locator(`a[href$="${path}"]`).first())
      await expect(page).toHaveURL(path)
      await expect(main).toContainText('山田 花子')
      const answer = await page.request.get(path)
      expect(answer.headers()).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      await page.goto('/mailbox')
      await press(mail.locator('summary'))
      await press(link)
      await expect(main).toContainText('2,050円')
      await expect(main).toContainText('取り消せます')
    })
    const orderPage = page.url()

    const [number = ''] = list.split(' ')
    await ownerCommand(shop, 'orders', 'ship', number)
    await ownerCommand(shop, 'orders', 'ship', number)
    // It may still be taken back for ten minutes.
    expect(await subjects()).toEqual(first)
    changeData(shop.dataDir, `update mail set next_attempt_at = ${Date.now()} where kind = 'order_shipped'`)
    await waitFor('the shipping mail', 15_000, async () => (await subjects()).length > first.length)
    expect((await subjects()).length).toBe(first.length + 1)
    const shipped = await ownerCommand(shop, 'orders', 'list')
    expect(shipped).toContain('発送済み')
    for (const address of [success, orderPage]) {
      await page.goto(address)
      await expect(main).toContainText('発送済み')
      await expect(main).not.toContainText('取り消せます')
    }

    expect(await shop.stop()).toBe(0)
    await shop.startAgain()
    expect(await ownerCommand(shop, 'orders', 'list')).toBe(shipped)
    await shop.kill()
    await shop.startAgain()
    await page.reload()
    await expect(main).toContainText('2,050円')
  })
})

test.describe('on the payment page', () => {
  test.use({ expectedInConsole: /status of 402 .*\/practice\/pay\// })

  test('S9: Back leads to the same page, a refused card costs nothing, and the next try pays', async ({
    page,
  }) => {
    await putFabricsIntoCart(page, 2)
    const before = await savedCart(page)
    await openCart(page)
    await goToPayment(page)
    const first = page.url()
    const answer = await page.reload()
    await expectValidHtml((await answer?.text()) ?? '')
    await expectNoAxeViolations(page)

    await page.goBack()
    await expect(cartButton(page)).toContainText('2点')
    if (!(await page.getByRole('dialog', { name: 'カート' }).isVisible())) await openCart(page)
    await goToPayment(page)
    expect(page.url()).toBe(first)

    const refuse = async () => {
      await press(page.getByRole('button', { name: /カード拒否/ }))
      await expect(page.getByRole('alert')).toContainText('カードが拒否されました')
    }
    await refuse()
    await expectNoAxeViolations(page)
    await press(page.getByRole('link', { name: '戻る' }))
    await expect(page).toHaveURL('/all-products')
    await expect(cartButton(page)).toContainText('2点')
    expect(await savedCart(page)).toEqual(before)

    await openCart(page)
    await goToPayment(page)
    await refuse()
    await pay(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ご購入ありがとうございます')
  })
})
