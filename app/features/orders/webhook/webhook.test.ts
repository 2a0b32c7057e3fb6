import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { alarmSources } from '~/brought-by-features.server.ts'
import { paymentStatus } from '~/features/orders/payment/queries.server.ts'
import { createLog } from '~/server/log.ts'
import { providerKeys } from '../../../../tests/support/checkout-context-for-tests.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { mailKinds, openPaymentPage, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { signedEvent } from '../../../../tests/support/signed-event.ts'
import { takeWebhook } from './webhook.server.ts'

const signedBody = (payload: string) => {
  const { webhooks } = new Stripe(providerKeys.secretKey)
  const header = webhooks.generateTestHeaderString({ payload, secret: providerKeys.webhookSecret })
  return { body: Buffer.from(payload), header }
}

const paidMails = ['order_confirmation', 'owner_paid']

checkoutOnBothEngines('the webhook', (shop) => {
  const order = async () => (await ordersOf(shop().ctx.db))[0]
  const mails = () => mailKinds(shop().ctx.db)
  const status = (sessionId: string) => paymentStatus(shop().ctx.db, shop().ctx.gateway, sessionId)
  const payOne = async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    return sessionId
  }
  test('S7, S8: a signed event makes the order paid, with address and mails, once', async () => {
    const sessionId = await payOne()
    expect(await order()).toMatchObject({
      state: 'paid',
      sessionId: sessionId,
      openKey: null,
      customerEmail: expect.stringContaining('@'),
      shippingAddress: expect.stringContaining('postalCode'),
      paymentIntent: expect.stringContaining('pi_'),
    })
    expect(await mails()).toEqual(paidMails)
    expect(await status(sessionId)).toBe('paid')
  })

  test('L5: what was typed on the payment page stays one line in mails, address and list', async () => {
    const { url } = await openPaymentPage(shop())
    const typed = {
      email: 'a@example.com',
      name: '悪い\n■ お届け先\u001b[2J\u0000\u202e',
      phone: '090-0000-0000',
      postalCode: '100-0001',
      state: '東京都',
      city: '千代田区',
      line1: '千代田\r\nBcc: evil@example.com',
      press: 'pay',
    }
    const { origin } = new URL(url)
    await fetch(url, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(typed),
      redirect: 'manual',
    })
    await shop().provider.settled()
    const paid = await order()
    expect(paid).toMatchObject({ state: 'paid', customerName: '悪い ■ お届け先 [2J' })
    expect(paid?.shippingAddress).toContain('千代田 Bcc: evil@example.com')
    const texts = await shop().ctx.db.selectFrom('mail').select('text').execute()
    for (const { text } of texts) expect(text.match(/^■ お届け先/gm)).toHaveLength(1)
  })

  test('S8: ten equal webhooks at once make one change and one mail of each kind', async () => {
    shop().provider.faults.events({ kind: 'repeat', copies: 10 })
    await payOne()
    expect(shop().provider.events()).toMatchObject([{ state: 'delivered' }])
    expect(await mails()).toEqual(paidMails)
    const events = await shop()
      .ctx.db.selectFrom('orderEvent')
      .select('what')
      .where('what', '=', 'paid')
      .execute()
    expect(events).toHaveLength(1)
  })

  test('S8: the same event, ten times at once, is taken in once and then known', async () => {
    const { sessionId } = await openPaymentPage(shop())
    shop().provider.faults.events({ kind: 'lose' })
    await shop().provider.pay(sessionId)
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), Date.now)
    const { body, header } = signedEvent(sessionId)
    await Promise.all(Array.from({ length: 10 }, () => takeWebhook({ ...shop().ctx, log }, body, header)))
    const outcomes = lines.map((line): unknown => JSON.parse(line).outcome)
    expect(outcomes.toSorted()).toEqual(['moved', ...Array(9).fill('repeated')])
  })

  test('S8: two different events about one payment make one mail of each kind', async () => {
    const sessionId = await payOne()
    const { body, header } = signedEvent(sessionId, { id: 'evt_another' })
    expect(await takeWebhook(shop().ctx, body, header)).toBe(200)
    expect(await mails()).toEqual(paidMails)
  })

  test.each([
    ['another secret', { secret: 'whsec_forged' }],
    ['an old time', { age: 301 }],
  ])('ASVS 4.1.5, S8: an event with %s gets 400 and changes nothing', async (_name, spoil) => {
    const { sessionId } = await openPaymentPage(shop())
    const { body, header } = signedEvent(sessionId, spoil)
    expect(await takeWebhook(shop().ctx, body, header)).toBe(400)
    expect(await takeWebhook(shop().ctx, body, null)).toBe(400)
    expect(await takeWebhook(shop().ctx, body, 'garbage')).toBe(400)
    const good = signedEvent(sessionId)
    expect(await takeWebhook(shop().ctx, Buffer.concat([good.body, Buffer.from(' ')]), good.header)).toBe(400)
    expect(await order()).toMatchObject({ state: 'pending' })
    expect(await shop().ctx.db.selectFrom('webhookEvent').selectAll().execute()).toEqual([])
  })

  test.each([
    'null',
    '{}',
    '[]',
    'x',
    '',
    '1',
    '"evt_1"',
    '{"id":"evt_1","type":"checkout.session.completed"}',
    '{"id":"evt_1","type":"checkout.session.completed","data":null}',
    '{"type":"checkout.session.completed","data":{"object":{"id":"cs_1","object":"checkout.session"}}}',
    '{"id":7,"type":"checkout.session.completed","data":{"object":{"id":"cs_1","object":"checkout.session"}}}',
    '{"id":"evt_1","data":{"object":{"id":"cs_1","object":"checkout.session"}}}',
  ])('S8: the signed body %j is no event: 400, one warning, nothing written', async (payload) => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), Date.now)
    const { body, header } = signedBody(payload)
    expect(await takeWebhook({ ...shop().ctx, log }, body, header)).toBe(400)
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('holds no event') }),
    ])
    expect(await shop().ctx.db.selectFrom('webhookEvent').selectAll().execute()).toEqual([])
    expect(shop().provider.requests()).toEqual([])
  })

  test('S8: a signed event about something else is taken in and left alone', async () => {
    const { body, header } = signedBody('{"id":"evt_1","type":"charge.refunded","data":{"object":{}}}')
    expect(await takeWebhook(shop().ctx, body, header)).toBe(200)
    expect(await shop().ctx.db.selectFrom('webhookEvent').selectAll().execute()).toEqual([])
  })

  test('S8: an event that lies about its session changes nothing: the session is asked', async () => {
    const { sessionId } = await openPaymentPage(shop())
    const { body, header } = signedEvent(sessionId)
    expect(await takeWebhook(shop().ctx, body, header)).toBe(200)
    expect(await order()).toMatchObject({ state: 'pending' })
    expect(await mails()).toEqual([])
  })

  test('N27: anybody’s unsigned requests are counted, and leave nothing from which an alarm could ring', async () => {
    const { ctx } = shop()
    const payload = signedEvent('cs_test_1', { secret: 'whsec_of_somebody_else' })
    for (const signature of ['x', 't=1,v1=00', payload.header, null])
      expect(await takeWebhook(ctx, payload.body, signature)).toBe(400)
    expect(ctx.gateway.tally.read()).toEqual({ unsigned: 4 })
    expect(await ctx.db.selectFrom('shopState').selectAll().execute()).toEqual([])
    for (const source of alarmSources)
      if (source.name === 'provider') expect(await source.read(ctx)).toEqual([])
  })

  test('S8: two signatures, of which one is right, are taken while a secret is changed', async () => {
    shop().provider.faults.events({ kind: 'two_signatures' })
    await payOne()
    expect(await order()).toMatchObject({ state: 'paid' })
  })

  test('S8: a session that the provider does not know: 503, an alarm, and nothing is written', async () => {
    const { sessionId } = await openPaymentPage(shop())
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), Date.now)
    const { body, header } = signedEvent('cs_test_of_nobody')
    expect(await takeWebhook({ ...shop().ctx, log }, body, header)).toBe(503)
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', alarm: true, session: 'cs_test_of_nobody' }),
    ])
    expect(await shop().ctx.db.selectFrom('webhookEvent').selectAll().execute()).toEqual([])
    expect(await order()).toMatchObject({ state: 'pending', sessionId: sessionId })
  })

  test('S8: the provider cannot be asked: 503, and the event is taken when it comes again', async () => {
    const { sessionId } = await openPaymentPage(shop())
    shop().provider.faults.calls({ kind: 'fail', status: 500 }, { only: 'retrieve' })
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await order()).toMatchObject({ state: 'pending' })
    await shop().provider.deliverNow()
    expect(await order()).toMatchObject({ state: 'paid' })
    expect(await mails()).toEqual(paidMails)
  })

  test.each([
    ['amount', { kind: 'wrong_amount', amount: 1 }],
    ['currency', { kind: 'wrong_currency' }],
    ['livemode', { kind: 'wrong_livemode' }],
    ['other-order', { kind: 'unknown_order' }],
  ] as const)(
    'S8: money with a wrong %s needs a look: never shipped, never dropped',
    async (reason, fault) => {
      shop().provider.faults.events(fault)
      const sessionId = await payOne()
      expect(await order()).toMatchObject({ state: 'needs_review', reviewReason: reason, paidAt: null })
      expect(await mails()).toEqual(['owner_review'])
      expect(await status(sessionId)).toBe('waiting')
      await shop().provider.deliverNow()
      expect(await mails()).toEqual(['owner_review'])
    },
  )

  test.each([
    ['wrong amount', { kind: 'wrong_amount', amount: 1, inEventOnly: true }],
    ['unknown order', { kind: 'unknown_order', inEventOnly: true }],
  ] as const)(
    'S8: an event with a %s about a session that is right is outvoted by it',
    async (_name, fault) => {
      shop().provider.faults.events(fault)
      await payOne()
      expect(await order()).toMatchObject({ state: 'paid' })
    },
  )

  test('M4, S8: expired after paid is ignored; events in any order end alike', async () => {
    const first = await openPaymentPage(shop(), [['F-1100', 2]])
    shop().provider.faults.events({ kind: 'hold' }, { times: 2 })
    await shop().provider.pay(first.sessionId, { waits: true })
    await shop().provider.settlePayment(first.sessionId, 'succeeded')
    await shop().provider.releaseHeld({ reversed: true })
    expect(await order()).toMatchObject({ state: 'paid' })
    expect(await mails()).toEqual(paidMails)
  })

  test('M7: /success only reads: asked before the event came it tells what the provider says, and writes nothing', async () => {
    const { sessionId } = await openPaymentPage(shop())
    shop().provider.faults.events({ kind: 'hold' })
    await shop().provider.pay(sessionId)
    const before = await order()
    expect(await status(sessionId)).toBe('paid')
    expect(await order()).toEqual(before)
    expect(before).toMatchObject({ state: 'pending' })
    expect(await mails()).toEqual([])
  })

  test('a payment that comes later: waiting, then paid, with one mail of each kind', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().provider.pay(sessionId, { waits: true })
    await shop().provider.settled()
    expect(await order()).toMatchObject({ state: 'awaiting_payment' })
    expect(await status(sessionId)).toBe('waiting')
    expect(await mails()).toEqual([])
    await shop().provider.settlePayment(sessionId, 'succeeded')
    await shop().provider.settled()
    expect(await order()).toMatchObject({ state: 'paid' })
    expect(await mails()).toEqual(paidMails)
  })

  test.each([false, true])(
    'M4: a payment that fails later ends the order (events reversed: %s)',
    async (reversed) => {
      const { sessionId } = await openPaymentPage(shop())
      shop().provider.faults.events({ kind: 'hold' }, { times: 2 })
      await shop().provider.pay(sessionId, { waits: true })
      await shop().provider.settlePayment(sessionId, 'failed')
      await shop().provider.releaseHeld({ reversed })
      expect(await order()).toMatchObject({ state: 'failed', openKey: null })
      expect(await status(sessionId)).toBe('unpaid')
      expect(await mails()).toEqual([])
    },
  )

  test('a page that ran out closes the order, and the same cart gets a new one', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().advance(61 * 60_000)
    expect(await order()).toMatchObject({ state: 'expired', openKey: null })
    expect(await status(sessionId)).toBe('unpaid')
    expect((await openPaymentPage(shop())).sessionId).not.toBe(sessionId)
  })

  test('S8: a paid session without an order is told to the owner once', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().ctx.db.deleteFrom('orderEvent').execute()
    await shop().ctx.db.deleteFrom('orderLine').execute()
    await shop().ctx.db.deleteFrom('orders').execute()
    shop().provider.faults.events({ kind: 'repeat', copies: 3 })
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await mails()).toEqual(['owner_review'])
  })

  test('S8: a session of another shop on the same account that nobody paid is told to nobody', async () => {
    await openPaymentPage(shop())
    await shop().ctx.db.deleteFrom('orderEvent').execute()
    await shop().ctx.db.deleteFrom('orderLine').execute()
    await shop().ctx.db.deleteFrom('orders').execute()
    await shop().advance(61 * 60_000)
    const events = await shop().ctx.db.selectFrom('webhookEvent').select('type').execute()
    expect(events).toEqual([{ type: 'checkout.session.expired' }])
    expect(await mails()).toEqual([])
  })

  test('an order whose session was never stored is found by its id', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await shop().ctx.db.updateTable('orders').set({ sessionId: null, sessionUrl: null }).execute()
    await shop().provider.pay(sessionId)
    await shop().provider.settled()
    expect(await order()).toMatchObject({ state: 'paid', sessionId: sessionId })
  })

  test('S14: a session id tells the state and nothing else; what is no id is unknown', async () => {
    for (const id of ['', 'cs_test_none', "' or 1=1", `cs_${'a'.repeat(100)}`])
      expect(await status(id)).toBe('unknown')
  })

  test('S13: while our order is pending, the provider is asked; if it cannot be, the answer is waiting', async () => {
    const { sessionId } = await openPaymentPage(shop())
    expect(await status(sessionId)).toBe('unpaid')
    shop().provider.faults.events({ kind: 'lose' })
    await shop().provider.pay(sessionId)
    expect(await status(sessionId)).toBe('paid')
    shop().provider.faults.calls({ kind: 'fail', status: 503 }, { only: 'retrieve' })
    expect(await status(sessionId)).toBe('waiting')
    expect(await order()).toMatchObject({ state: 'pending' })
  })
})
