import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { expect, phone, press, test } from './fixtures.ts'

const options = (page: Page) => page.getByRole('listbox', { name: '候補' }).getByRole('option')
const at = (path: string, q: string) => `${path}?${new URLSearchParams({ q })}`

test.describe('without script, on a small phone', () => {
  test.use({ javaScriptEnabled: false, ...phone(320, 568) })

  test('W30, W32: a school bag is found in the shop, and the shop says what the gallery has', async ({
    page,
  }) => {
    await page.goto('/all-products')
    await page.getByLabel('生地をさがす').and(page.locator('input')).fill('通園バッグ くま')
    await press(page.getByRole('button', { name: 'さがす', exact: true }))
    const main = page.getByRole('main')
    await expect(
      main.getByText('「通園バッグ くま」のうち「通園バッグ」で見つかった生地です。'),
    ).toBeVisible()
    await expect(page.getByLabel('生地をさがす').and(page.locator('input'))).toHaveValue('通園バッグ くま')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectValidHtml(await page.content())
    await press(main.getByRole('link', { name: '「通園バッグ」の作品 9件' }))
    await expect(page).toHaveURL(at('/gallery/search', '通園バッグ'))
    await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText(
      '小鳥の通園レッスンバッグ（裏地つき）',
    )
    await press(main.getByRole('link', { name: /^「通園バッグ」の生地 \d+点$/ }))
    await expect(page).toHaveURL(at('/all-products', '通園バッグ'))
  })
})

test.describe('on a phone', () => {
  test.use(phone(320, 568))

  test('W34: words and pages are proposed while somebody types, by keys and thumb, and not while kana are converted', async ({
    page,
  }) => {
    await page.goto('/all-products')
    const field = page.getByLabel('生地をさがす').and(page.locator('input'))
    await field.fill('あさのは')
    await expect(options(page).first()).toHaveText('麻の葉ことば')
    await expect(field).toHaveRole('combobox')
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // Keys of a kana conversion choose nothing.
    await field.dispatchEvent('keydown', { key: 'ArrowDown', keyCode: 229 })
    await expect(options(page).and(page.locator('[aria-selected=true]'))).toHaveCount(0)
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    const active = await options(page).nth(1).getAttribute('id')
    await expect(field).toHaveAttribute('aria-activedescendant', active ?? '')
    await field.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(field).toHaveValue('あさのは')
    await field.fill('あさの')
    await expect(options(page).first()).toBeVisible()
    await field.press('ArrowUp')
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(page).toHaveURL(at('/all-products', '麻の葉'))
    await expect(options(page)).toHaveCount(0)
    await page.goto('/gallery')
    await page.getByLabel('作品をさがす').and(page.locator('input')).fill('通園')
    await press(options(page).filter({ hasText: '小鳥の通園レッスンバッグ' }))
    await expect(page).toHaveURL('/gallery/detail/demo-lesson-bag')
  })
})
