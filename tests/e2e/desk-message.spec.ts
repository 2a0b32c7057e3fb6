import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

test.use({
  ...phone(375, 812),
  shopSettings: { DEMO_ORDERS: '1' },
  expectedInConsole: /status of 404|ERR_INTERNET_DISCONNECTED/,
})

const number = 'K7P4-9WXD'
const first = 'お問い合わせを、ありがとうございます。'

test('N115, N116: an owner writes to a buyer, with a template behind what she has typed; nothing she typed is lost @walk', async ({
  page,
  shop,
  context,
}) => {
  walks('/admin/orders/:number/message', '/admin/message-templates')
  changeData(shop.dataDir, `update orders set practice = 0 where order_number = '${number}'`)
  await enterDesk(page, 'owner', shop)

  await test.step('her templates', async () => {
    await page.goto('/admin/message-templates')
    await page.getByLabel('文例1').fill(first)
    await page.getByLabel('文例3').fill('明日お送りします。')
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '文例を残す' }))
    await expect(page.getByText('メールの文例を書きました。')).toBeInViewport({ ratio: 1 })
    await expect(page.getByLabel('文例3')).toHaveValue('明日お送りします。')
  })

  const text = page.getByLabel('文面')
  await test.step('a template goes behind what stands there', async () => {
    await page.goto(`/admin/orders/${number}`)
    await expect(page.getByRole('link', { name: /@example\.com/ })).toHaveAttribute('href', /^mailto:/)
    await press(page.getByRole('link', { name: 'お客様にメールを書く' }))
    await text.fill('色は、どちらになさいますか。')
    await press(page.getByRole('link', { name: '文例1を入れる' }))
    await expect(text).toHaveValue(`色は、どちらになさいますか。\n\n${first}`)
    await expectNoAxeViolations(page)
  })

  await test.step('what never arrives, and a reload, cost nothing', async () => {
    await context.setOffline(true)
    await press(page.getByRole('button', { name: 'お客様に送る' }))
    await expect(page.getByRole('alert')).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(text).toHaveValue(`色は、どちらになさいますか。\n\n${first}`)
  })

  await test.step('it is sent, and stands with the order', async () => {
    await press(page.getByRole('button', { name: 'お客様に送る' }))
    await expect(page.getByText('お客様にメールを書きました。')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: 'メール' })).toContainText('お客様へ書いたメール')
    await expect(page.getByRole('region', { name: '経過' })).toContainText('色は、どちらになさいますか。')
    await page.goto(`/admin/orders/${number}/message`)
    await expect(text).toHaveValue('')
  })

  await test.step('it fits the narrowest phone with letters twice as large, and a desk', async () => {
    for (const [width, size] of [
      [320, '200%'],
      [1280, '100%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((each) => document.documentElement.style.setProperty('font-size', each), size)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

test('N115: a practice order has no such page', async ({ page, shop }) => {
  await enterDesk(page, 'owner', shop)
  const answer = await page.goto('/admin/orders/N6RD-9YXC/message')
  expect(answer?.status()).toBe(404)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('N116: a template fills the field', async ({ page, shop }) => {
    changeData(
      shop.dataDir,
      `update orders set practice = 0 where order_number = '${number}';
       insert or replace into shop_state (key, value) values ('message_templates', '["${first}"]')`,
    )
    await enterDesk(page, 'owner', shop)
    await page.goto(`/admin/orders/${number}/message`)
    await press(page.getByRole('link', { name: '文例1を入れる' }))
    await expect(page.getByLabel('文面')).toHaveValue(first)
  })
})

test('N117: the owner reads what is wanted @walk', async ({ page, shop }) => {
  walks('/admin/wanted')
  const day = Math.floor(Date.now() / 86_400_000)
  changeData(
    shop.dataDir,
    `insert into zero_hit (day, area, words, typed, clients) values (${day}, 'fabric', 'もへあ', 'モヘア', 4);
     insert into restock_request (id, number, email, token_hash, created_at, confirmed_at)
       values ('r', 'F-1001', 'a@example.com', 'h', ${Date.now()}, ${Date.now()})`,
  )
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/more')
  await press(page.getByRole('link', { name: 'お客様が求めているもの' }))
  const found = page.getByRole('region', { name: 'さがして見つからなかったことば' })
  await expect(found.getByRole('listitem').filter({ hasText: 'モヘア' })).toContainText('生地・4人')
  await expect(page.getByRole('region', { name: '再入荷を待っている方' })).toContainText('1人')
  await expectNoAxeViolations(page)
})
