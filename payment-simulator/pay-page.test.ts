import { createServer } from 'node:http'
import { HtmlValidate } from 'html-validate'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, line, openPage, startAll } from './simulator-for-tests.ts'

const validate = async (page: string) => {
  const report = await new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'doctype-style': 'off' },
  }).validateString(page)
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  )
}

test('the page shows the order and says plainly that it is practice', async () => {
  const all = await startAll()
  const { get } = await openPage(all)
  const response = await get()
  const page = await response.text()
  expect(response.status).toBe(200)
  for (const text of [
    '練習用: 実際のお支払いは発生しません',
    'NS-001',
    '550円 × 3',
    '1,650円',
    '合計（税込）',
    '2,930円',
    '返品は到着後7日以内。',
    '日本国内のみ。',
    'hanako@example.com',
    '戻る',
    'カード拒否',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toMatch(/<dt>shipping<\/dt><dd>400円<\/dd>/)
  expect(page).not.toContain('shipping × ')
})

test('the page has no script, no inline style, and a policy that allows neither', async () => {
  const all = await startAll()
  const response = await (await openPage(all)).get()
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' http://127.0.0.1:${all.simulator.port}; base-uri 'none'; frame-ancestors 'none'`,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).not.toMatch(/<script|style=|\son\w+=/)
  const style = await fetch(`http://127.0.0.1:${all.simulator.port}/practice/pay.css`)
  expect(style.headers.get('content-type')).toContain('text/css')
  expect(await style.text()).not.toContain('url(')
})

test('all its states are valid HTML', async () => {
  const all = await startAll()
  const first = await openPage(all)
  expect(await validate(await (await first.get()).text())).toEqual([])
  expect(await validate(await (await first.press({ name: '', phone: '1' })).text())).toEqual([])
  expect(await validate(await (await first.press({ press: 'decline' })).text())).toEqual([])
  await first.press()
  expect(await validate(await (await first.get()).text())).toEqual([])
})

test('texts of the shop and of the shopper are shown as text', async () => {
  const all = await startAll()
  const { get, press } = await openPage(all, { line_items: [line('<img src=x onerror=alert(1)>', 550)] })
  expect(await (await get()).text()).not.toContain('<img')
  const again = await (await press({ name: '"><script>alert(1)</script>', phone: '' })).text()
  expect(again).not.toContain('<script')
  expect(again).toContain('&#34;&#62;&#60;script&#62;')
})

test('only pictures of the page’s own origin are shown', async () => {
  const all = await startAll()
  const own = `http://127.0.0.1:${all.simulator.port}/images/a.svg`
  const { get } = await openPage(all, {
    line_items: [line('a', 550, 1, [own]), line('b', 550, 1, ['https://elsewhere.test/b.png'])],
  })
  const page = await (await get()).text()
  expect(page).toContain(`<img src="${own}" alt=""`)
  expect(page).not.toContain('elsewhere.test')
})

test('one press pays: the shop has the event before the shopper is sent back', async () => {
  const all = await startAll()
  const { press, success, id } = await openPage(all)
  const gate = Promise.withResolvers<void>()
  all.webhook.gate = gate.promise
  let back: Response | undefined
  const pressed = press().then((response) => {
    back = response
  })
  await eventually(() => expect(all.webhook.posts).toHaveLength(1))
  expect(back).toBeUndefined()
  gate.resolve()
  await pressed
  expect(back?.status).toBe(303)
  expect(back?.headers.get('location')).toBe(success)
  expect(all.simulator.events()).toMatchObject([{ sessionId: id, state: 'delivered' }])
})

test('the redirect waits only so long for a shop that does not accept the event', async () => {
  const all = await startAll({ redirectWaitMs: 100, retryPausesMs: [3600_000] })
  all.webhook.statuses.push(500)
  const { press, success } = await openPage(all)
  const response = await press()
  expect(response.headers.get('location')).toBe(success)
  expect(all.simulator.events()).toMatchObject([{ state: 'pending', attempts: 1 }])
})

test('held and lost events keep nobody waiting', async () => {
  const all = await startAll({ redirectWaitMs: 60_000 })
  for (const kind of ['hold', 'lose'] as const) {
    all.simulator.faults.events({ kind })
    const { press, success } = await openPage(all)
    expect((await press()).headers.get('location')).toBe(success)
  }
  expect(all.simulator.events().map(({ state }) => state)).toEqual(['held', 'lost'])
})

test('two presses at once pay once, and both are sent back', async () => {
  const all = await startAll()
  const { press, success } = await openPage(all)
  const responses = await Promise.all([press(), press()])
  expect(responses.map((response) => response.headers.get('location'))).toEqual([success, success])
  await all.simulator.settled()
  expect(all.webhook.events()).toHaveLength(1)
})

test('a refused card changes nothing, keeps what was typed, and can be followed by paying', async () => {
  const all = await startAll()
  const { press, id } = await openPage(all)
  const declined = await press({ press: 'decline', name: '佐藤 次郎' })
  const page = await declined.text()
  expect(declined.status).toBe(402)
  expect(page).toContain('カードが拒否されました')
  expect(page).toContain('<title>エラー: お支払い（練習用）</title>')
  expect(page).toContain('value="佐藤 次郎"')
  expect(await all.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
  })
  expect((await press({ name: '佐藤 次郎' })).status).toBe(303)
  expect((await all.stripe.checkout.sessions.retrieve(id)).customer_details?.name).toBe('佐藤 次郎')
})

test('paid, expired and unknown sessions say so, and where to go', async () => {
  const all = await startAll()
  const paid = await openPage(all)
  await paid.press()
  const paidPage = await (await paid.get()).text()
  expect(paidPage).toContain('お支払いは済んでいます')
  expect(paidPage).toContain(`href="${paid.success}"`)

  const expired = await openPage(all)
  await all.simulator.expire(expired.id)
  const response = await expired.get()
  expect(response.status).toBe(410)
  expect(await response.text()).toContain(`href="${expired.origin}/all-products"`)
  expect((await expired.press()).status).toBe(410)

  for (const path of [
    '/practice/pay/cs_test_none',
    '/practice/',
    '/practice/pay/%2e%2e%2fpay.css',
    '/practice/pay/',
  ]) {
    const unknown = await fetch(`${paid.origin}${path}`)
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('お支払いのページが見つかりません')
  }
})

test('other methods and endless forms are refused', async () => {
  const all = await startAll()
  const { url, press, id } = await openPage(all)
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  expect((await press({ name: 'あ'.repeat(100_000) })).status).toBe(413)
  expect((await all.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
})

test('the shop’s own server shows the page on its origin and keeps every other path', async () => {
  let shop = ''
  const all = await startAll({ payPageOrigin: 'http://localhost:1' })
  const server = createServer(async (request, response) => {
    if (!(await all.simulator.handlePayPage(request, response))) response.end('shop')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await eventually(() => {
    const address = server.address()
    shop = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    expect(address).not.toBeNull()
  })
  const { id } = await openPage(all)
  expect(await (await fetch(`${shop}/practice/pay/${id}`)).text()).toContain('支払う')
  for (const path of ['/', '/practice', '/practiced/pay', '/all-products?next=/practice/pay/x']) {
    expect(await (await fetch(`${shop}${path}`)).text()).toBe('shop')
  }
})

test('what cannot be taken is said beside its field, with everything typed still there', async () => {
  const all = await startAll()
  const { press, id } = await openPage(all)
  const response = await press({
    email: 'hanako',
    name: ' ',
    phone: '123',
    postalCode: '12',
    state: '東京',
    city: '',
    line1: 'あ'.repeat(201),
    line2: 'ビル 3F',
  })
  const page = await response.text()
  expect(response.status).toBe(422)
  for (const text of [
    '7か所の入力をお確かめください。',
    'メールアドレスの形をお確かめください',
    'お名前を入力してください。',
    '電話番号は、0から始まる10桁か11桁',
    '郵便番号は7桁の数字',
    '都道府県を選んでください。',
    '市区町村を入力してください。',
    '200文字以内で入力してください。',
    'value="123"',
    'value="ビル 3F"',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toMatch(/id="email"[^>]*aria-invalid="true" aria-describedby="email-problem" autofocus/)
  expect((await all.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect(all.webhook.posts).toHaveLength(0)
})

test('numbers may be typed full-width, with any hyphens or with +81', async () => {
  const all = await startAll()
  for (const [phone, postalCode] of [
    ['０９０ー１２３４ー５６７８', '〒１００－０００１'],
    ['+81 90-1234-5678', '1000001'],
    ['(090)1234‐5678', '100 0001'],
  ]) {
    const { press, id } = await openPage(all)
    expect((await press({ phone: phone ?? '', postalCode: postalCode ?? '' })).status).toBe(303)
    expect(await all.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer_details: { phone: '+819012345678' },
      collected_information: { shipping_details: { address: { postal_code: '100-0001' } } },
    })
  }
})
