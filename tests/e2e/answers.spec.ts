import { createHash } from 'node:crypto'
import { expectValidHtml, scriptSources } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { expect, press, test } from './fixtures.ts'

const inlineScripts = (html: string) =>
  [
    ...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, script = '']) => script)

test.describe('headers', () => {
  test('ASVS 3.4.3: the first page carries a policy that admits its own scripts by their hashes and nothing inline else', async ({
    shop,
  }) => {
    const { headers, body } = await rawRequest(shop.origin, { path: '/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    const hashes = inlineScripts(body).map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(hashes.length).toBeGreaterThan(0)
    expect(scriptSources(policy).sort()).toEqual(["'self'", ...hashes].sort())
    expect(body).not.toMatch(/\sstyle=|\son[a-z]+=|\snonce=/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/)
  })

  for (const path of ['/', '/no-such-page', '/favicon.svg', '/healthz', '/%zz'])
    test(`ASVS 3.4.4, 3.4.5, 3.4.6: ${path} is safe to show: nosniff, no frame, no referrer to others`, async ({
      shop,
    }) => {
      const { headers } = await rawRequest(shop.origin, { path })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
    })

  test.describe('on https', () => {
    test.use({ shopSettings: { SITE_ORIGIN: 'https://shop.example' } })
    test('HSTS is sent', async ({ shop }) => {
      // The address it prints is the public one; it listens where the settings say.
      expect(shop.origin).toBe('https://shop.example')
      const { headers } = await rawRequest(shop.listens, { path: '/' })
      expect(headers['strict-transport-security']).toContain('max-age=31536000')
    })
  })

  test('the server HTML is valid', async ({ shop }) => {
    const { body } = await rawRequest(shop.origin, { path: '/' })
    await expectValidHtml(body)
  })
})

test.describe('addresses', () => {
  test.describe('an unknown one', () => {
    test.use({ expectedInConsole: /status of 404 .*no-such-page/ })
    test('P22: is a real 404 in Japanese, with the shop around it', async ({ page }) => {
      const answer = await page.goto('/no-such-page/at-all')
      expect(answer?.status()).toBe(404)
      expect(answer?.headers()['cache-control']).toBe('no-store')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('ページが見つかりません')
      await expect(page.getByRole('banner')).toBeVisible()
      await expectValidHtml((await answer?.text()) ?? '')
    })
  })

  const bad: ReadonlyArray<readonly [path: string, status: number]> = [
    ['/%zz', 400],
    ['/%00', 400],
    ['/a%0d%0ab', 400],
    ['/a\\b', 400],
    ['//evil.example/', 400],
    ['/../../etc/passwd', 400],
    ['/assets/../../package.json', 400],
    ['/%2e%2e/%2e%2e/package.json', 400],
    ['/Image/%2e%2e/shop.db', 400],
    [`/${'a'.repeat(9_000)}`, 400],
    ['http://evil.example/', 400],
  ]
  for (const [path, status] of bad)
    test(`${path.slice(0, 30)} gets ${status} and nothing of ours`, async ({ shop }) => {
      const answer = await rawRequest(shop.origin, { path })
      expect(answer.status).toBe(status)
      expect(answer.headers.location).toBeUndefined()
      expect(answer.body).toContain('lang="ja"')
      expect(answer.body).not.toMatch(/SQLite format|"scripts"|root:x:/)
    })
})

test.describe('methods', () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND'])
    test(`${method} gets 405 and learns which there are`, async ({ shop }) => {
      const { status, headers } = await rawRequest(shop.origin, { path: '/', method })
      expect(status).toBe(405)
      expect(headers.allow).toBe('GET, HEAD, POST')
    })

  test('a write to a page that takes none gets 405', async ({ shop }) => {
    const headers = { origin: shop.origin }
    for (const path of ['/', '/terms', '/sitemap.xml', '/api/product-feed', '/api/goods']) {
      const answer = await rawRequest(shop.origin, { path, method: 'POST', headers })
      expect(answer, path).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
      expect(answer.body, path).toContain('この操作には対応していません')
    }
  })

  for (const origin of ['https://evil.example', 'null', ''])
    test(`a write from ${origin || 'nowhere'} gets 403`, async ({ shop }) => {
      const headers = origin === '' ? {} : { origin }
      const { status, body } = await rawRequest(shop.origin, { path: '/', method: 'POST', headers })
      expect(status).toBe(403)
      expect(body).toContain('この操作は受け付けられませんでした')
    })

  test('what HTTP does not know gets 400 and a sentence', async ({ shop }) => {
    const { status, headers, body } = await rawRequest(shop.origin, { path: '/', method: 'BREW' })
    expect(status).toBe(400)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(body).toBe('この操作には対応していません。')
  })

  test('headers without end get 431 and a sentence', async ({ shop }) => {
    const headers = { 'x-long': 'a'.repeat(40_000) }
    const { status, body } = await rawRequest(shop.origin, { path: '/', headers })
    expect(status).toBe(431)
    expect(body).toContain('Cookie')
  })

  test('HEAD answers like GET, without a body', async ({ shop }) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => rawRequest(shop.origin, { path: '/', method })),
    )
    expect(head?.status).toBe(200)
    expect(head?.body).toBe('')
    expect(head?.headers['content-length']).toBe(get?.headers['content-length'])
  })

  test('a body that is too large gets 413 before it is all there', async ({ shop }) => {
    const headers = { origin: shop.origin, 'content-length': String(5 * 1_048_576) }
    const { status } = await rawRequest(shop.origin, { path: '/gallery/login', method: 'POST', headers }, [
      '{',
    ])
    expect(status).toBe(413)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 400 .*%00/ })
  test('ASVS 13.4.2: the error page is styled, in Japanese, and leads on', async ({ page }) => {
    const answer = await page.goto('/%00')
    expect(answer?.status()).toBe(400)
    await expect(page.getByRole('heading')).toHaveText('このアドレスは開けません')
    await expect(page.getByText('お問い合わせ番号')).toBeVisible()
    const font = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)
    expect(font).not.toBe('"Times New Roman"')
    await press(page.getByRole('link', { name: 'トップページへ' }))
    await expect(page).toHaveURL('/')
  })
})

test('/healthz lives and /readyz can serve', async ({ shop }) => {
  for (const path of ['/healthz', '/readyz'])
    expect(await rawRequest(shop.origin, { path })).toMatchObject({ status: 200, body: 'ok\n' })
})
