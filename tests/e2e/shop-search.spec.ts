import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })
const count = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '点' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'しぼりこみ', exact: true })
const chosen = (page: Page) => page.getByRole('list', { name: 'しぼりこんでいる条件' }).getByRole('link')
const fabricsAt = (parameters: Record<string, string>) => `/all-products?${new URLSearchParams(parameters)}`

/** What the browser would do with Enter: false when the page keeps it from sending the form. */
const enterSends = (page: Page, parts: { readonly isComposing?: boolean; readonly keyCode?: number }) =>
  page
    .getByLabel('生地をさがす')
    .and(page.locator('input'))
    .evaluate((field, init) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })
      return field.dispatchEvent(event)
    }, parts)

test.describe('on a phone', () => {
  test.use(phone(375, 667))

  test('P6, P7: fabrics are searched, narrowed by colour and price, put in order, and each choice is undone by itself @walk', async ({
    page,
  }) => {
    walks('/all-products')
    await page.goto('/all-products')
    await expect(count(page)).toHaveText('全42点（6点を表示中）')
    const box = page.getByLabel('生地をさがす').and(page.locator('input'))
    for (const text of ['200%', '100%']) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
      const { width = 0 } = (await box.boundingBox()) ?? {}
      expect(width, `room for words, text at ${text}`).toBeGreaterThan(160)
    }
    await box.fill('はな')
    await page.getByRole('link', { name: 'もっと見る' }).hover()
    // R15: the Enter that ends a kana conversion does not count.
    expect(await enterSends(page, { isComposing: true })).toBe(false)
    expect(await enterSends(page, { keyCode: 229 })).toBe(false)
    expect(await enterSends(page, {})).toBe(true)
    await box.press('Enter')
    await expect(page).toHaveURL(fabricsAt({ q: 'はな' }))
    await expect(count(page)).toHaveText(/^「はな」\d+点$|^「はな」\d+点（6点を表示中）$/)
    await expect(names(page).first()).toHaveText('亀甲花菱 ちりめん風【墨】')
    // W25
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await press(page.getByRole('button', { name: 'しぼりこむ' }))
    await press(filters(page).getByRole('link', { name: /^青/ }))
    await expect(page).toHaveURL(fabricsAt({ q: 'はな', colour: 'blue' }))
    await press(filters(page).getByRole('link', { name: '価格の安い順' }))
    await expect(page).toHaveURL(fabricsAt({ q: 'はな', colour: 'blue', sort: 'cheap' }))
    await expectNoAxeViolations(page)
    await press(filters(page).getByRole('button', { name: /点を見る/ }))
    await expect(filters(page)).toBeHidden()
    await expect(names(page)).toHaveText([
      '花ふぶき ダブルガーゼ 50cm【夜桜】',
      '大輪の花 オックス【紺】',
      '野の花 綿ローン【紺】',
      '刺し子 柿の花【藍】',
    ])
    await expect(page.getByRole('button', { name: 'しぼりこむ（1）' })).toBeVisible()
    await press(chosen(page).filter({ hasText: '青' }))
    await expect(page).toHaveURL(fabricsAt({ q: 'はな', sort: 'cheap' }))
    await expect(chosen(page)).toHaveCount(0)
    await page.goBack()
    await expect(count(page)).toHaveText('全42点（6点を表示中）')
    await expect(box).toHaveValue('')
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(filters(page)).toBeVisible()
    // Half behind the header a choice would be too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectNoAxeViolations(page)
  })

  test('what is not found leads on: without the filters, to near words, to kits', long, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto(fabricsAt({ q: '巾着くま', colour: 'red' }))
    const main = page.getByRole('main')
    await expect(main.getByText('「巾着くま」に合う生地は見つかりませんでした。')).toBeVisible()
    await expectNoAxeViolations(page)
    await expectValidHtml(await page.content())
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // Nothing is found without the filter either.
    await expect(main.getByRole('link', { name: 'しぼりこみを外して' })).toHaveCount(0)
    await press(main.getByRole('link', { name: /^巾着 \d+点$/ }))
    await expect(page).toHaveURL(fabricsAt({ q: '巾着' }))
    await expect(names(page).first()).toBeVisible()
    await page.goto(fabricsAt({ q: '麻の葉', colour: 'brown' }))
    await press(main.getByRole('link', { name: /^しぼりこみを外して「麻の葉」をさがす（\d+点）$/ }))
    await expect(page).toHaveURL(fabricsAt({ q: '麻の葉' }))
    await page.goto(fabricsAt({ q: '！？' }))
    await expect(main.getByText('記号だけでは、さがせません。')).toBeVisible()
    await page.goto(fabricsAt({ q: 'がま口キット' }))
    await expect(main.getByText('「がま口キット」のうち「がま口」で見つかった生地です。')).toBeVisible()
    await expect(page.getByLabel('生地をさがす').and(page.locator('input'))).toHaveValue('がま口キット')
    await press(main.getByRole('link', { name: 'キット 1点' }))
    await expect(page).toHaveURL(`/kits?${new URLSearchParams({ q: 'がま口' })}`)
    await page.goto(`/kits?${new URLSearchParams({ q: 'キット' })}`)
    await expect(count(page)).toHaveText('「キット」15点（6点を表示中）')
    await press(page.getByRole('link', { name: '初級' }))
    await expect(page).toHaveURL(`/kits?${new URLSearchParams({ q: 'キット', level: 'beginner' })}`)
  })
})

test('W54, W55, W56, W57: words typed at home find what recipes are sewn from; filters are left out by keyboard @walk', async ({
  page,
}) => {
  walks('/')
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/')
  const home = page.getByRole('searchbox', { name: '生地・キット・作品をさがす' })
  const folded = (await home.boundingBox())?.width ?? 0
  await press(home)
  const { width = 0, height = 0 } = (await home.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(folded + 60)
  expect(height).toBeGreaterThanOrEqual(44)
  await home.fill('通園')
  await press(page.getByRole('banner').getByRole('button', { name: 'さがす', exact: true }))
  await expect(page).toHaveURL(fabricsAt({ q: '通園' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('「通園」の作品に使われている生地です。')).toBeVisible()
  await expect(names(page).filter({ hasText: '小鳥と実' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(1)

  await page.setViewportSize({ width: 1280, height: 800 })
  const past = page.getByRole('link', { name: 'しぼりこみを飛ばして一覧へ' })
  await past.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#list > li').first()).toBeFocused()

  await page.goto(fabricsAt({ q: 'ぷよぷよ' }))
  await expect(page.getByRole('heading', { name: 'お店の生地' })).toBeVisible()
  await expect(filters(page).getByRole('link', { name: /^赤/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await press(page.getByRole('link', { name: /^コットン \d+点$/ }))
  await expect(names(page).first()).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } })

  test('P6: search, filters, the name and もっと見る go together', long, async ({ page }) => {
    await page.goto('/all-products')
    const cotton = filters(page).getByRole('link', { name: /^綿/ })
    await press(cotton)
    await expect(page).toHaveURL(fabricsAt({ material: 'cotton' }))
    // With forced colours a chosen chip has its neighbours' colours, so an outline marks it.
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(cotton).toHaveCSS('outline-style', 'solid')
    await page.emulateMedia({ forcedColors: null })
    await page.getByRole('searchbox', { name: '生地をさがす' }).fill('ｼｰﾁﾝｸﾞ')
    await press(page.getByRole('button', { name: 'さがす', exact: true }))
    const searched = new URL(page.url()).searchParams
    expect([searched.get('q'), searched.get('material')]).toEqual(['ｼｰﾁﾝｸﾞ', 'cotton'])
    await press(page.getByRole('link', { name: 'もっと見る' }))
    await expect(names(page)).toHaveCount(12)
    await page.getByLabel('生地名でしぼりこむ').selectOption('つる草 シーチング')
    await press(page.getByRole('button', { name: '表示する' }))
    await expect(names(page)).toHaveText(['つる草 シーチング【若葉】', 'つる草 シーチング【墨】'])
    await expect(count(page)).toHaveText('「ｼｰﾁﾝｸﾞ」2点')
    await expect(chosen(page)).toHaveCount(2)
    await press(chosen(page).filter({ hasText: 'つる草' }))
    await expect(page.getByLabel('生地名でしぼりこむ')).toHaveValue('')
    // P6: kanji by their reading: 青海波 (せいがいは) stands before 先染め (さきぞめ) by its code alone.
    const options = await page.getByLabel('生地名でしぼりこむ').locator('option').allInnerTexts()
    expect(options.indexOf('先染めタータンチェック ツイル')).toBeLessThan(
      options.indexOf('青海波 シーチング 50cm'),
    )
    expect(options[1]).toBe('麻の葉 シーチング 50cm')
  })
})

test('P8, W32: who goes on from a list without a hit hears the heading', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  for (const name of [/^バッグ \d+点$/, 'すべての生地を見る']) {
    await page.goto(fabricsAt({ q: 'ぬぬぬ' }))
    await page.getByRole('main').getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(names(page).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})
