import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

test.use({
  ...phone(375, 812),
  shopSettings: { DEMO_ORDERS: '1' },
  expectedInConsole: /status of (?:404|409|422)/,
})

/** With the whole page in sight: what the bars at its edges half cover is no target of that size. */
const look = async (page: Page) => {
  const size = page.viewportSize()
  await page.setViewportSize({ width: size?.width ?? 375, height: 4_000 })
  await expectNoAxeViolations(page)
  if (size !== null) await page.setViewportSize(size)
}

const rows = (page: Page) => page.getByRole('main').getByRole('link', { name: /様/ })

test('N10, N11, N13: an owner finds an order on her phone, notes, corrects its address and mailbox, and is told who was first @walk', async ({
  page,
  shop,
  context,
}) => {
  walks(
    '/admin/orders',
    '/admin/orders/:number',
    '/admin/orders/:number/address',
    '/admin/orders/:number/email',
  )
  await enterDesk(page, 'owner', shop)

  await test.step('the link of a mail leads her to the order at once', async () => {
    await page.goto('/gallery/login?next=%2Fadmin%2Forders%2FK7P4-9WXD')
    await expect(page).toHaveURL('/admin/orders/K7P4-9WXD')
  })

  await test.step('the list: what waits longest stands first', async () => {
    await page.goto('/admin/orders')
    await expect(rows(page)).toHaveCount(7)
    await expect(rows(page).first()).toContainText('伊藤 まき 様')
    await look(page)
    await press(page.getByRole('link', { name: '確認 3' }))
    await expect(page.getByRole('main')).toContainText('要確認：同じ注文に、二つ目の支払いがありました。')
    await press(page.getByRole('link', { name: 'すべて' }))
    await expect(rows(page)).toHaveCount(20)
  })

  await test.step('the search: a name in another kana, and one that nobody has', async () => {
    const box = page.getByRole('searchbox')
    await box.fill('タナカ')
    await box.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await box.fill('だれもいない')
    await box.press('Enter')
    await expect(page.getByText('見つかりません')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('「だれもいない」を、すべてからさがしました。')
  })

  await test.step('the page of an order, by its number in any spelling', async () => {
    await page.goto('/admin/orders/k7p49wxd')
    await expect(page.getByRole('heading', { name: '注文 K7P4-9WXD' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'お届け先' })).toContainText('ハイツ太子堂 203号室')
    await look(page)
    await page.getByLabel('メモを書く').fill('玄関先へ')
    await press(page.getByRole('link', { name: 'お届け先を直す' }))
    await press(page.getByRole('button', { name: '編集を続ける' }))
    await context.setOffline(true)
    await press(page.getByRole('link', { name: 'お届け先を直す' }))
    await press(page.getByRole('button', { name: '保存せずに移動する' }))
    await press(page.getByRole('button', { name: 'このページにとどまる' }))
    await context.setOffline(false)
    await press(page.getByRole('link', { name: 'お届け先を直す' }))
    await press(page.getByRole('button', { name: '編集を続ける' }))
    await press(page.getByRole('button', { name: '書く', exact: true }))
    await expect(
      page.getByRole('region', { name: 'メモ' }).getByText('玄関先へ', { exact: true }),
    ).toBeVisible()
    await expect(page.getByLabel('メモを書く')).toHaveValue('')
    await expect(page.getByRole('region', { name: '経過' })).toContainText('メモを書きました')
  })

  await test.step('the address: what is wrong stands beside its field, what changed meanwhile is told', async () => {
    await press(page.getByRole('link', { name: 'お届け先を直す' }))
    await page.getByLabel('番地').fill('太子堂9-9')
    await page.getByLabel('郵便番号').fill('154')
    await page.getByLabel('電話').fill('')
    await press(page.getByRole('button', { name: 'お届け先を直す' }))
    await expect(page.getByLabel('電話')).toHaveAccessibleDescription(/^電話番号を、0から始まる/)
    await page.getByLabel('電話').fill('090-1234-5678')
    await expect(page.getByText('郵便番号を7けたの数字で入力してください。')).toBeVisible()
    await expect(page.getByLabel('番地')).toHaveValue('太子堂9-9')
    await page.getByLabel('郵便番号').fill('1540004')
    changeData(shop.dataDir, "update orders set version = version + 1 where order_number = 'K7P4-9WXD'")
    await press(page.getByRole('button', { name: 'お届け先を直す' }))
    await expect(page.getByRole('alert')).toContainText('ほかの画面で先に変わりました。')
    await expect(page.getByRole('alert'), 'nobody has changed an address').not.toContainText('番地')
    await expect(page.getByLabel('番地')).toHaveValue('太子堂9-9')
    await look(page)
    await press(page.getByRole('button', { name: 'お届け先を直す' }))
    await expect(page.getByRole('region', { name: 'お届け先' })).toContainText('太子堂9-9')
    await expect(page.getByText('住所変更')).toBeVisible()
    await expect(page.getByRole('region', { name: '経過' })).toContainText('番地：太子堂4-5-6 → 太子堂9-9')
    await expect(page.getByRole('region', { name: 'メール' })).toContainText('お届け先の変更')
  })

  await test.step('the mailbox: the old link opens nothing, the new one the order', async () => {
    const tokenNow = () =>
      String(
        readData(shop.dataDir, "select access_token from orders where order_number = 'K7P4-9WXD'")[0]
          ?.access_token,
      )
    const before = tokenNow()
    await press(page.getByRole('link', { name: 'メールアドレスを直す' }))
    await page.getByLabel('お客様のメールアドレス').fill('new@example.com')
    await press(page.getByRole('button', { name: 'メールアドレスを直す' }))
    await expect(page.getByText('メールアドレスを直しました。')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: 'メール' })).toContainText('new@example.com')
    await expect(page.getByRole('region', { name: 'メール' })).toContainText('ご注文の確認')
    expect((await page.request.get(`/order/${before}`)).status()).toBe(404)
    expect(await (await page.request.get(`/order/${tokenNow()}`)).text()).toContain('太子堂9-9')
    await press(page.getByRole('button', { name: '送り直す' }))
    const said = page.getByRole('status').filter({ hasText: 'メールを送り直しました。' })
    await expect(said).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: '経過' })).toContainText('メールを送り直しました')
  })

  await test.step('it fits 320 px with letters twice as large, and 1280 px', async () => {
    for (const [width, size] of [
      [320, '200%'],
      [1280, '100%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of [
        '/admin/orders?state=all',
        '/admin/orders/E9QT-4GAP',
        '/admin/orders/K7P4-9WXD/address',
      ]) {
        await page.goto(path)
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), size)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${path} at ${width}`,
        ).toBeLessThanOrEqual(0)
        if (width === 1280) await look(page)
      }
    }
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('N12: a packer sees what she packs and no money; her notes and searches need no script', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/orders')
    await expect(rows(page)).toHaveCount(7)
    await expect(page.getByRole('main')).not.toContainText('円')
    await expect(page.getByRole('link', { name: /^確認/ })).toHaveCount(0)
    await page.getByRole('searchbox').fill('さとう')
    await press(page.getByRole('button', { name: 'さがす' }))
    await expect(page.getByText('見つかりません')).toBeVisible()
    await page.goto('/admin/orders?q=佐藤')
    await press(rows(page))
    await page.getByLabel('メモを書く').fill('リボンをかけました')
    await press(page.getByRole('button', { name: '書く' }))
    await expect(page.getByText('リボンをかけました')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('example.com')
    await expect(page.getByRole('region', { name: 'お金' })).toHaveCount(0)
    await expectValidHtml(await page.content())
    for (const path of ['W9HT-4EQU', 'N6RD-9YXC', '4BHU-8DWJ', 'K7P4-9WXD/address', 'K7P4-9WXD/email'])
      expect((await page.request.get(`/admin/orders/${path}`)).status(), path).toBe(404)
    await page.goto('/admin/orders/A4LQ-7PWH')
    await expect(page.getByRole('region', { name: 'お届け先' })).toContainText('ハイツ太子堂')
    await page.goto('/admin/orders/8GEU-3JTB')
    await expect(page.getByRole('region', { name: 'お届け先' })).toContainText('お届け先は表示しません')
  })
})
