import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { countedPresses } from '../support/press.ts'
import { readData } from '../support/shop-database.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({
  ownShop: true,
  expectedInConsole: /status of (?:409|422)/,
  viewport: { width: 1280, height: 900 },
})

test('N129, N130, N131: goods are sold out, priced and moved from the one table @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/products', '/admin/products/several', '/admin/products/file/:id', '/admin/products/:number')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/products')
  const marks = page.locator('input[data-mark]')
  const price = (number: string) =>
    page.getByRole('row', { name: new RegExp(number) }).getByRole('link', { name: /変える/ })
  await expectNoAxeViolations(page)
  await expectValidHtml(await (await page.request.get('/admin/products')).text())

  await test.step('a colour is sold out in two presses', async () => {
    const { press: count, made } = countedPresses()
    await count(marks.nth(0))
    await count(page.getByRole('button', { name: '売り切れにする' }))
    await expect(page.getByText('1点を売り切れにしました。')).toBeVisible()
    expect(made()).toBe(2)
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(page.getByText('1点を元に戻しました。')).toBeVisible()
  })

  await test.step('two colours are sold out by one press, and come back by another', async () => {
    await expect(marks.nth(0), 'what was marked stays so').toBeChecked()
    await press(marks.nth(1))
    await press(page.getByRole('button', { name: '売り切れにする' }))
    await expect(page.getByText('2点を売り切れにしました。')).toBeVisible()
    await expect(page.getByRole('row', { name: /F-1001/ })).toContainText('売り切れ')
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(page.getByText('2点を元に戻しました。')).toBeVisible()
    await expect(page.getByRole('row', { name: /F-1001/ })).not.toContainText('売り切れ')
  })

  await test.step('a price is changed in its place, and asked about where it may be a slip', async () => {
    await press(price('F-1003'))
    const field = page.getByRole('textbox', { name: 'F-1003の価格（円）' })
    await expect(field).toBeFocused()
    await field.fill('5OO')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/価格は/)
    await field.fill('560')
    await field.press('Enter')
    await expect(price('F-1003')).toContainText('560円')
    await expect(price('F-1003')).toBeFocused()
  })

  await test.step('twenty prices are changed in at most four presses beside the marks and the figure', async () => {
    const { press: count, made } = countedPresses()
    for (let at = 0; at < 20; at += 1) if (!(await marks.nth(at).isChecked())) await press(marks.nth(at))
    await count(page.getByRole('button', { name: '価格・公開・順番・ファイル' }))
    await expect(page.getByRole('heading', { name: '選んだ商品 20点' })).toBeVisible()
    await expectNoAxeViolations(page)
    // A choice of a list is a press as well.
    await count(page.getByLabel('価格', { exact: true }))
    await page.getByLabel('価格', { exact: true }).selectOption({ label: '％で足し引きする' })
    await page.getByLabel('％').fill('10')
    await expect(page.getByRole('textbox', { name: 'F-1003の新しい価格（円）' })).toHaveAttribute(
      'placeholder',
      '616',
    )
    await page.getByRole('textbox', { name: 'F-1001の新しい価格（円）' }).fill('600')
    await count(page.getByRole('button', { name: '変わるところを見る' }))
    await expect(page.getByText('一覧から：価格（20点）')).toBeVisible()
    await count(page.getByRole('button', { name: 'この内容にする' }))
    await expect(page.getByRole('button', { name: '元に戻す' })).toBeVisible()
    expect(made()).toBeLessThanOrEqual(4)
    const stored = () =>
      readData(
        shop.dataDir,
        "select number, price from product where number in ('F-1001', 'F-1003') order by number",
      )
    expect(stored()).toEqual([
      { number: 'F-1001', price: 600 },
      { number: 'F-1003', price: 616 },
    ])
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(page.getByText('元に戻しました', { exact: false }).first()).toBeVisible()
    expect(stored()[1]).toEqual({ number: 'F-1003', price: 560 })
  })

  await test.step('a marked fabric goes behind another, and a file has the marked ones alone', async () => {
    await page.goto('/admin/products')
    await press(marks.nth(0))
    await press(page.getByRole('button', { name: '価格・公開・順番・ファイル' }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('link', { name: '1点のファイルを書き出す' })),
    ])
    expect(download.suggestedFilename()).toMatch(/^products-/)
    await press(page.getByLabel('次の生地の後ろ'))
    await press(page.getByRole('button', { name: '順番を変える' }))
    await expect(page.getByLabel('その生地の管理番号')).toHaveAccessibleDescription(/管理番号を入力/)
    await page.getByLabel('その生地の管理番号').fill('F-1002')
    await press(page.getByRole('button', { name: '順番を変える' }))
    await expect(page.getByText('生地の順番を変えました')).toBeVisible()
    await expect(page.locator('[data-row]').nth(0)).toContainText('F-1002')
    await expect(page.locator('[data-row]').nth(1)).toContainText('F-1001')
  })

  await test.step('W74: a product has its stock and its other colours beside it, and leads to the next of the list', async () => {
    await press(page.getByRole('link', { name: 'F-1002' }))
    await expect(page.getByRole('heading', { name: 'F-1002' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expect(page.getByRole('region', { name: '色ちがい' })).toContainText('F-1001')
    await press(page.getByRole('region', { name: '在庫' }).getByRole('button', { name: '売り切れにする' }))
    await expect(page.getByText('売り切れです。')).toBeVisible()
    await press(page.getByRole('link', { name: '次の商品 →' }))
    await expect(page.getByRole('heading', { name: 'F-1001' })).toBeVisible()
    await press(page.getByRole('link', { name: '次 →' }))
    await expect(page.getByRole('heading', { name: 'F-1003' })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('N130, N131: marks, a price in its place and the preview work as forms', async ({ page, shop }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/products?type=fabric&sort=price')
    await press(page.getByRole('link', { name: /変える/ }).first())
    await page.locator('input[name="price"]').fill('1')
    await press(page.getByRole('button', { name: '保存' }))
    await expect(page.getByText('価格だけは')).toBeVisible()
    await expect(page).toHaveURL(/type=fabric&sort=price/)
    await press(page.getByRole('button', { name: '売り切れにする' }))
    await expect(
      page.getByRole('alert').filter({ hasText: '商品に印を付けてから、押してください。' }),
    ).toBeVisible()
    await press(page.locator('input[data-mark]').first())
    await press(page.getByRole('button', { name: '休止する' }))
    await expect(page.getByText('1点を休止しました。')).toBeVisible()
    await press(page.locator('input[data-mark]').first())
    await press(page.getByRole('button', { name: '価格・公開・順番・ファイル' }))
    await page.getByLabel('公開', { exact: true }).selectOption('下書き')
    await press(page.getByRole('button', { name: '変わるところを見る' }))
    await press(page.getByRole('button', { name: 'この内容にする' }))
    await expect(page.getByRole('button', { name: '元に戻す' })).toBeVisible()
  })
})
