import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { expect, phone, press, reach, test, walks } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 1440, height: 900 } })

const table = (page: Page) => page.getByRole('table', { name: '注文' })
const links = (page: Page) => table(page).locator('a[data-opens]')
const numberOf = async (page: Page, at: number) => {
  const href = await links(page).nth(at).getAttribute('href')
  return href?.split('/').at(-1) ?? ''
}
const beside = (page: Page, number: string) => page.getByRole('region', { name: `注文 ${number}` })
const list = '/admin/orders?state=all&sort=total&dir=desc'
const at = (number: string) => list.replace('?', `/beside/${number}?`)
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

test.describe('with a shop of its own', () => {
  test.use({ ownShop: true })

  test('W77: from 1440 px an order opens beside its list, which stays as it is, with an address of its own @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/orders/beside/:number')
    await enterDesk(page, 'owner', shop)
    await page.goto(list)
    const [first, second, third] = [await numberOf(page, 3), await numberOf(page, 4), await numberOf(page, 5)]

    await test.step('a press on its row opens it, and marks, order and place stay', async () => {
      await press(table(page).getByRole('checkbox', { name: /に印/ }).nth(1))
      await reach(links(page).nth(3))
      await page.evaluate(() => scrollTo(0, 120))
      const before = await scrolled(page)
      await press(links(page).nth(3))
      await expect(page).toHaveURL(at(first))
      await expect(beside(page, first).getByRole('heading', { name: 'お届け先' })).toBeVisible()
      await expect(page.getByText('1件を選択')).toBeVisible()
      await expect(links(page).nth(3)).toHaveAttribute('aria-current', 'true')
      await expect(links(page).nth(3)).toBeFocused()
      expect(await scrolled(page)).toBe(before)
      await expect(page).toHaveTitle(new RegExp(`^注文 ${first}`))
      await expectNoAxeViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
    })

    await test.step('↓ and Enter open the next, Enter again goes into it, and Esc gives the row the focus back', async () => {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(at(second))
      await expect(beside(page, second)).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(beside(page, second)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(list)
      await expect(beside(page, second)).toBeHidden()
      await expect(links(page).nth(4)).toBeFocused()
      await expect(page.getByText('1件を選択')).toBeVisible()
    })

    await test.step('Back and a new document show it again, and 次 leads on beside the list', async () => {
      await page.goBack()
      await expect(beside(page, second)).toBeVisible()
      await page.reload()
      await expect(beside(page, second).getByRole('heading', { name: 'お届け先' })).toBeVisible()
      await expect(links(page).nth(4)).toHaveAttribute('aria-current', 'true')
      await press(beside(page, second).getByRole('link', { name: '次 →' }))
      await expect(page).toHaveURL(at(third))
      await press(beside(page, third).getByRole('link', { name: '← 前' }))
      await expect(page).toHaveURL(at(second))
      await press(beside(page, second).getByRole('link', { name: '閉じる' }))
      await expect(page).toHaveURL(list)
      await expect(links(page).nth(4)).toBeFocused()
    })

    await test.step('a note is written there, and its row shows it', async () => {
      await page.goto('/admin/orders')
      const open = await numberOf(page, 0)
      await press(links(page).first())
      await beside(page, open).getByRole('textbox', { name: 'メモを書く' }).fill('赤い糸を添える')
      await press(beside(page, open).getByRole('button', { name: '書く' }))
      await expect(beside(page, open).getByText('メモを書きました。')).toBeVisible()
      await expect(page).toHaveURL(`/admin/orders/beside/${open}?done=order.note`)
      await expect(table(page)).toContainText('赤い糸を添える')
    })

    await test.step('what a sheet has done is said beside the list again, and the row says it', async () => {
      const open = await numberOf(page, 0)
      await press(beside(page, open).getByRole('link', { name: 'メールアドレスを直す' }))
      await expect(page).toHaveURL(`/admin/orders/${open}/email`)
      await press(page.getByRole('link', { name: '戻る' }))
      await expect(beside(page, open)).toBeVisible()
      await press(beside(page, open).getByRole('link', { name: 'メールアドレスを直す' }))
      await page.getByRole('textbox', { name: 'メールアドレス' }).fill('other@mail.example')
      await press(page.getByRole('button', { name: /直す/ }))
      await expect(page).toHaveURL(`/admin/orders/beside/${open}?done=order.email`)
      await expect(beside(page, open).getByRole('link', { name: 'other@mail.example' })).toBeVisible()
    })

    await test.step('its own page keeps to itself', async () => {
      const open = await numberOf(page, 0)
      await press(beside(page, open).getByRole('link', { name: 'ページで開く' }))
      await expect(page).toHaveURL(`/admin/orders/${open}`)
      await page.getByRole('textbox', { name: 'メモを書く' }).fill('もう一つ')
      await press(page.getByRole('button', { name: '書く' }))
      await expect(page.getByText('メモを書きました。')).toBeVisible()
      await expect(page).toHaveURL(`/admin/orders/${open}?done=order.note`)
      await press(page.getByRole('link', { name: '戻る' }))
      await expect(beside(page, open)).toBeVisible()
    })
  })
})

test.describe('below 1440 px', () => {
  test.use({ viewport: { width: 1439, height: 900 } })

  test('W77: a row leads to the page, and an address that was shared leads there too', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto(list)
    const number = await numberOf(page, 3)
    await press(links(page).nth(3))
    await expect(page).toHaveURL(`/admin/orders/${number}`)
    await page.goto(at(number))
    await expect(page).toHaveURL(`/admin/orders/${number}`)
    await expect(page.getByRole('heading', { level: 1, name: `注文 ${number}` })).toBeVisible()
  })
})

test.describe('on a phone without script', () => {
  test.use({ javaScriptEnabled: false, ...phone(375, 667) })

  test('W77: an address that was shared shows the order alone, with the way to its page', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/orders')
    const number = await numberOf(page, 0)
    await page.goto(`/admin/orders/beside/${number}`)
    await expect(beside(page, number).getByRole('heading', { name: 'お届け先' })).toBeVisible()
    await expect(beside(page, number)).not.toContainText('合計')
    await expect(table(page)).toBeHidden()
    await expectValidHtml(await page.content())
    await press(beside(page, number).getByRole('link', { name: 'ページで開く' }))
    await expect(page).toHaveURL(`/admin/orders/${number}`)
  })
})
