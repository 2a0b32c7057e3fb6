import type { Page } from '@playwright/test'
import { keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { changeData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import {
  asNewVisitor,
  buyButtonOf,
  buyButtons,
  cartButton,
  expectFirstFabric,
  openCart,
  putFabricsIntoCart,
  stored,
  sumsOf,
} from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

test('C10, C11: a damaged cart is kept aside, and two tabs share one', async ({ page, context }) => {
  await test.step('C10: a damaged cart is kept aside, and shopping goes on', async () => {
    await visitWithCart(page, '[{"managementNumber":"F-10', '/all-products')
    await expect(cartButton(page)).toHaveAccessibleName('カート')
    await press(buyButtons(page).first())
    await expect(cartButton(page)).toContainText('1点')
    expect(await page.evaluate(() => localStorage.getItem('mcSquareCart.damaged'))).toBe(
      '[{"managementNumber":"F-10',
    )
  })

  await test.step('C10: of bad items only they are left out', async () => {
    await asNewVisitor(page)
    const bad = [
      null,
      7,
      { managementNumber: 'x' },
      keptLine('F-1003', { quantity: -1 }),
      keptLine('shipping'),
    ]
    await visitWithCart(page, [...bad, keptLine('F-1001', { quantity: 2 })])
    await expect(cartButton(page)).toContainText('2点')
  })

  await test.step('C11: what one tab takes out and what another puts in both count', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [keptLine('F-1001'), keptLine('F-1002')])
    const other = await context.newPage()
    await other.goto('/all-products')
    await press(buyButtonOf(other, 'F-1003'))
    const panel = await openCart(page)
    await press(lineOf(panel, 'F-1001').getByRole('button', { name: /）を取り出す$/ }))
    await expect(lineOf(panel, 'F-1003')).toHaveCount(1)
    for (const tab of [page, other]) await expect(cartButton(tab)).toContainText('2点')
    expect(JSON.stringify(await stored(other, 'mcSquareCart'))).not.toContain('F-1001')
  })
})

test.describe('storage that refuses', () => {
  const warning = 'このブラウザーには保存できないため、タブを閉じるとカートは空になります。'

  test('full: the cart lives on in its tab and says so', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await putFabricsIntoCart(page, 2)
    await expect(page.getByRole('status').filter({ hasText: warning })).toBeVisible()
    await press(page.getByRole('link', { name: 'サブスク' }).first())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('サブスク')
    await expect(page).toHaveURL('/subscription')
    await expect(cartButton(page)).toContainText('2点')
    await expect(await openCart(page)).toContainText(warning)
  })

  test('forbidden: likewise, and the cart can be paid', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
    })
    await putFabricsIntoCart(page, 1)
    await expect(await openCart(page)).toContainText(warning)
    await press(page.getByRole('button', { name: '購入へ進む' }))
    await expect(page).toHaveURL(/\/practice\/pay\//)
  })
})

test.describe('products that changed in the shop', () => {
  test.use({ ownShop: true })

  const asBefore = async (page: Page, { dataDir }: ShopProcess) => {
    await asNewVisitor(page)
    changeData(
      dataDir,
      "update product set price = 550, price_text = '550', status = '公開中' where number = 'F-1001'",
    )
    await expectFirstFabric(page, '麻の葉 シーチング 50cm【藍】', '550円')
  }

  test('C9, C12, P1: prices and products that have changed are told at their line, and stop what cannot be paid', async ({
    shop,
    page,
  }) => {
    await test.step('C9: a price that nobody knows any more is 価格確認中 and stops the payment', async () => {
      changeData(shop.dataDir, "update product set price = null, price_text = '時価' where number = 'F-1001'")
      await visitWithCart(page, [keptLine('F-1001'), keptLine('F-1002')])
      const panel = await openCart(page)
      await expect(lineOf(panel, 'F-1001')).toContainText('価格確認中')
      await expect(panel.getByRole('button', { name: '商品を追加してください' })).toHaveAccessibleDescription(
        '価格確認中の商品が入っています。取り出すとお会計に進めます。',
      )
      await press(lineOf(panel, 'F-1001').getByRole('button', { name: /）を取り出す$/ }))
      await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeEnabled()
    })

    await test.step('C9: its card cannot be bought either', async () => {
      await asBefore(page, shop)
      changeData(shop.dataDir, "update product set price = null, price_text = '時価' where number = 'F-1001'")
      await expectFirstFabric(page, '麻の葉 シーチング 50cm【藍】', '価格確認中')
      await page.goto('/all-products')
      await expect(page.getByRole('button', { name: '価格確認中' })).toBeDisabled()
    })

    await test.step('C12: a new price is taken and told when the cart is opened', async () => {
      await asBefore(page, shop)
      await putFabricsIntoCart(page, 1)
      changeData(shop.dataDir, "update product set price = 660, price_text = '660' where number = 'F-1001'")
      const panel = await openCart(page)
      await expect(lineOf(panel, 'F-1001')).toContainText('660円 × 1')
      await expect(
        panel.getByRole('status').filter({ hasText: '550円から660円に変わりました' }),
      ).toBeVisible()
    })

    await test.step('P1: what is not sold any more is told at its line, counts in no sum, and goes before paying', async () => {
      await asBefore(page, shop)
      await putFabricsIntoCart(page, 2)
      changeData(shop.dataDir, "update product set status = '非公開' where number = 'F-1001'")
      const panel = await openCart(page)
      await expect(lineOf(panel, 'F-1001')).toContainText('いま販売していないため')
      await expect(lineOf(panel, 'F-1002')).not.toContainText('いま販売していないため')
      expect(await sumsOf(panel)).toMatchObject({ 小計: '550円' })
      await expect(panel.getByRole('button', { name: '商品を追加してください' })).toHaveAccessibleDescription(
        'いま販売していない商品が入っています。取り出すとお会計に進めます。',
      )
      await page.reload()
      await expect(cartButton(page)).toContainText('2点')
      changeData(shop.dataDir, "update product set status = '公開中' where number = 'F-1001'")
      await openCart(page)
      await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeEnabled()
      expect(await sumsOf(panel)).toMatchObject({ 小計: '1,100円' })
    })
  })
})
