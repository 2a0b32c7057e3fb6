import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { expect, long, press, test } from './fixtures.ts'

const smallestLetter = (drawing: Locator): Promise<number> =>
  drawing
    .locator('text')
    .evaluateAll((letters: SVGTextElement[]) =>
      Math.min(
        ...letters.map(
          (one) => Number.parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM()?.a ?? 0),
        ),
      ),
    )

test('P38: the demo joins, its ruler shows a fabric by its flat print, and letters have 12 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/all-products/F-1001')
  const more = page.getByRole('button', { name: '1枚増やす' }).first()
  for (let units = 1; units < 4; units++) await press(more)
  await press(page.getByText('ものさし：'))
  const ruler = page.getByRole('img', { name: /4枚をつなげた50cm×200cm.*2枚目の写真の横幅は約24cm/ })
  await expect(ruler.locator('image')).toHaveAttribute('href', '/Image/demo/asanoha-indigo.svg')
  expect(await smallestLetter(ruler)).toBeGreaterThanOrEqual(12)
  await press(page.getByText('何枚いる？：'))
  await page.getByLabel('つくるもの').selectOption('自分の型紙の大きさ')
  await page.getByLabel('横（cm）').fill('3')
  await page.getByLabel('縦（cm）').fill('4')
  const layout = page.getByRole('img', { name: /^裁ち方の図/ })
  expect(await smallestLetter(layout)).toBeGreaterThanOrEqual(12)
  await page.getByLabel('横（cm）').fill('40')
  await page.getByLabel('縦（cm）').fill('120')
  await page.getByRole('textbox', { name: '枚数' }).fill('6')
  await expect(page.getByText('図は、はじめの12枚分です。')).toBeVisible()
  expect(await smallestLetter(layout)).toBeGreaterThanOrEqual(12)
})

test.describe('a shop that does not join', () => {
  test.use({ ownSettings: { joined: null } })

  test('P38: letters have 12 px on squares beside each other', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/all-products/F-1001')
    await press(page.getByText('何枚いる？：'))
    await expect(page.getByText(/^3枚いります。/)).toBeVisible()
    expect(await smallestLetter(page.getByRole('img', { name: /^裁ち方の図/ }))).toBeGreaterThanOrEqual(12)
  })
})

test('P21, W40, W41, W43, W44: scale, how many units of a school bag, and when they arrive', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/all-products/F-1012')
  await expect(
    page.getByText(/^いまのご注文なら、\d+月\d+日\(.\)〜\d+月\d+日\(.\)ごろお届け（目安です）$/),
  ).toBeVisible()
  await press(page.getByText('ものさし：'))
  await expect(page.getByRole('img', { name: /柄ひとつは約6cm/ })).toBeVisible()
  await press(page.getByRole('radio', { name: /^レッスンバッグ/ }))

  await press(page.getByText('何枚いる？：'))
  const answer = page.getByRole('status').filter({ hasText: 'いります' })
  await expect(answer).toHaveText('3枚（50cm×150cm）いります。')
  await press(page.getByRole('checkbox', { name: /^柄に上下がある/ }))
  await expect(answer).toHaveText('2枚（50cm×100cm）いります。')
  await expectNoAxeViolations(page)
  await press(page.getByRole('button', { name: '枚数を2枚にする' }))
  await expect(page.getByRole('group', { name: /の枚数$/ }).first()).toContainText('2枚')
  await expect(page.getByRole('img', { name: /2枚をつなげた50cm×100cm/ })).toBeVisible()

  await page.getByLabel('つくるもの').selectOption('自分の型紙の大きさ')
  await page.getByLabel('横（cm）').fill('60')
  await page.getByLabel('縦（cm）').fill('60')
  await expect(page.getByText('「パーツ1」は、50cm幅の布に入りません。')).toBeVisible()
  await page.getByLabel('縦（cm）').fill('999')
  await expect(page.getByText('1〜200の数字で入力してください。')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'W40, W45: the usual answers are there, and no ruler of what nobody has measured',
    long,
    async ({ page }) => {
      await page.goto('/all-products/F-1042')
      await expect(page.getByText('ものさし：')).toHaveCount(0)
      await press(page.getByText('何枚いる？：'))
      await expect(page.getByRole('row', { name: /^レッスンバッグ/ })).toContainText('3枚')
    },
  )
})
