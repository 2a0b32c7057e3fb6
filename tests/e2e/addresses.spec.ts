import type { Page } from '@playwright/test'
import { rawRequest } from '../support/raw-request.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, long, press, test } from './fixtures.ts'

const fabric = '麻の葉 シーチング 50cm'
const advertising =
  'utm_source=x&gad_source=1&gbraid=b&dclid=d&openExternalBrowser=1&ldtag_cl=l&_ga=2.1&campaign=50%'

/** All messages of the browser's console from now on, including warnings. */
const consoleOf = (page: Page): string[] => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return said
}

test.describe('P24: a link with parameters of advertising', () => {
  test('opens the page, keeps them in the address, and everything works', long, async ({ page }) => {
    const said = consoleOf(page)
    const address = `/all-products?utm_source=x&name=${encodeURIComponent(fabric)}&gad_source=1&count=abc&_ga=2`
    // The second time it is the cached copy, rendered for the address without them.
    for (const time of [1, 2]) {
      const answer = await page.goto(address)
      expect(answer?.status(), `time ${time}`).toBe(200)
      await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(3)
      await expect(page).toHaveURL(address)
    }
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new URL(`/all-products?name=${encodeURIComponent(fabric)}`, page.url()).href.replaceAll('%20', '+'),
    )
    await page.getByLabel('生地名でしぼりこむ').selectOption('')
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(6)
    await press(page.getByRole('link', { name: /もっと見る/ }))
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(12)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(3)
    expect(said).toEqual([])
  })

  test('opens every page, and the data behind it', async ({ shop }) => {
    for (const path of [
      '/',
      '/kits',
      '/subscription',
      '/login',
      '/cancel',
      '/success',
      '/gallery',
      '/mailbox',
    ])
      for (const address of [path, path === '/' ? '/_.data' : `${path}.data`]) {
        const { status } = await rawRequest(shop.origin, { path: `${address}?${advertising}` })
        expect(status, address).toBeLessThan(300)
      }
    for (const path of ['/api/goods?number=none&', '/api/product-feed?', '/sitemap.xml?'])
      expect((await rawRequest(shop.origin, { path: path + advertising })).status, path).toBe(200)
  })

  test('is answered from the one copy of the page, but /success never is', async ({ shop }) => {
    const kept = await rawRequest(shop.origin, { path: '/terms' })
    const copy = await rawRequest(shop.origin, { path: '/terms' })
    const advertised = await rawRequest(shop.origin, { path: `/terms?${advertising}` })
    expect(kept.headers.etag).toBeUndefined()
    expect(copy.headers.etag).toBeDefined()
    expect(advertised.headers.etag).toBe(copy.headers.etag)
    for (const path of ['/success', '/success?session_id=cs_test_x', '/success'])
      expect((await rawRequest(shop.origin, { path })).headers).toMatchObject({ 'cache-control': 'no-store' })
  })
})

test.describe('what a refusal says', () => {
  for (const [path, status] of [
    ['/all-products?name=%96%83', 400],
    ['/%zz', 400],
    ['/order/no-such-order-anywhere', 404],
    ['/order/no-such-order-anywhere.data', 404],
    ['/mailbox/none', 404],
    ['/no-such-page', 404],
  ] as const)
    test(`${path} gets ${status} and speaks of no error of the server`, async ({ shop }) => {
      const answer = await rawRequest(shop.origin, { path })
      expect(answer.status).toBe(status)
      expect(answer.body).not.toMatch(/Internal Server Error|Unexpected Server Error/)
    })
})

test('HEAD tells the length of GET on pages that are not kept', async ({ shop }) => {
  for (const path of ['/login', '/success', '/mailbox', '/robots.txt', '/api/product-feed']) {
    const get = await rawRequest(shop.origin, { path })
    const head = await rawRequest(shop.origin, { path, method: 'HEAD' })
    expect(get.body.length, path).toBeGreaterThan(20)
    expect(head, path).toMatchObject({ status: get.status, body: '' })
    expect(head.headers['content-length'], path).toBe(get.headers['content-length'])
  }
})

test('a demo is answered under whatever name a phone on the same network calls it', async ({ shop }) => {
  for (const host of ['shop.example.com', '192.168.1.20:3000', 'my-laptop.local:3000'])
    expect((await rawRequest(shop.origin, { path: '/login', headers: { host } })).status, host).toBe(200)
})

test.describe('a real shop', () => {
  test.use({
    shopSettings: {
      DEMO: '0',
      SITE_ORIGIN: 'https://shop.example.com',
      STRIPE_SECRET_KEY: 'sk_live_1',
      NODE_OPTIONS: '--import ./tests/support/without-provider.js',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'shop@shop.example.com',
      OWNER_EMAIL: 'owner@shop.example.com',
    },
  })
  test('sends reads under a second name to its public address, the provider’s events never', async ({
    shop,
  }) => {
    const host = 'www.shop.example.com'
    const ask = (path: string, method = 'GET') =>
      rawRequest(shop.listens, { path, method, headers: { host, origin: `https://${host}` } })
    for (const path of ['/', '/all-products?name=a&utm_source=x', '/favicon.svg', '/no-such'])
      for (const method of ['GET', 'HEAD'])
        expect(await ask(path, method), path).toMatchObject({
          status: 308,
          headers: { location: `https://shop.example.com${path}` },
        })
    expect((await ask('//evil.example/')).headers.location).toBeUndefined()
    expect((await ask('/api/stripe/webhook', 'POST')).status).toBe(400)
    expect((await ask('/api/create-checkout-session', 'POST')).status).toBe(403)
    for (const path of ['/healthz', '/readyz']) expect((await ask(path)).status, path).toBe(200)
    const behindProxy = await rawRequest(shop.listens, { path: '/terms' })
    expect(behindProxy.status).toBe(200)
    expect(behindProxy.headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

test.describe('an order that cannot be read', () => {
  test.use({ ownShop: true })
  test('S23: the failure is logged without its token', async ({ shop }) => {
    changeData(shop.dataDir, 'alter table orders rename to away')
    const token = 'q9X_-zLm3V5aBcDeFgHiJkLmNoPqRsTu'
    const paths = ['/order/', '/ORDER/', '/%6frder/', '/api/orders/', '/order//', '//order/']
    for (const path of paths)
      expect((await rawRequest(shop.origin, { path: path + token })).status, path).toBeGreaterThanOrEqual(400)
    expect(shop.output()).toContain('page failed')
    expect(shop.output()).toContain('/order/...')
    expect(shop.output()).not.toContain(token.slice(0, 8))
  })
})
