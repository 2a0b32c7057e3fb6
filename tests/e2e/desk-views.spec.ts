import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 1280, height: 900 } })

const views = (page: Page) => page.getByRole('navigation', { name: '自分の絞り込み' })
const view = (page: Page, name: string) => views(page).getByRole('link', { name, exact: true })

const name = async (page: Page, text: string) => {
  await press(page.getByText('この絞り込みに名前を付ける'))
  await page.getByRole('textbox', { name: '名前', exact: true }).fill(text)
  await press(page.getByRole('button', { name: '名前を付ける' }))
}

test.describe('with a shop of its own', () => {
  test.use({ ownShop: true, expectedInConsole: /status of (409|422)|ERR_FAILED/ })

  test('N134: she names what a list is narrowed by where she is, opens it, replaces, renames and removes it @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/views')
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/orders?state=all&page=2&size=100')
    await expect(page.getByText('この絞り込みに名前を付ける')).toBeHidden()
    await expect(views(page)).toBeHidden()

    await test.step('a refusal stands beside the field, and the list stays', async () => {
      await page.goto('/admin/orders?state=all&noted=1&size=100')
      await name(page, '　')
      await expect(page.getByRole('textbox', { name: '名前', exact: true })).toHaveAccessibleDescription(
        /20文字まで/,
      )
      await page.getByRole('textbox', { name: '名前', exact: true }).fill('メモのある注文')
      await press(page.getByRole('button', { name: '名前を付ける' }))
      await expect(page.getByText('「メモのある注文」と名前を付けました。')).toBeVisible()
      await expect(page).toHaveURL('/admin/orders?state=all&noted=1&size=100')
      await expect(view(page, 'メモのある注文')).toHaveAttribute('aria-current', 'true')
      await expectNoAxeViolations(page)
    })

    await test.step('the same name is replaced when she asks for it, and comes back', async () => {
      await press(page.getByRole('checkbox', { name: '番号なし' }))
      await press(page.getByRole('button', { name: 'しぼる' }))
      await expect(page).toHaveURL(/unnumbered=1/)
      await expect(view(page, 'メモのある注文')).not.toHaveAttribute('aria-current')
      await name(page, 'メモのある注文')
      await expect(page.getByRole('textbox', { name: '名前', exact: true })).toHaveAccessibleDescription(
        /同じ名前/,
      )
      await press(page.getByRole('button', { name: 'この絞り込みに置き換える' }))
      await expect(view(page, 'メモのある注文')).toHaveAttribute('aria-current', 'true')
      await press(page.getByRole('button', { name: '元に戻す' }))
      await expect(page).toHaveURL('/admin/orders?state=all&noted=1')
      await expect(view(page, 'メモのある注文')).toHaveAttribute('aria-current', 'true')
    })

    await test.step('it is opened from the list, renamed, and removed with the way back', async () => {
      await page.goto('/admin/orders')
      await press(view(page, 'メモのある注文'))
      await expect(page).toHaveURL('/admin/orders?state=all&noted=1')
      await press(views(page).getByRole('link', { name: '整理する' }))
      await expect(page.getByRole('heading', { level: 1, name: '自分の絞り込み' })).toBeVisible()
      await press(page.getByText('名前を変える', { exact: true }).first())
      await page.getByRole('textbox', { name: '「メモのある注文」の新しい名前' }).fill('要連絡')
      await press(page.getByRole('button', { name: '名前を変える' }))
      await expect(page.getByRole('link', { name: '要連絡', exact: true })).toBeVisible()
      await expectNoAxeViolations(page)
      await press(page.getByRole('button', { name: '「要連絡」を外す' }))
      await expect(page.getByText('「要連絡」を外しました。')).toBeVisible()
      await expect(page.getByRole('link', { name: '要連絡', exact: true })).toBeHidden()
      await press(page.getByRole('button', { name: '元に戻す' }))
      await expect(page).toHaveURL('/admin/orders?state=all&noted=1')
      await expect(view(page, '要連絡')).toHaveAttribute('aria-current', 'true')
    })

    await test.step('a lost press keeps what was typed', async () => {
      await page.goto('/admin/products?stock=low')
      await page.route('**/admin/views.data*', (route) => route.abort())
      await name(page, '少ないもの')
      await expect(page.getByText('名前を付けられませんでした。', { exact: false })).toBeVisible()
      await expect(page.getByRole('textbox', { name: '名前', exact: true })).toHaveValue('少ないもの')
      await page.unroute('**/admin/views.data*')
      await press(page.getByRole('button', { name: '名前を付ける' }))
      await expect(view(page, '少ないもの')).toHaveAttribute('aria-current', 'true')
    })
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false, ...phone(375, 667) })

    test('N134: a packer names hers on a phone without script, and sees no owner’s', async ({
      page,
      shop,
    }) => {
      await enterDesk(page, 'packer', shop)
      await page.goto('/admin/orders?noted=1')
      await name(page, '')
      await expect(page.getByRole('textbox', { name: '名前', exact: true })).toHaveAccessibleDescription(
        /20文字まで/,
      )
      await expectValidHtml(await page.content())
      await page.getByRole('textbox', { name: '名前', exact: true }).fill('メモ')
      await press(page.getByRole('button', { name: '名前を付ける' }))
      await expect(page).toHaveURL('/admin/orders?noted=1')
      await expect(view(page, 'メモ')).toHaveAttribute('aria-current', 'true')
      await expectValidHtml(await page.content())
    })
  })
})
