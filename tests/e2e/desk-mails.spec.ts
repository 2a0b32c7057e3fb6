import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { realShopSettings } from '../support/real-shop-settings.ts'
import { changeData } from '../support/shop-database.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'
import { expect, press, test } from './fixtures.ts'

const owner = 'owner@real.example'
let mails: MailServer
let settings: Record<string, string>

/** A real shop with the people of a demo, so that the desk can be entered; it begins without its mail server. */
const startRealShop = async (): Promise<ShopProcess> => {
  settings = {}
  const shop = await startShop(settings, realShopSettings)
  await shop.stop()
  changeData(shop.dataDir, `update shop_state set value = '0' where key = 'demo'`)
  Object.assign(settings, {
    DEMO: '0',
    SITE_ORIGIN: shop.origin,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    NODE_OPTIONS: '--import ./tests/support/without-provider.js',
    SMTP_URL: 'smtp://user:kagi-no-kakera@127.0.0.1:1',
    MAIL_FROM: 'ぬのスクエア <shop@real.example>',
    OWNER_EMAIL: owner,
    BACKUP_TO: 's3://bucket/shop',
  })
  await shop.startAgain()
  return shop
}

const expectFits = async (page: Page) => {
  await expectNoAxeViolations(page)
  for (const width of [375, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

test.describe('N65, N66: a mail server that cannot be used', () => {
  test.use({
    baseURL: async ({ shopMadeBy }, use) => use((await shopMadeBy(startRealShop)).origin),
    shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(startRealShop)),
    expectedInConsole: /status of 429/,
  })

  test('is told at the start, at きょう and by the button, which shows each step once it can be used', async ({
    page,
    shop,
  }) => {
    const closing: (() => Promise<void>)[] = []
    await expect.poll(() => shop.output()).toContain('ご注意：メールサーバーにつながりません。')
    expect(shop.output()).toMatch(/ご注意：控えの場所（.*S3 の鍵（BACKUP_S3_KEY_ID .*控えは取れません。/)
    expect(shop.output()).not.toContain('kagi')
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin')
    const card = page.getByRole('link', { name: /お店からメールを送れません/ })
    await expect(card).toContainText('SMTP_URL のサーバー名とポート番号')
    await expectNoAxeViolations(page)
    await press(card)
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'お店からのメール' }) })
    await expect(section).toContainText('いま、メールを送れません。メールサーバーにつながりません。')
    const button = section.getByRole('button', { name: '試しのメールを送る' })
    await press(button)
    await expect(page.getByRole('alert')).toContainText(
      '試しのメールを送れませんでした。メールサーバーにつながりません。',
    )
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await expectFits(page)

    await shop.stop()
    mails = await startMailServer((close) => void closing.push(close), {}, 0, { password: 'kagi-no-kakera' })
    Object.assign(settings, { SMTP_URL: mails.url.replace('://', '://user:kagi-no-kakera@') })
    await shop.startAgain()
    await page.setViewportSize({ width: 375, height: 800 })
    await expect
      .poll(async () => {
        await page.goto('/admin')
        return card.count()
      })
      .toBe(0)
    await page.goto('/admin/shop')
    await press(button)
    await expect(page.getByRole('status').filter({ hasText: '試しのメールを送りました。' })).toBeVisible()
    await expect(section.getByRole('listitem').last()).not.toBeInViewport()
    await press(page.getByRole('link', { name: 'どこまで進んだか' }))
    await expect(section.getByRole('listitem').last()).toBeInViewport()
    await expect(section.getByRole('listitem').last()).toContainText('250 2.0.0 Ok: queued as 4XTEST')
    expect(mails.received.map(({ recipients }) => recipients)).toEqual([[owner]])
    await expectFits(page)
    for (let count = 2; count < 5; count += 1) {
      await press(button)
      await expect.poll(() => mails.received.length).toBe(count)
      await expect(button).toBeVisible()
    }
    await press(button)
    await expect(section.getByRole('alert')).toContainText('1時間に5通まで')
    await expectNoAxeViolations(page)
    for (const close of closing) await close()
  })
})
