import { expectNoAxeViolations } from '../support/page-checks.ts'
import { expect, long, test } from './fixtures.ts'

test.use({ ownSettings: { joined: 'lengthwise' } })

test('P21, W40, W41, W43, W44: scale, how many units of a school bag, and when they arrive', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/all-products/F-1012')
  await expect(
    page.getByText(/^いまのご注文なら、\d+月\d+日\(.\)〜\d+月\d+日\(.\)ごろお届け（目安です）$/),
  ).toBeVisible()
  await page.getByText('ものさし：').click()
  await expect(page.getByRole('img', { name: /柄ひとつは約6cm/ })).toBeVisible()
  await page.getByRole('radio', { name: /^レッスンバッグ/ }).check()

  await page.getByText('何枚いる？：').click()
  const answer = page.getByRole('status').filter({ hasText: 'いります' })
  await expect(answer).toHaveText('3枚（50cm×150cm）いります。')
  await page.getByRole('checkbox', { name: /^柄に上下がある/ }).uncheck()
  await expect(answer).toHaveText('2枚（50cm×100cm）いります。')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: '枚数を2枚にする' }).click()
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

  test('W40, W45: the marks and the usual answers are there', long, async ({ page }) => {
    await page.goto('/all-products/F-1002')
    await page.getByText('ものさし：').click()
    await expect(page.getByRole('img', { name: /柄の大きさは登録されていません/ })).toBeVisible()
    await page.getByText('何枚いる？：').click()
    await expect(page.getByRole('row', { name: /^レッスンバッグ/ })).toContainText('3枚')
  })
})
