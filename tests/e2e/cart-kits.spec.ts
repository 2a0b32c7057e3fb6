import { keptKit, keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import {
  asNewVisitor,
  cartButton,
  openCart,
  savedCart,
  stopTime,
  stored,
  sumsOf,
} from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

const free = '無料（通常'
const fabricAndThreeKits = [keptLine('F-1001'), keptKit('K-2001'), keptKit('K-2002'), keptKit('K-2003')]

test('C2, C5, C7, C8, C14, C15: kits that are free, and carts that cannot be paid', async ({ page }) => {
  await test.step('C14: a kit in the cart says so on its card; a press shows the cart, which stays as it is', async () => {
    await page.goto('/kits')
    const add = page.getByRole('button', { name: /カートに入れる$/ }).first()
    const name = (await add.getAttribute('aria-label'))?.replace('をカートに入れる', '') ?? ''
    await press(add)
    const there = page.getByRole('button', { name: `${name}はカートに入っています` })
    await expect(there).toHaveText('カートに入っています')
    await expect(there).toBeDisabled()
    await expect(there).toBeFocused()
    const before = await savedCart(page)
    const logged = page.waitForEvent('console', (message) => message.text().includes('one at a time'))
    await page.keyboard.press('Enter')
    await logged
    const panel = page.getByRole('dialog', { name: 'カート' })
    await expect(panel).toContainText('キットは1点ずつの販売です')
    expect(await savedCart(page)).toEqual(before)
    await expect(panel.getByRole('list', { name: 'カートの中身' })).toContainText('1点のみ')
    await expect(panel.getByRole('group', { name: /の数量$/ })).toHaveCount(0)
  })

  await test.step('C7: another kit is chosen to be free, and the choice is kept', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, fabricAndThreeKits)
    const panel = await openCart(page)
    await expect(lineOf(panel, 'K-2001')).toContainText(free)
    await expect(lineOf(panel, 'K-2002')).toContainText(free)
    const third = lineOf(panel, 'K-2003')
    await expect(third).toContainText('990円 × 1')
    await press(third.getByRole('button', { name: /^こちらを無料にする/ }))
    await expect(third).toContainText(free)
    await expect(lineOf(panel, 'K-2001')).toContainText(free)
    await expect(lineOf(panel, 'K-2002')).toContainText('660円 × 1')
    expect(await sumsOf(panel)).toMatchObject({ 小計: '1,210円', 送料: '400円' })
    await expectNoAxeViolations(page)
    await page.reload()
    await openCart(page)
    await expect(third).toContainText(free)
  })

  await test.step('C15: a cart of free products only says why it cannot be paid', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [keptKit('K-2016', { price: '0円' })])
    const panel = await openCart(page)
    const button = panel.getByRole('button', { name: '商品を追加してください' })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(
      '無料の商品だけではお会計に進めません。生地か有料のキットを追加してください。',
    )
    await expect(panel.getByText('ご注文前にご確認ください')).toHaveCount(0)
  })

  await test.step('C5: a kit that the shop gives away stays outside the offer', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [
      keptLine('F-1001'),
      keptKit('K-2016', { price: '0' }),
      ...fabricAndThreeKits.slice(1),
    ])
    const panel = await openCart(page)
    await expect(lineOf(panel, 'K-2016')).toContainText('0円 × 1')
    await expect(panel.getByRole('listitem').filter({ hasText: free })).toHaveCount(2)
  })

  await test.step('C2: a free kit of an old cart without its price is read anew', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [
      keptLine('F-1001'),
      keptKit('K-2001', { name: '古い名前 (無料) (無料)', price: '0', productType: undefined }),
    ])
    const panel = await openCart(page)
    await expect(lineOf(panel, 'K-2001')).toContainText('通常 880円')
    await press(lineOf(panel, 'F-1001').getByRole('button', { name: /）を取り出す$/ }))
    await expect(lineOf(panel, 'K-2001')).toContainText('880円 × 1')
  })

  await test.step('C2: while the shop cannot be asked, such a kit cannot be paid', async () => {
    await asNewVisitor(page)
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/goods*', async (route) => {
      await asked.promise
      await route.continue()
    })
    await visitWithCart(page, [
      keptLine('F-1001'),
      keptKit('K-2001', { name: '古い (無料)', price: '0', productType: 'kit' }),
    ])
    const panel = await openCart(page)
    await expect(lineOf(panel, 'K-2001')).toContainText('価格を確認しています')
    await expect(panel.getByRole('button', { name: '商品を追加してください' })).toBeDisabled()
    asked.resolve()
    await expect(panel.getByRole('button', { name: '購入へ進む' })).toBeEnabled()
  })

  await test.step('C8: an old line without its kind is what the shop’s data say, whatever its name', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [
      keptLine('K-2001', { name: '50cm角で作る巾着キット', price: '880', productType: undefined }),
      keptKit('K-2002'),
    ])
    const panel = await openCart(page)
    await expect(lineOf(panel, 'K-2001')).toContainText('1点のみ')
    await expect(panel.getByRole('listitem').filter({ hasText: free })).toHaveCount(0)
    await expect(cartButton(page)).toContainText('2点')
  })
})

test('C1, C2, C3: suffix and price come once and go with the fabric, over reloads', async ({ page }) => {
  await visitWithCart(page, fabricAndThreeKits)
  const kept = async () => {
    const lines = await stored(page, 'mcSquareCart')
    return JSON.stringify(lines).match(/ \(無料\)/g)?.length ?? 0
  }
  const panel = await openCart(page)
  await expect(lineOf(panel, 'K-2001')).toContainText('通常 880円')
  await expect.poll(kept).toBe(2)
  await page.reload()
  await openCart(page)
  await stopTime(page)
  await press(lineOf(panel, 'F-1001').getByRole('button', { name: /カートから取り出す$/ }))
  await expect(lineOf(panel, 'K-2001')).toContainText('880円 × 1')
  // A save takes real time although the page's clock stands still, because its lock uses the real clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return kept()
    })
    .toBe(0)
  expect(await sumsOf(panel)).toMatchObject({ 小計: '2,530円' })
  await press(panel.getByRole('button', { name: '元に戻す' }))
  await expect(lineOf(panel, 'K-2001')).toContainText(free)
})
