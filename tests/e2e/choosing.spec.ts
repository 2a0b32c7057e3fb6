import type { Page } from '@playwright/test'
import { countShifts, expectNoAxeViolations, expectValidHtml, shifted } from '../support/page-checks.ts'
import { buyButtons, cartButton, stored } from '../support/shopping.ts'
import { standAtEdge } from '../support/stand-at-edge.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

const indigo = '麻の葉 シーチング 50cm【藍】'

const wideness = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const toEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

test.describe('on a phone', () => {
  test.use(phone(375, 812))

  test('W20, W21, W24: the bar buys what the page would, Back closes picture and cart, paper is one sheet', async ({
    page,
  }) => {
    await countShifts(page)
    await page.goto('/all-products')
    await page.goto('/all-products/F-1001')
    const bar = page.getByRole('region', { name: '購入' })
    const own = page.getByRole('main').getByRole('button', { name: `${indigo}（F-1001）の生地を購入` })
    await expect(page.getByRole('button', { name: `気になる：${indigo}` })).toBeVisible()
    expect((await own.boundingBox())?.y).toBeLessThan(812 - 44)
    await expect(bar).toHaveCount(0)
    const before = await own.boundingBox()
    await press(page.getByRole('button', { name: '1枚増やす' }))
    await expect(page.getByText(/^2枚 = 50cm × 100cm の1枚でお届け/)).toBeVisible()
    expect(await own.boundingBox()).toEqual(before)
    await toEnd(page)
    // The bar ends with the content: nothing of the footer is under it.
    await expect(page.getByRole('contentinfo').getByRole('link').last()).toBeInViewport({ ratio: 1 })
    const about = page.getByRole('region', { name: 'この生地について' })
    await standAtEdge(about, 'start')
    await expect(bar).toContainText('円（税込）')
    await expect(bar).toContainText('2枚')
    // Moving forward by keyboard, nothing with the focus is under the bar.
    const first = page.getByRole('region', { name: 'この生地で作れるキット' }).getByRole('link').first()
    await first.evaluate((node) => scrollBy(0, node.getBoundingClientRect().bottom - innerHeight))
    await first.focus()
    const edge = (await bar.boundingBox())?.y ?? 0
    const focused = await first.boundingBox()
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(edge)
    await expectNoAxeViolations(page)
    await press(bar.getByRole('button', { name: '1枚増やす' }))
    // C25
    await press(bar.getByRole('button', { name: /の生地を購入$/ }), { times: 2 })
    await expect(bar.getByRole('button', { name: /の生地を購入 カートに3枚$/ })).toBeVisible()
    await expect(cartButton(page)).toContainText('3点')
    expect(await shifted(page)).toBeLessThan(0.02)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('group', { name: `${indigo}の枚数` })).toContainText('3枚')

    // The picture.
    const picture = page.getByRole('link', { name: /拡大する/ })
    const dialog = page.getByRole('dialog')
    await press(picture)
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/all-products/F-1001')
    await page.goForward()
    await expect(dialog).toHaveCount(0)
    await press(picture)
    await press(dialog.getByRole('button', { name: '閉じる' }))
    await expect(dialog).toHaveCount(0)
    // The cart, as a sheet.
    await press(cartButton(page))
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/all-products/F-1001')
    await press(cartButton(page))
    await press(dialog.getByRole('button', { name: 'カートを閉じる' }))
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state.dialogs ?? 0)).toBe(0)

    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/\/all-products\/F-1001$/)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(own).toBeHidden()
    // What a sheet of A4 leaves between its margins: one below the other.
    await page.setViewportSize({ width: 718, height: 1000 })
    const main = page.getByRole('main')
    const onPaper = [
      main.getByRole('img').first(),
      main.getByText('円（税込）').first(),
      main.getByText('生地巾').first(),
    ]
    const boxes = await Promise.all(onPaper.map((one) => one.boundingBox()))
    for (const [at, box] of boxes.entries()) {
      const above = boxes[at - 1]
      if (above) expect(box?.y, `${at}`).toBeGreaterThanOrEqual(above.y + above.height)
    }
    await page.emulateMedia({ media: null })

    await page.setViewportSize({ width: 320, height: 568 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const told of ['気になる', '円（税込）'])
      expect(
        await page
          .getByRole('main')
          .getByText(told)
          .first()
          .evaluate((node) => node.getBoundingClientRect().right <= innerWidth),
        told,
      ).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await page.goBack()
    await expect(page).toHaveURL('/all-products')
  })
})

test('W22, W23, W25: three in a row, two of them compared, searched for by keyboard @walk', async ({
  page,
}) => {
  walks('/compare')
  await page.goto('/all-products')
  const cards = page.locator('[aria-labelledby="fabrics-heading"] li:has(img)')
  const inFirstRow = () =>
    cards.evaluateAll((all) => {
      const tops = all.map((card) => card.getBoundingClientRect().y)
      return tops.filter((top) => top === tops[0]).length
    })
  expect(await inFirstRow()).toBe(3)
  const compare = page.getByRole('button', { name: /^くらべる：/ })
  await press(compare.nth(0))
  await press(compare.nth(1))
  await expect(compare.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: '2点をくらべる' })).toBeVisible()
  for (const [width, columns] of [
    [375, 2],
    [768, 3],
    [1920, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 1024 })
    expect(await inFirstRow(), `${width}`).toBe(columns)
  }
  // Side by side above the list, none reaches into the next.
  for (const width of [1680, 1920]) {
    await page.setViewportSize({ width, height: 1024 })
    const groups = page.getByRole('navigation', { name: 'しぼりこみ' }).locator('> div')
    const reach = await groups.evaluateAll((all) =>
      all.map((group) => {
        const chips = [...group.querySelectorAll('a')].map((chip) => chip.getBoundingClientRect().right)
        return Math.max(...chips) - group.getBoundingClientRect().right
      }),
    )
    expect(reach).toHaveLength(5)
    expect(Math.max(...reach), `${width}`).toBeLessThan(1)
  }
  const more = await page.getByRole('link', { name: 'もっと見る' }).boundingBox()
  expect(Math.abs((more?.x ?? 0) + (more?.width ?? 0) / 2 - 960)).toBeLessThan(2)
  await page.setViewportSize({ width: 768, height: 1024 })

  await page.getByRole('searchbox', { name: '生地をさがす' }).fill('麻の葉')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\?q=/)

  await page.goto('/kits')
  for (const at of [0, 1]) await press(compare.nth(at))
  await press(compare.nth(2))
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('くらべられるのは4点までです')
  await expectNoAxeViolations(page)
  await press(alert.getByRole('link', { name: '4点をくらべる' }))
  await expect(page.getByRole('heading', { level: 1, name: 'くらべる' })).toBeFocused()
  const table = page.getByRole('region', { name: 'くらべる表' })
  await expect(table.getByRole('rowheader')).toHaveText([
    '価格',
    '生地巾',
    '厚さ',
    '素材',
    '色',
    '使う布',
    'ご購入',
  ])
  await page.setViewportSize({ width: 375, height: 667 })
  // Half of the third: a sliver would look broken, and a whole one would hide that there is a fourth.
  const third = table.getByRole('columnheader').nth(3)
  await expect(third).toBeInViewport({ ratio: 0.4 })
  await expect(third).not.toBeInViewport({ ratio: 0.8 })
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await wideness(page)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0)
  await press(buyButtons(page).first())
  await expect(cartButton(page)).toContainText('1点')
  await press(table.getByRole('button', { name: /を表から外す$/ }).first())
  await expect(table.getByRole('columnheader')).toHaveCount(4)
  expect(await stored(page, 'mcSquareCompare')).toHaveLength(3)
  const sent = await (await page.request.get('/compare')).text()
  expect(sent).toContain('この表のご利用には、ブラウザーのJavaScriptが必要です')
  await expectValidHtml(sent)
})
