import { expect, test } from 'vitest'
import { orderBy } from '~/features/orders/queries.server.ts'
import { createLog } from '~/server/log.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { shopOrigin } from '../../../../tests/support/services-for-tests.ts'
import {
  bodyFor,
  openPaymentPage,
  ordersOf,
  postCheckout,
  type Wanted,
} from '../../../../tests/support/shopper-for-tests.ts'
import { idempotencyKey, sessionParameters } from './session-parameters.rules.ts'

const namedText = 'Stripeの決済ページの生成に失敗しました'

checkoutOnBothEngines('the payment page', (shop) => {
  const creations = () =>
    shop()
      .provider.requests()
      .filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions')

  test('S4, S5, S7: the request is made of the shop’s own data and its own address', async () => {
    const wanted: Wanted = [
      ['F-1100', 2],
      ['K-1', 1],
    ]
    const body = await bodyFor(shop().ctx.db, wanted)
    body.success_url = 'https://evil.example/success'
    body.cancel_url = 'https://evil.example/kits?x=1#y'
    await postCheckout(shop(), body)
    const [order] = await ordersOf(shop().ctx.db)
    const [request] = creations()
    expect(request?.idempotencyKey).toBe(`checkout:${order?.id}:1`)
    expect(request?.parameters).toMatchObject({
      mode: 'payment',
      locale: 'ja',
      adaptive_pricing: { enabled: 'false' },
      allowed_payment_method_types: ['card'],
      success_url: `${shopOrigin}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shopOrigin}/kits`,
      client_reference_id: order?.id,
      metadata: { from: 'header-cart', order_id: order?.id },
      payment_intent_data: { metadata: { order_id: order?.id } },
      shipping_address_collection: { allowed_countries: ['JP'] },
      phone_number_collection: { enabled: 'true' },
    })
    expect(request?.parameters).toMatchObject({
      line_items: [
        {
          quantity: '2',
          metadata: { managementNumber: 'F-1100' },
          price_data: {
            currency: 'jpy',
            unit_amount: '1100',
            product_data: { name: '麻の葉', images: [`${shopOrigin}/Image/cloth.svg`] },
          },
        },
        { price_data: { unit_amount: '0', product_data: { name: 'キット K-1 (無料)' } } },
        { price_data: { unit_amount: '400', product_data: { name: '送料' } } },
      ],
    })
    expect(order).toMatchObject({
      state: 'pending',
      subtotal: 2200,
      shipping: 400,
      total: 2600,
      taxIncluded: 236,
    })
  })

  test('S21: the final confirmation is on the payment page and with the order', async () => {
    await openPaymentPage(shop())
    const [order] = await ordersOf(shop().ctx.db)
    const [session] = shop().provider.sessions()
    expect(session?.custom_text.submit?.message).toBe(order?.submitText)
    expect(session?.custom_text.shipping_address?.message).toBe(order?.shippingText)
    for (const heading of ['数量', '販売価格', '支払の時期・方法', '引渡時期', 'キャンセル・返品'])
      expect([order?.submitText, order?.confirmationText].every((text) => text?.includes(heading))).toBe(true)
    expect(order?.confirmationText).toContain('麻の葉 × 2')
  })

  test.each([
    ['https://evil.example', '/cancel'],
    ['javascript:alert(1)', '/cancel'],
    ['/../admin', '/cancel'],
    ['https://shop.example/all-products?name=x', '/all-products'],
    ['//evil.example/kits', '/kits'],
  ])('S4: the way back of %j is %s on our own address', async (cancelUrl, path) => {
    const body = await bodyFor(shop().ctx.db, [['F-1100', 1]])
    await postCheckout(shop(), { ...body, cancel_url: cancelUrl })
    const expected = cancelUrl === 'https://evil.example' ? '/' : path
    expect(shop().provider.sessions()[0]?.cancel_url).toBe(`${shopOrigin}${expected}`)
  })

  test('S9: a double click, in any number, makes one order and one session', async () => {
    const body = await bodyFor(shop().ctx.db, [['F-1100', 2]])
    const answers = await Promise.all(Array.from({ length: 8 }, () => postCheckout(shop(), body)))
    expect(new Set(answers.map(({ body: { url } }) => url)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await ordersOf(shop().ctx.db)).toHaveLength(1)
    expect(shop().provider.sessions()).toHaveLength(1)
  })

  test('S9: two browsers with equal carts have two orders', async () => {
    const first = await openPaymentPage(shop(), [['F-1100', 2]], 'browser-number-one')
    const second = await openPaymentPage(shop(), [['F-1100', 2]], 'browser-number-two')
    expect(first.sessionId).not.toBe(second.sessionId)
    expect(first.token).not.toBe(second.token)
  })

  test('S9: a changed cart closes the former page of this browser', async () => {
    const first = await openPaymentPage(shop(), [['F-1100', 2]])
    const second = await openPaymentPage(shop(), [['F-1100', 3]])
    await shop().provider.settled()
    const states = new Map(
      shop()
        .provider.sessions()
        .map(({ id, status }) => [id, status]),
    )
    expect([states.get(first.sessionId), states.get(second.sessionId)]).toEqual(['expired', 'open'])
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['expired', 'pending'])
    const back = await openPaymentPage(shop(), [['F-1100', 2]])
    expect(back.sessionId).not.toBe(first.sessionId)
  })

  test('S1: a price that changed between two clicks closes the former page', async () => {
    const first = await openPaymentPage(shop(), [['F-1100', 2]])
    await shop()
      .ctx.db.updateTable('product')
      .set({ price: 1200, priceText: '1200' })
      .where('number', '=', 'F-1100')
      .execute()
    const second = await openPaymentPage(shop(), [['F-1100', 2]])
    await shop().provider.settled()
    const states = new Map(
      shop()
        .provider.sessions()
        .map(({ id, status }) => [id, status]),
    )
    expect([states.get(first.sessionId), states.get(second.sessionId)]).toEqual(['expired', 'open'])
    expect((await ordersOf(shop().ctx.db)).map(({ total }) => total)).toEqual([2600, 2800])
  })

  test('S9: an order whose page ran out gets a second one, not a dead address', async () => {
    const first = await openPaymentPage(shop())
    shop().provider.faults.events({ kind: 'lose' })
    await shop().advance(61 * 60_000)
    const second = await openPaymentPage(shop())
    expect(second.sessionId).not.toBe(first.sessionId)
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['expired', 'pending'])
  })

  test('S9: a page that is about to end is not given again', async () => {
    const first = await openPaymentPage(shop())
    await shop().advance(40 * 60_000)
    expect((await openPaymentPage(shop())).sessionId).toBe(first.sessionId)
    await shop().advance(12 * 60_000)
    expect((await openPaymentPage(shop())).sessionId).not.toBe(first.sessionId)
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['expired', 'pending'])
  })

  test('S9: pressed again after paying, before the event came, it goes to /success and to no second payment', async () => {
    shop().provider.faults.events({ kind: 'lose' })
    const first = await openPaymentPage(shop())
    await shop().provider.pay(first.sessionId)
    const again = await openPaymentPage(shop())
    expect(again.url).toBe(`${shopOrigin}/success?session_id=${first.sessionId}`)
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'paid' }])
  })

  test('S9: the same cart bought again later is a new order', async () => {
    const first = await openPaymentPage(shop())
    await shop().provider.pay(first.sessionId)
    await shop().provider.settled()
    const second = await openPaymentPage(shop())
    expect(second.sessionId).not.toBe(first.sessionId)
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['paid', 'pending'])
  })

  test.each([500, 503] as const)(
    'the provider that failed with %i gets a new key, the shopper her page',
    async (status) => {
      shop().provider.faults.calls({ kind: 'fail', status }, { only: 'create' })
      await openPaymentPage(shop())
      const keys = creations().map(({ idempotencyKey }) => idempotencyKey?.split(':').at(-1))
      expect(keys).toEqual(['1', '2'])
      expect(shop().provider.sessions()).toHaveLength(1)
    },
  )

  test('a connection that was cut after creating keeps the key: one session', async () => {
    shop().provider.faults.calls({ kind: 'cut' }, { only: 'create', times: 2 })
    await openPaymentPage(shop())
    expect(new Set(creations().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(shop().provider.sessions()).toHaveLength(1)
  })

  test('a provider that is asked too often is asked again under the same key', async () => {
    shop().provider.faults.calls({ kind: 'fail', status: 429 }, { only: 'create', times: 2 })
    await openPaymentPage(shop())
    expect(creations()).toHaveLength(3)
    expect(new Set(creations().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('a request that the provider refuses: the named text, an alarm, and the next press begins anew', async () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), Date.now)
    const gateway = { ...shop().ctx.gateway, open: async () => ({ kind: 'refused', why: '400' }) as const }
    const body = await bodyFor(shop().ctx.db, [['F-1100', 2]])
    const answer = await postCheckout({ ctx: { ...shop().ctx, log, gateway } }, body)
    expect([answer.status, answer.body.code]).toEqual([502, 'payment_page_failed'])
    const alarm = { level: 'error', alarm: true, why: '400' }
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(expect.objectContaining(alarm))
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'expired', openKey: null }])
    await openPaymentPage(shop())
    expect((await ordersOf(shop().ctx.db)).map(({ state }) => state)).toEqual(['expired', 'pending'])
  })

  const picturesIn = ({ parameters }: { readonly parameters: object }) =>
    JSON.stringify(parameters).includes('"images"')

  test('S34: a page that is refused for a picture is asked for once more without pictures, under a key of its own', async () => {
    shop().provider.faults.calls({ kind: 'refuse_pictures' }, { times: 9 })
    await openPaymentPage(shop())
    const [order] = await ordersOf(shop().ctx.db)
    expect(creations().map((each) => [each.idempotencyKey, picturesIn(each)])).toEqual([
      [`checkout:${order?.id}:1`, true],
      [`checkout:${order?.id}:1:no-pictures`, false],
    ])
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'pending', attempt: 1 }])
    expect(shop().provider.sessions()).toHaveLength(1)
  })

  test('S34, M2: a failure, a cut line and the next press after a refused picture make no second page', async () => {
    const { faults } = shop().provider
    faults.calls({ kind: 'refuse_pictures' }, { times: 9 })
    const body = await bodyFor(shop().ctx.db, [['F-1100', 2]])
    const gateway = { ...shop().ctx.gateway }
    const { open } = shop().ctx.gateway
    gateway.open = async (parameters, key, limitMs) => {
      const outcome = await open(parameters, key, limitMs)
      // As if the process were killed before the answer was stored.
      if (outcome.kind === 'opened') throw new Error('killed')
      return outcome
    }
    await postCheckout({ ctx: { ...shop().ctx, gateway } }, body).catch(() => undefined)
    expect(shop().provider.sessions()).toHaveLength(1)
    await openPaymentPage(shop())
    expect(shop().provider.sessions()).toHaveLength(1)
    expect(await ordersOf(shop().ctx.db)).toHaveLength(1)
  })

  test('S34: a broken answer to the request without pictures is asked for again without them, under the next key', async () => {
    const { faults } = shop().provider
    faults.calls({ kind: 'refuse_pictures' }, { times: 9 })
    const asked: string[] = []
    const { open } = shop().ctx.gateway
    const gateway = {
      ...shop().ctx.gateway,
      open: async (...[parameters, key, limitMs]: Parameters<typeof open>) => {
        asked.push(key)
        if (asked.length === 2) faults.calls({ kind: 'fail', status: 500 }, { only: 'create' })
        return open(parameters, key, limitMs)
      },
    }
    await postCheckout({ ctx: { ...shop().ctx, gateway } }, await bodyFor(shop().ctx.db, [['F-1100', 2]]))
    const [order] = await ordersOf(shop().ctx.db)
    const keys = ['1', '1:no-pictures', '2:no-pictures']
    expect(asked).toEqual(keys.map((key) => `checkout:${order?.id}:${key}`))
    expect(shop().provider.sessions()).toHaveLength(1)
  })

  test('S34: refused without pictures too, it is refused: two requests, no more', async () => {
    let asked = 0
    const open = async () => {
      asked += 1
      return { kind: 'refused', why: '400', ofPicture: true } as const
    }
    const gateway = { ...shop().ctx.gateway, open }
    const body = await bodyFor(shop().ctx.db, [['F-1100', 2]])
    const answer = await postCheckout({ ctx: { ...shop().ctx, gateway } }, body)
    expect([answer.status, asked]).toEqual([502, 2])
  })

  test('a key under which something else was asked before: a new key, one order, the shopper her page', async () => {
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'create', times: 3 })
    await postCheckout(shop(), await bodyFor(shop().ctx.db, [['F-1100', 2]]))
    const [row] = await ordersOf(shop().ctx.db)
    const order = await orderBy(shop().ctx.db, 'id', row?.id ?? '')
    if (order === undefined) throw new Error('no order was placed')
    const otherwise = sessionParameters(order, 'https://other.example')
    const opened = await shop().ctx.gateway.open(otherwise, idempotencyKey(order), 5_000)
    expect(opened).toMatchObject({ kind: 'opened' })
    await openPaymentPage(shop())
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'pending', attempt: order.attempt + 1 }])
  })

  test('a provider that is down: the named text, the cart is kept, the order waits for the next press', async () => {
    shop().provider.faults.calls({ kind: 'fail', status: 500 }, { only: 'create', times: 9 })
    const answer = await postCheckout(shop(), await bodyFor(shop().ctx.db, [['F-1100', 2]]))
    expect([answer.status, answer.body.message, answer.body.url]).toEqual([502, namedText, undefined])
    shop().provider.faults.clear()
    await openPaymentPage(shop())
    expect(await ordersOf(shop().ctx.db)).toHaveLength(1)
  })

  test('a slow provider is waited for', async () => {
    shop().provider.faults.calls({ kind: 'slow', ms: 100 }, { only: 'create' })
    await openPaymentPage(shop())
    expect(shop().provider.sessions()).toHaveLength(1)
  })

  test('an order too old for its page gets a new key', async () => {
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'create', times: 3 })
    await postCheckout(shop(), await bodyFor(shop().ctx.db, [['F-1100', 2]]))
    await shop().advance(50 * 60_000)
    await openPaymentPage(shop())
    expect(await ordersOf(shop().ctx.db)).toHaveLength(1)
  })

  test('paid before the shop was answered: the order is paid, and the shopper goes to /success', async () => {
    shop().provider.faults.calls({ kind: 'pay_first' }, { only: 'create' })
    const { url, sessionId } = await openPaymentPage(shop())
    expect(url).toContain(`${shopOrigin}/success?session_id=`)
    expect(sessionId).toBeTruthy()
    expect(await ordersOf(shop().ctx.db)).toMatchObject([{ state: 'paid' }])
  })
})
