import type { Page } from '@playwright/test'
import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { setVisibility } from '../support/page-visibility.ts'
import { changeData } from '../support/shop-database.ts'
import { openCart, untilServed } from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

test.use({ ownShop: true, expectedInConsole: /create-checkout-session|\/api\/goods/ })

/** On the first page of the list. */
const number = 'F-1004'
const path = `/all-products/${number}`

const sentence = (units: number) => new RegExp(`いま、(つなげて)?${units}枚までお届けできます`)

const leftInShop = (dataDir: string, most: number) =>
  changeData(
    dataDir,
    `insert into stock (number, mode, counted_by, most_units, held_units) values ('${number}', 'count', 'desk', ${most}, 0)
     on conflict (number) do update set most_units = ${most}`,
  )

/** The other tab, and back. */
const leaveAndReturn = async (page: Page) => {
  await setVisibility(page, 'hidden')
  await setVisibility(page, 'visible')
}

const focused = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const restored = (page: Page) =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })

test('C26: a fabric that stayed open knows what is left when she is back, or when her cart has told it', async ({
  shop,
  page,
}) => {
  const main = page.getByRole('main')
  const left = (units: number) => main.getByText(sentence(units))
  const chosen = main.getByRole('group', { name: /の枚数$/ }).getByRole('status')
  leftInShop(shop.dataDir, 5)
  await untilServed(page, path, (html) => sentence(5).test(html))
  await page.goto(path)
  await expect(left(5)).toBeVisible()
  const more = main.getByRole('button', { name: '1枚増やす' }).first()
  for (let units = 2; units <= 5; units++) await press(more)
  await expect(chosen.first()).toHaveText('5枚')

  await test.step('in its tab, in its window, and out of the back/forward cache', async () => {
    for (const [units, back] of [
      [4, leaveAndReturn],
      [3, focused],
      [2, restored],
    ] as const) {
      leftInShop(shop.dataDir, units)
      await expect(left(units + 1)).toBeVisible()
      await back(page)
      await expect(left(units)).toBeVisible()
      await expect(chosen.first()).toHaveText(`${units}枚`)
    }
  })

  await test.step('a shop that cannot be reached, or refuses, changes nothing', async () => {
    for (const fail of ['abort', 'refuse'] as const) {
      const asked = page.waitForRequest('**/api/goods*')
      await page.route('**/api/goods*', (route) =>
        fail === 'abort' ? route.abort() : route.fulfill({ status: 503, body: '' }),
      )
      await leaveAndReturn(page)
      await asked
      await expect(left(2)).toBeVisible()
      await page.unroute('**/api/goods*')
    }
  })

  await test.step('the cart that she opens tells the page, too', async () => {
    await press(main.getByRole('button', { name: '生地を購入' }).first())
    leftInShop(shop.dataDir, 1)
    await openCart(page)
    await expect(left(1)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('none is left: it is 売り切れ, with the form of 再入荷のお知らせ; stopped it says so', async () => {
    leftInShop(shop.dataDir, 0)
    await leaveAndReturn(page)
    await expect(main.getByRole('button', { name: '売り切れ' })).toBeDisabled()
    await expect(main.getByRole('heading', { name: '再入荷のお知らせ' })).toBeVisible()
    await press(main.getByText('何枚いる？：つくるものから枚数を調べる'))
    await expect(main.getByText('いま、この生地は売り切れです。')).toBeVisible()
    changeData(shop.dataDir, `insert into closed_product (number, closed_at) values ('${number}', 0)`)
    await leaveAndReturn(page)
    await expect(main.getByRole('button', { name: '販売休止中' })).toBeDisabled()
    changeData(shop.dataDir, `delete from closed_product where number = '${number}'`)
  })

  await test.step('another page is as it was drawn, and its cards learn as well', async () => {
    leftInShop(shop.dataDir, 7)
    await press(page.getByRole('navigation', { name: 'お店の売り場' }).getByRole('link', { name: '生地' }))
    const card = main.getByRole('listitem').filter({ hasText: number })
    await expect(card).toContainText(sentence(7))
    leftInShop(shop.dataDir, 6)
    await leaveAndReturn(page)
    await expect(card).toContainText(sentence(6))
  })
})

test('C26: the sheet of differences tells the page', async ({ shop, page }) => {
  leftInShop(shop.dataDir, 8)
  await untilServed(page, path, (html) => sentence(8).test(html))
  await visitWithCart(page, [keptLine(number, { quantity: 8 })])
  await page.goto(path)
  await openCart(page)
  await expect(page.getByRole('dialog', { name: 'カート' })).toContainText('8点')
  leftInShop(shop.dataDir, 3)
  await press(page.getByRole('button', { name: '購入へ進む' }))
  await expect(page.getByRole('dialog', { name: 'カートの内容をご確認ください' })).toBeVisible()
  await expect(page.locator('main').getByText(sentence(3))).toHaveCount(1)
})
