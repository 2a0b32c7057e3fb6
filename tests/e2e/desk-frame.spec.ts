import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { countShifts, expectNoAxeViolations, expectValidHtml, shifted } from '../support/page-checks.ts'
import { countedPresses } from '../support/press.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 1280, height: 800 } })

const ways = (page: Page) => page.getByRole('navigation', { name: /の机$/ })
const entries = async (page: Page) =>
  (await ways(page).getByRole('link').allInnerTexts()).map((text) => text.replace(/\s|\d|\+|（|件）/g, ''))
const field = (page: Page) => page.getByRole('searchbox', { name: /をさがす$/ })
const rows = (page: Page) => page.locator('[data-row] a[href^="/admin/orders/"]')
const widerThanScreen = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

test('N122, N123: the rail leads everywhere, and one search finds orders, products and people @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/search')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/orders?state=all')
  const places =
    'きょう 注文 発送作業 確認 入金待ち 返品 月の売上 商品 在庫 受け取り 価格の確認 ファイル お店 その他 通報 会員'.split(
      ' ',
    )
  expect(await entries(page)).toEqual(places)

  await test.step('N122: an entry has the count of its list and is marked on it, and everything is reached from the keyboard', async () => {
    const review = ways(page).getByRole('link', { name: '確認', exact: false }).first()
    const counted = Number((await review.innerText()).replace(/\D/g, ''))
    await press(review)
    await expect(page).toHaveURL(/state=review$/)
    await expect(review).toHaveAttribute('aria-current', 'page')
    await expect(ways(page).locator('[aria-current]')).toHaveCount(1)
    await expect(page.locator('[data-row]')).toHaveCount(counted)
    await expectNoAxeViolations(page)
    await page.goto('/admin/orders?state=all')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(ways(page).getByRole('link', { name: 'きょう' })).toBeFocused()
    for (const _ of places) await page.keyboard.press('Tab')
    await expect(field(page)).toBeFocused()
  })

  await test.step('N123: Ctrl+K goes to the search wherever the page was scrolled to, Esc back to where she was', async () => {
    const last = rows(page).last()
    await last.focus()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(0)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(last).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
  })

  await test.step('N123: what was found stands by kind', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('麻')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '「麻」の検索結果' })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['注文', '商品', 'お店の人', '会員'])
    await expect(page.getByRole('region', { name: '注文' }).getByRole('listitem')).toHaveCount(10)
    await expect(ways(page).locator('[aria-current]')).toHaveCount(0)
    await expect(field(page)).toHaveValue('麻')
    await expectNoAxeViolations(page)
    await expectValidHtml(await (await page.request.get('/admin/search?q=%E9%BA%BB')).text())
    await press(page.getByRole('region', { name: 'お店の人' }).getByRole('link', { name: /麻生/ }))
    await expect(page.getByRole('row', { name: /^発送係の麻生/ })).toBeVisible()
    await page.goBack()
    await press(page.getByRole('region', { name: '注文' }).getByRole('link').first())
    await expect(page.getByRole('heading', { level: 1, name: /^注文 / })).toBeVisible()
    await press(page.getByRole('link', { name: '戻る' }))
    await expect(page).toHaveURL(/\/admin\/search\?q=/)
  })

  await test.step('N123: who calls is told where her parcel is, in three acts: the search, her name, her order', async () => {
    await page.goto('/admin')
    const { press: count, made } = countedPresses()
    await count(field(page))
    await page.keyboard.insertText('井上')
    await page.keyboard.press('Enter')
    const hers = page.getByRole('region', { name: '注文' }).getByRole('link', { name: /井上 ともみ/ })
    await count(hers)
    expect(made() + 1, 'with the Enter').toBe(3)
    await expect(page.getByRole('link', { name: '日本郵便 1122-3344-5566' }).first()).toHaveAttribute(
      'href',
      /trackings\.post\.japanpost\.jp/,
    )
  })

  await test.step('N123: 「/」 goes there only where she said so on this device, and never while she types', async () => {
    await page.goto('/admin/search')
    await expect(page.getByLabel('「/」を押しても')).not.toBeChecked()
    await page.keyboard.press('/')
    await expect(field(page)).not.toBeFocused()
    await press(page.getByLabel('「/」を押しても'))
    await expect(page.getByLabel('「/」を押しても')).toBeChecked()
    await press(ways(page).getByRole('link', { name: 'その他' }))
    await press(page.getByRole('link', { name: /^記録/ }))
    await expect(page.getByRole('heading', { level: 1, name: '記録' })).toBeFocused()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await press(page.getByText('しぼりこむ'))
    const number = page.getByLabel('注文番号')
    await number.focus()
    await page.keyboard.press('/')
    await expect(number).toHaveValue('/')
    await page.goto('/admin/search')
    await press(page.getByLabel('「/」を押しても'))
    await expect(page.getByLabel('「/」を押しても')).not.toBeChecked()
    await press(ways(page).getByRole('link', { name: 'その他' }))
    await expect(page.getByRole('heading', { level: 1, name: 'その他' })).toBeFocused()
    await page.keyboard.press('/')
    await expect(field(page)).not.toBeFocused()
  })
})

test('N122: rail and bar, search and field never stand beside each other, and large text, low screens and print hold', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/search?q=%E9%BA%BB')
  for (const [width, height, hasRail] of [
    [320, 568, false],
    [375, 740, false],
    [768, 1024, false],
    [1023, 700, false],
    [1024, 700, true],
    [1920, 1080, true],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(ways(page)).toHaveCount(1)
    expect((await entries(page)).includes('発送作業'), `${width}`).toBe(hasRail)
    await expect(page.getByRole('searchbox')).toHaveCount(1)
    expect(await widerThanScreen(page), `${width}`).toBe(0)
  }
  const content = await page.getByRole('main').boundingBox()
  expect([content?.x, content?.width]).toEqual([184, 1600])
  const row = page.getByRole('region', { name: '注文' }).getByRole('link').first()
  expect((await row.boundingBox())?.height).toBe(40)

  await page.goto('/admin/products/new')
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await widerThanScreen(page)).toBe(0)
  await expectNoAxeViolations(page)
  await ways(page).getByRole('link', { name: 'その他' }).focus()
  await expect(ways(page).getByRole('link', { name: 'その他' })).toBeInViewport({ ratio: 1 })

  // Too low for what sticks: the rail goes with the page.
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(ways(page).getByRole('link', { name: 'きょう' })).not.toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(ways(page).getByRole('link', { name: 'きょう' })).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(ways(page)).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

test('N12, N122, N123: one who packs finds what is hers alone', async ({ page, shop }) => {
  await enterDesk(page, 'packer', shop)
  await page.goto('/admin/search?q=%E9%BA%BB')
  expect(await entries(page)).toEqual('きょう 注文 発送作業 商品 その他'.split(' '))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['注文', '商品'])
  const orders = page.getByRole('region', { name: '注文' })
  await expect(orders.getByRole('listitem').first()).toContainText('発送待ち')
  await expect(orders).not.toContainText('円')
  await expect(page.getByText('packer@demo.example')).toHaveCount(0)
})

test('W74, W75: an order stands in two columns, of which the one with its acts stays in sight, and leads to its neighbours', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/orders?state=all')
  const numbers = await rows(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await press(rows(page).nth(1))
  const beside = page.getByRole('navigation', { name: '一覧の前後の注文' })
  await expect(beside).toContainText(`2/${numbers.length}`)
  await press(beside.getByRole('link', { name: '次 →' }))
  await expect(page).toHaveURL(new RegExp(`${numbers[2]}$`))
  await press(beside.getByRole('link', { name: '← 前' }))
  await expect(page).toHaveURL(new RegExp(`${numbers[1]}$`))
  await press(beside.getByRole('link', { name: '← 前' }))
  await expect(page).toHaveURL(new RegExp(`${numbers[0]}$`))
  await expect(beside.getByRole('link')).toHaveText(['次 →'])
  await press(page.getByRole('link', { name: '戻る' }))
  await expect(page).toHaveURL(/state=all$/)

  await page.goto('/admin/orders/K7P4-9WXD')
  await expect(beside, 'nothing is known of a list').toHaveCount(0)
  await expectNoAxeViolations(page)
  await expect(page.getByRole('columnheader')).toHaveText(['写真', '番号', '商品', '価格', '数', '金額'])
  const next = page.getByRole('link', { name: '発送済みにする' })
  await expect(next).toHaveCount(1)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('heading', { name: '納品書と送り状' })).toBeInViewport()
  await expect(next).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(next).toHaveCount(1)
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  const tops = await page.locator('main section h2').evaluateAll((all) =>
    all
      .map((each) => ({ name: each.textContent, top: each.getBoundingClientRect().top }))
      .toSorted((a, b) => a.top - b.top)
      .map(({ name }) => name),
  )
  expect(tops).toEqual([
    'お届け先',
    '商品',
    '納品書と送り状',
    'メモ',
    'お金',
    '領収書',
    'メール',
    'できること',
    '経過',
  ])
})

test('N12, N124: きょう has the oldest orders beside its cards, and for the owner the week, who is paying and the last acts', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'packer', shop)
  await page.goto('/admin')
  const oldest = page.getByRole('region', { name: '古い順の発送待ち' })
  await expect(oldest.getByRole('listitem').first()).toContainText('様')
  await expect(page.getByRole('main')).not.toContainText('円')
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(1)
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin')
  const week = page.getByRole('region', { name: 'この7日間の売上' })
  await expect(week.getByRole('row')).toHaveCount(9)
  await expect(week.getByRole('row').nth(1)).toContainText(/今日.*円.*件/)
  await expect(page.getByText('今日の売上')).toBeHidden()
  await expect(page.getByRole('region', { name: '最近したこと' })).toBeVisible()
  await expectNoAxeViolations(page)
  await expectValidHtml(await (await page.request.get('/admin')).text())
  await press(oldest.getByRole('link').first())
  await expect(page.getByRole('navigation', { name: '一覧の前後の注文' })).toContainText('1/')
  await page.goto('/admin')
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(page.getByText('今日の売上')).toBeVisible()
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('N123: the search is a form, says what it did not find, and leads on where there is more', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin')
    await field(page).fill('@example.com')
    await field(page).press('Enter')
    await press(page.getByRole('link', { name: '見つかった注文をすべて見る' }))
    await expect(page).toHaveURL(/\/admin\/orders\?state=all&q=/)
    await page.goto('/admin/search?q=%E3%81%AC%E3%81%AC%E3%81%AC%E3%81%AC03')
    await expect(page.getByText('見つかりません')).toBeVisible()
    await page.goto('/admin/search?q=03')
    await expect(page.getByText('注文は、数字なら3けたから')).toBeVisible()
    await expect(page.getByLabel('「/」を押しても')).toHaveCount(0)
  })
})

test('N122: nothing moves while a long form comes and its script starts', async ({ page, shop }) => {
  await enterDesk(page, 'owner', shop)
  await countShifts(page)
  for (const path of ['/admin/products/F-1001', '/admin/packing'])
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(
        page
          .getByRole('button', { name: /別の写真を選ぶ|印刷/ })
          .or(page.getByRole('link', { name: '印刷' }))
          .first(),
      ).toBeVisible()
      expect(await shifted(page), `${path} at ${width}`).toBeLessThan(0.01)
    }
})
