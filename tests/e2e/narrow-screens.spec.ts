import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { asNewVisitor, stopTime } from '../support/shopping.ts'
import { expect, press, reach, test } from './fixtures.ts'

const named = {
  'F-1001': '麻の葉 シーチング 50cm【藍】',
  'F-1004': '青海波 シーチング 50cm【藍】',
  'F-1008': '亀甲花菱 ちりめん風【墨】',
  'F-1012': '矢絣 先染め木綿【藤】',
}
const lines = Object.entries(named).map(([number, name]) => keptLine(number, { name, quantity: 4 }))
const differing = (number: keyof typeof named, fields: object) => ({
  managementNumber: number,
  name: named[number],
  oldUnitAmount: 550,
  newUnitAmount: 550,
  ...fields,
})
const answer = {
  code: 'price_changed',
  lines: [
    differing('F-1001', { reason: 'price', newUnitAmount: 640 }),
    differing('F-1004', { reason: 'stock', most: 2, waits: false }),
    differing('F-1008', { reason: 'stock', most: 0, waits: true, newUnitAmount: null }),
    differing('F-1012', { reason: 'unavailable', newUnitAmount: null }),
  ],
}

test.describe('the sheet of differences', () => {
  test.use({ expectedInConsole: /status of 409/ })

  for (const { width, height, text } of [
    { width: 375, height: 667, text: '200%' },
    { width: 320, height: 568, text: '100%' },
    { width: 1280, height: 800, text: '100%' },
  ])
    test(`C23, P37: at ${width}x${height} and text of ${text} total and main button stay in sight, and no older notice is in it`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.route('**/api/goods*', (route) => route.fulfill({ json: lines }))
      await page.route('**/create-checkout-session', (route) => route.fulfill({ status: 409, json: answer }))
      await visitWithCart(page, [...lines, keptLine('F-1002', { name: '水玉' })], '/all-products')
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
      await press(page.getByRole('button', { name: /^カート\s/ }))
      const cart = page.getByRole('dialog', { name: 'カート', exact: true })
      await stopTime(page)
      await press(cart.getByRole('button', { name: /F-1002）を取り出す$/ }))
      await expect(cart.getByText('取り出しました')).toHaveCount(1)
      await press(page.getByRole('button', { name: '購入へ進む' }))
      const sheet = page.getByRole('dialog', { name: 'カートの内容をご確認ください' })
      // The press waits for a lock, less than the ten seconds of the notice.
      await expect(async () => {
        await page.clock.runFor(50)
        await expect(sheet).toBeVisible({ timeout: 100 })
      }).toPass({ timeout: 15_000 })
      await expect(sheet.getByText('取り出しました')).toHaveCount(0)
      await expect(sheet.getByRole('button', { name: '元に戻す' })).toHaveCount(0)

      const total = sheet.getByText('合計（税込）', { exact: true }).locator('..')
      const main = sheet.getByRole('button', { name: '新しい内容でカートを更新する' })
      const back = sheet.getByRole('button', { name: 'カートに戻る' })
      const less = sheet.getByRole('button', { name: '2枚にする' })
      const takeOut = sheet.getByRole('button', { name: `${named['F-1004']}を取り出す` })
      const inSight = async (what: string) => {
        await expect(total, what).toBeInViewport({ ratio: 1 })
        await expect(main, what).toBeInViewport({ ratio: 1 })
      }
      await inSight('at the beginning')
      await reach(less)
      await expect(less).toBeInViewport({ ratio: 1 })
      await inSight('in the list')
      const [one, other] = [await less.boundingBox(), await takeOut.boundingBox()]
      expect(Math.abs((one?.width ?? 0) - (other?.width ?? 1))).toBeLessThan(1)
      await reach(back)
      await expect(back).toBeInViewport({ ratio: 1 })
      await inSight('at the end')
      expect(await sheet.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)

      await press(takeOut)
      const undo = sheet.getByRole('button', { name: '元に戻す' })
      await expect(undo).toBeInViewport({ ratio: 1 })
      await inSight('with the notice of what was taken out here')
      await press(undo)
      await expect(takeOut).toHaveCount(1)
      await expect(undo).toHaveCount(0)
      // The cart behind it keeps the older one for its ten seconds.
      await page.mouse.move(width / 2, height / 2)
      await page.mouse.wheel(0, height)
      await press(back)
      await expect(cart.getByRole('button', { name: /元に戻す/ })).toHaveCount(1)
    })
})

test('W21: stepper, button and a sum of five digits are in one row at 320 and 375 px', async ({ page }) => {
  for (const width of [320, 375]) {
    await asNewVisitor(page)
    await page.setViewportSize({ width, height: 667 })
    await page.goto('/all-products/F-1001')
    const bar = page.getByRole('region', { name: '購入' })
    const fewer = bar.getByRole('button', { name: '1枚減らす' })
    const button = bar.getByRole('button', { name: /生地を購入/ })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    await expect(button).toBeVisible()
    const more = bar.getByRole('button', { name: '1枚増やす' })
    const rows = async () => {
      const price = await bar.getByText('円').first().boundingBox()
      const boxes = [await fewer.boundingBox(), await more.boundingBox(), await button.boundingBox()]
      const middle = (price?.y ?? 0) + (price?.height ?? 0) / 2
      return boxes.map((box) => Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - middle) < 24)
    }
    expect(await rows(), `${width} px, 550円`).toEqual([true, true, true])
    for (let units = 2; units <= 20; units++) await press(more)
    await expect(bar).toContainText('11,000円')
    expect(await rows(), `${width} px, 11,000円`).toEqual([true, true, true])
    await press(button)
    await expect(bar).toContainText('カートに20枚')
    expect(await rows(), `${width} px, in the cart`).toEqual([true, true, true])
    expect(await bar.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
  }
})

for (const { width, height, text } of [
  { width: 375, height: 667, text: '100%' },
  { width: 320, height: 568, text: '200%' },
])
  test(`C17, S36: at ${width}x${height} and text of ${text} the buttons of a notice are in sight, and the cart opened from it has only 元に戻す of it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/gallery/detail/demo-tote')
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
    await page.clock.install()
    await stopTime(page)
    await press(page.getByRole('button', { name: /^材料をまとめてカートに入れる/ }))
    await expect(page.getByRole('button', { name: '元に戻す' })).toBeInViewport({ ratio: 1 })
    await press(page.getByRole('button', { name: 'カートを見る' }))
    const cart = page.getByRole('dialog', { name: 'カート', exact: true })
    const undo = cart.getByRole('button', { name: 'まとめて入れた材料を元に戻す' })
    await expect(undo).toBeInViewport({ ratio: 1 })
    await expect(cart.getByText('カートに入れました')).toHaveCount(0)
    await press(undo)
    await expect(cart).toContainText('カートは空です')
    await expect(cart.getByRole('status').filter({ hasText: '取り出しました' })).toBeFocused()
  })
