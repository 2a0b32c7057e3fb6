import type { Locator, Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { readData } from '../support/shop-database.ts'
import { expect, test } from './fixtures.ts'

test.use({ ownShop: true, shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 1280, height: 800 } })

/** What is wrong with how the focus is seen (WCAG 2.4.7, 2.4.11); '' for nothing. */
const focusProblem = (): string => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return 'nothing has the focus'
  const label = focused.closest('label')
  const marked = label === null ? [focused] : [focused, label]
  const hasRing = marked.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}`
  if (!hasRing) return `${name}: has no ring`
  const isFree = marked.some((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [0.1, 0.5, 0.9].some((part) => {
      const hit = document.elementFromPoint(left + width * part, top + height / 2)
      return (
        hit !== null &&
        marked.some(
          (each) =>
            each.contains(hit) || (hit.contains(each) && hit.closest('label') === label && label !== null),
        )
      )
    })
  })
  return isFree ? '' : `${name}: is covered or out of sight`
}

const seen = async (page: Page) => expect.poll(() => page.evaluate(focusProblem)).toBe('')

/** By Tab alone, or Shift+Tab where the target stands before; each stop on the way is seen. */
const tabTo = async (target: Locator): Promise<void> => {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < 300; tabs += 1) {
    const way = await target.evaluate((node) => {
      const focused = document.activeElement
      if (focused === node) return 'here'
      const isBefore =
        focused !== null && (focused.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
      return isBefore ? 'before' : 'after'
    })
    if (way === 'here') return
    await page.keyboard.press(way === 'before' ? 'Shift+Tab' : 'Tab')
    await seen(page)
  }
  throw new Error(`Tab never came to ${target}`)
}

const enter = async (target: Locator): Promise<void> => {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

const ways = (page: Page) => page.getByRole('navigation', { name: /の机$/ })
const way = (page: Page, name: string) => ways(page).getByRole('link', { name: new RegExp(`^${name}`) })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('one day by keyboard alone: きょう, 注文, 発送作業, 番号, 商品 and the search, with the focus always in sight', async ({
  page,
  shop,
}) => {
  addOrdersToShip(shop, 4)
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin')

  await test.step('注文: sorted by a column, a range is marked, and each marked order gets a note', async () => {
    await enter(way(page, '注文'))
    await expect(heading(page, '注文')).toBeFocused()
    const table = page.getByRole('table', { name: '注文' })
    await enter(table.getByRole('columnheader', { name: /日時/ }).getByRole('link'))
    await expect(page).toHaveURL(/sort=at/)
    const marks = table.getByRole('checkbox', { name: /に印/ })
    await tabTo(marks.first())
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await seen(page)
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('3件を選択')).toBeVisible()
    await enter(page.getByRole('button', { name: 'メモ', exact: true }))
    await expect(heading(page, '選んだ注文にメモを書く')).toBeFocused()
    await tabTo(page.getByRole('textbox', { name: /^メモ/ }))
    await page.keyboard.insertText('贈りものとのこと')
    await enter(page.getByRole('button', { name: /3件/ }))
    await expect(page.getByText('3件にメモを書きました。')).toBeVisible()
  })

  await test.step('発送作業: a parcel is packed, its number typed, and it is shipped', async () => {
    await enter(way(page, '発送作業'))
    await expect(heading(page, '発送作業')).toBeFocused()
    const packed = page.getByRole('checkbox', { name: '入れた' })
    await tabTo(packed.first())
    await page.keyboard.press('Space')
    await expect(packed.first()).toBeChecked()
    await enter(page.getByRole('link', { name: '番号を入れる', exact: true }))
    await expect(heading(page, '番号を入れる')).toBeFocused()
    const fields = page.getByRole('textbox', { name: /様|山田/ })
    await tabTo(fields.first())
    await page.keyboard.insertText('490714955706')
    await page.keyboard.press('Enter')
    await seen(page)
    await enter(page.getByRole('button', { name: /^保存して1件/ }))
    await expect(page.getByText(/1件を発送済みにしました/)).toBeVisible()
    await expect(heading(page, '発送作業')).toBeFocused()
  })

  await test.step('商品: a price is changed in its place', async () => {
    await enter(way(page, '商品'))
    await expect(heading(page, '商品')).toBeFocused()
    await enter(page.getByRole('link', { name: '公開中', exact: true }))
    await expect(page).toHaveURL(/state=/)
    const prices = page.getByRole('table', { name: '商品' }).getByRole('link', { name: /（変える）$/ })
    await enter(prices.first())
    const field = page.getByRole('textbox', { name: /価格/ })
    await expect(field).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('777')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: /777円\s*（変える）$/ })).toBeFocused()
    await seen(page)
    expect(readData(shop.dataDir, 'select number from product where price = 777')).toHaveLength(1)
  })

  await test.step('Ctrl+K: who calls is found, and her order opens', async () => {
    await page.keyboard.press('Control+k')
    await seen(page)
    await page.keyboard.insertText('山田')
    await page.keyboard.press('Enter')
    await expect(heading(page, '「山田」の検索結果')).toBeFocused()
    await enter(page.getByRole('region', { name: '注文' }).getByRole('link').first())
    await expect(heading(page, /^注文 /)).toBeFocused()
  })
})
