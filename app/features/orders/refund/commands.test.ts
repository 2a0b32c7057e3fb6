import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { lockedPayment } from '~/features/orders/payment/commands.server.ts'
import type { DisputeReport, RefundReport } from '~/features/orders/payment/types.ts'
import { recordRefunds } from '~/features/orders/refund/commands.server.ts'
import { recordDispute } from '~/features/orders/refund/disputes.commands.server.ts'
import { takeWebhook } from '~/features/orders/webhook/webhook.server.ts'
import { createLog } from '~/server/log.ts'
import { providerKeys } from '../../../../tests/support/checkout-context-for-tests.ts'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { untilOneWaits } from '../../../../tests/support/database-for-tests.ts'
import { loseOrders, placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import {
  mailKinds,
  openPaymentPage,
  openTwoPaymentPages,
  ordersOf,
} from '../../../../tests/support/shopper-for-tests.ts'
import { compareRefunds } from './jobs.server.ts'

const never = new AbortController().signal
const system = { kind: 'system', name: 'test' } as const
const paidMails = ['order_confirmation', 'owner_paid']

/** An event about any object, with a good signature. */
const signed = (type: string, object: object, id = 'evt_made') => {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const { webhooks } = new Stripe(providerKeys.secretKey)
  const header = webhooks.generateTestHeaderString({ payload, secret: providerKeys.webhookSecret })
  return { body: Buffer.from(payload), header }
}

checkoutOnBothEngines('refunds and disputes', (shop) => {
  const db = () => shop().ctx.db
  const provider = () => shop().provider
  const mails = async () => (await mailKinds(db())).filter((kind) => !paidMails.includes(kind))
  const mailTexts = () => db().selectFrom('mail').select(['kind', 'subject', 'text', 'recipient']).execute()
  const payments = () =>
    db().selectFrom('payment').selectAll().orderBy('receivedAt').orderBy('role').execute()
  const refunds = () => db().selectFrom('refund').selectAll().orderBy('askedAt').execute()
  const disputes = () => db().selectFrom('dispute').selectAll().execute()
  const noted = async () =>
    (await db().selectFrom('orderEvent').select('what').execute())
      .map(({ what }) => what)
      .filter((what) => /refund|dispute/.test(what))
      .sort()
  const paid = () => placePaidOrder(shop())
  const ship = (number: string) => runOrders(shop(), 'ship', number)
  const compare = async () => {
    await compareRefunds(shop().ctx, never)
    await compareRefunds(shop().ctx, never)
  }
  const refundAll = async (
    sessionId: string,
    refund: Parameters<ReturnType<typeof provider>['refund']>[1] = {},
  ) => {
    const id = await provider().refund(sessionId, refund)
    await provider().settled()
    return id
  }

  test('M10: a payment is kept once, with its order, sum and mode', async () => {
    const { order, sessionId, paymentIntent } = await paid()
    await provider().deliverNow()
    await compare()
    expect(await payments()).toEqual([
      {
        paymentIntent,
        orderId: order.id,
        sessionId,
        amount: 2600,
        currency: 'jpy',
        livemode: 0,
        receivedAt: expect.any(Number),
        role: 'first',
        fee: null,
        net: null,
      },
    ])
  })

  test('M10: what is waited for is no payment yet, what fails never one', async () => {
    const { sessionId } = await openPaymentPage(shop())
    await provider().pay(sessionId, { waits: true })
    await provider().settled()
    expect(await payments()).toEqual([])
    await provider().settlePayment(sessionId, 'failed')
    await provider().settled()
    expect(await payments()).toEqual([])
  })

  test('M10: a second payment of an order and one without an order are kept as such', async () => {
    const { first, second } = await openTwoPaymentPages(shop())
    for (const { sessionId } of [second, first]) {
      await provider().pay(sessionId)
      await provider().settled()
    }
    expect((await payments()).map(({ sessionId, role }) => [sessionId, role])).toEqual([
      [second.sessionId, 'first'],
      [first.sessionId, 'second'],
    ])
    const third = await openPaymentPage(shop())
    await loseOrders(db())
    await provider().pay(third.sessionId)
    await provider().settled()
    expect(await payments()).toMatchObject([{ role: 'unmatched', orderId: null, amount: 2600 }])
  })

  test('M10: money of a wrong sum is kept with that sum', async () => {
    provider().faults.events({ kind: 'wrong_amount', amount: 1 })
    await paid()
    expect(await payments()).toMatchObject([{ amount: 1, role: 'first' }])
  })

  test('M10: payments from before they were kept are filled from the provider', async () => {
    const { first, second } = await openTwoPaymentPages(shop())
    provider().faults.events({ kind: 'wrong_amount', amount: 1 })
    for (const { sessionId } of [second, first]) {
      await provider().pay(sessionId)
      await provider().settled()
    }
    const before = await payments()
    expect(before).toMatchObject([{ amount: 1 }, { amount: 2600, role: 'second' }])
    await db().deleteFrom('payment').execute()
    await compare()
    expect((await payments()).map(({ sessionId, amount, role }) => [sessionId, amount, role]).sort()).toEqual(
      before.map(({ sessionId, amount, role }) => [sessionId, amount, role]).sort(),
    )
  })

  test('M11: a refund of all is kept, mailed and noted once, and the order is not shipped any more', async () => {
    const { order, sessionId, paymentIntent } = await paid()
    const id = await refundAll(sessionId)
    expect(await refunds()).toMatchObject([
      { providerId: id, paymentIntent, amount: 2600, state: 'succeeded', failureReason: null },
    ])
    expect(await mails()).toEqual(['owner_refund'])
    const mail = (await mailTexts()).find(({ kind }) => kind === 'owner_refund')
    expect(mail).toMatchObject({ recipient: 'owner@shop.example' })
    for (const part of [order.orderNumber, '2,600円', '発送できません']) expect(mail?.text).toContain(part)
    expect(await noted()).toEqual(['refunded'])
    expect(await ship(order.orderNumber)).toEqual({
      lines: [expect.stringContaining('発送しないでください')],
      exitCode: 1,
    })
    expect(await ordersOf(db())).toMatchObject([{ shippedAt: null, state: 'paid' }])
    expect(await mailKinds(db())).not.toContain('order_shipped')
    for (const lines of [
      (await runOrders(shop(), 'list')).lines,
      (await runOrders(shop(), 'show', order.orderNumber)).lines,
    ])
      expect(lines.join('\n')).toContain('全額返金 2,600円')
  })

  test.each(['pending', 'requires_action'] as const)(
    'M11: money that is on its way back (%s) counts',
    async (status) => {
      const { order, sessionId } = await paid()
      await refundAll(sessionId, { status })
      expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 1 })
    },
  )

  test('M11: a refund in part is told, and what is left is shipped; two parts are the whole', async () => {
    const { order, sessionId } = await paid()
    await refundAll(sessionId, { amount: 600 })
    expect((await runOrders(shop(), 'list')).lines[0]).toContain('一部返金 600円')
    const other = await paid()
    await refundAll(other.sessionId, { amount: 600 })
    await refundAll(other.sessionId, { amount: 2000 })
    expect(await ship(other.order.orderNumber)).toMatchObject({ exitCode: 1 })
    expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 0 })
  })

  test('M11: of a second payment that is given back the order keeps the first, and is shipped', async () => {
    const { order, sessionId, paymentIntent } = await paid()
    await db()
      .insertInto('payment')
      .values({
        paymentIntent: 'pi_second',
        orderId: order.id,
        sessionId: 'cs_second',
        amount: 2600,
        currency: 'jpy',
        livemode: 0,
        receivedAt: 0,
        role: 'second',
      })
      .execute()
    await refundAll(sessionId)
    expect(await refunds()).toMatchObject([{ paymentIntent }])
    expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 0 })
  })

  test.each(['failed', 'canceled'] as const)(
    'M11: a refund that %s later is told as an alarm, once, and the order may be shipped',
    async (status) => {
      const { order, sessionId } = await paid()
      const id = await refundAll(sessionId)
      await provider().changeRefund(id, status)
      await provider().settled()
      await compare()
      expect(await refunds()).toMatchObject([{ state: status }])
      expect(await mails()).toEqual(['owner_refund', 'owner_refund'])
      expect((await mailTexts()).map(({ subject }) => subject).join()).toContain('返金できませんでした')
      expect(await noted()).toEqual(['refund failed', 'refunded'])
      const { lines } = await runOrders(shop(), 'list')
      expect(lines[0]?.includes('返金できませんでした 2,600円')).toBe(status === 'failed')
      expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 0 })
    },
  )

  test('M11: fifty copies of each event, the last one first, end as one', async () => {
    const { sessionId } = await paid()
    provider().faults.events({ kind: 'hold' }, { times: 3 })
    provider().faults.events({ kind: 'repeat', copies: 50 }, { times: 3 })
    const id = await provider().refund(sessionId, { status: 'pending' })
    await provider().changeRefund(id, 'succeeded')
    await provider().changeRefund(id, 'failed')
    await provider().releaseHeld({ reversed: true })
    await provider().settled()
    expect(await refunds()).toMatchObject([{ providerId: id, state: 'failed' }])
    expect(await mails()).toEqual(['owner_refund'])
    expect(await noted()).toEqual(['refund failed'])
    const events = await db().selectFrom('webhookEvent').select('type').orderBy('type').execute()
    expect(events.map(({ type }) => type)).toEqual([
      'checkout.session.completed',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ])
  })

  test('M11: charge.refunded tells of refunds as well, and what else is told of a charge is left alone', async () => {
    const { sessionId, paymentIntent } = await paid()
    provider().faults.events({ kind: 'lose' })
    await refundAll(sessionId)
    const charge = { id: 'ch_1', object: 'charge', payment_intent: paymentIntent }
    const other = signed('charge.succeeded', charge, 'evt_1')
    expect(await takeWebhook(shop().ctx, other.body, other.header)).toBe(200)
    expect(await refunds()).toEqual([])
    const told = signed('charge.refunded', charge, 'evt_2')
    for (let time = 0; time < 2; time += 1)
      expect(await takeWebhook(shop().ctx, told.body, told.header)).toBe(200)
    expect(await refunds()).toHaveLength(1)
    expect(await mails()).toEqual(['owner_refund'])
  })

  test('M11: a refund whose payment was not told of yet records the payment first', async () => {
    const { sessionId } = await openPaymentPage(shop())
    provider().faults.events({ kind: 'lose' })
    await provider().pay(sessionId)
    await refundAll(sessionId)
    expect(await ordersOf(db())).toMatchObject([{ state: 'paid' }])
    expect(await payments()).toMatchObject([{ role: 'first' }])
    expect(await refunds()).toHaveLength(1)
  })

  test('M11: the refund of a payment without an order is kept and told as such', async () => {
    const { sessionId } = await paid()
    await loseOrders(db())
    await refundAll(sessionId)
    expect(await payments()).toMatchObject([{ role: 'unmatched' }])
    expect(await refunds()).toHaveLength(1)
    expect(await mails()).toEqual(['owner_refund', 'owner_review'])
  })

  test.each([
    ['refund.created', { id: 're_other', object: 'refund', payment_intent: 'pi_of_another_shop' }],
    ['charge.refunded', { id: 'ch_other', object: 'charge', payment_intent: 'pi_of_another_shop' }],
    ['charge.dispute.created', { id: 'du_other', object: 'dispute' }],
    ['refund.created', { id: 're_other', object: 'refund', payment_intent: null }],
    ['payout.paid', { id: 'po_1', object: 'payout' }],
  ])('M11: %s about nothing of this shop (%j) is logged and left alone', async (type, object) => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), Date.now)
    const { body, header } = signed(type, object)
    expect(await takeWebhook({ ...shop().ctx, log }, body, header)).toBe(200)
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ type, outcome: expect.stringMatching(/^(foreign|nothing-of-ours)$/) }),
    ])
    expect(await db().selectFrom('webhookEvent').selectAll().execute()).toEqual([])
    expect(await mailKinds(db())).toEqual([])
  })

  test('M11: a refund of another shop on the same account, whose session names no order of ours, is left alone', async () => {
    const { sessionId, paymentIntent } = await paid()
    await loseOrders(db())
    const gateway = {
      ...shop().ctx.gateway,
      sessionOfPayment: async () => {
        const report = await shop().ctx.gateway.session(sessionId)
        return report && { ...report, orderId: null }
      },
    }
    const { body, header } = signed('refund.created', { object: 'refund', payment_intent: paymentIntent })
    expect(await takeWebhook({ ...shop().ctx, gateway }, body, header)).toBe(200)
    expect(await payments()).toEqual([])
    expect(await mailKinds(db())).toEqual([])
  })

  test('M10: a payment of which no session tells, and which names an order of ours, is kept as money without one', async () => {
    const { order, paymentIntent } = await paid()
    await db().deleteFrom('payment').execute()
    const gateway = { ...shop().ctx.gateway, sessionOfPayment: async () => undefined }
    const { body, header } = signed('refund.created', { object: 'refund', payment_intent: paymentIntent })
    for (let time = 0; time < 2; time += 1)
      expect(await takeWebhook({ ...shop().ctx, gateway }, body, header)).toBe(200)
    expect(await payments()).toMatchObject([
      { paymentIntent, orderId: null, amount: order.total, currency: 'jpy', role: 'unmatched' },
    ])
    await db().deleteFrom('payment').execute()
    await db().deleteFrom('webhookEvent').execute()
    await loseOrders(db())
    expect(await takeWebhook({ ...shop().ctx, gateway }, body, header)).toBe(200)
    expect(await payments()).toEqual([])
  })

  test('M11: the daily comparison leaves the refunds of another shop alone', async () => {
    const { sessionId } = await paid()
    await loseOrders(db())
    provider().faults.events({ kind: 'lose' })
    await provider().refund(sessionId)
    const gateway = { ...shop().ctx.gateway, sessionOfPayment: async () => undefined }
    await compareRefunds({ ...shop().ctx, gateway }, never)
    expect(await refunds()).toEqual([])
    expect(await mailKinds(db())).toEqual([])
  })

  test('M11: unsigned it is refused, and a provider that cannot be asked is asked again', async () => {
    const { sessionId, paymentIntent } = await paid()
    const { body } = signed('refund.created', { object: 'refund', payment_intent: paymentIntent })
    expect(await takeWebhook(shop().ctx, body, 't=1,v1=00')).toBe(400)
    provider().faults.calls({ kind: 'fail', status: 503 }, { only: 'refunds' })
    await refundAll(sessionId)
    expect(await refunds()).toEqual([])
    await provider().deliverNow()
    expect(await refunds()).toHaveLength(1)
  })

  const refund = (paymentIntent: string, parts: Partial<RefundReport> = {}): RefundReport => ({
    id: 're_1',
    paymentIntent,
    amount: 2600,
    state: 'succeeded',
    failureReason: null,
    pendingReason: null,
    refundId: null,
    createdAt: 5,
    ...parts,
  })

  test('M11: what the provider said earlier changes nothing that it said later', async () => {
    const { paymentIntent } = await paid()
    const record = (state: RefundReport['state'], asOf: number) =>
      recordRefunds(shop().ctx, system, paymentIntent, { refunds: [refund(paymentIntent, { state })], asOf })
    expect(await record('failed', 20)).toBe('kept')
    expect(await record('succeeded', 10)).toBe('nothing')
    expect(await refunds()).toMatchObject([{ state: 'failed', asOf: 20 }])
    expect(await record('succeeded', 30)).toBe('kept')
    const dispute = (status: string): DisputeReport => ({
      id: 'du_1',
      paymentIntent,
      amount: 2600,
      reason: 'fraudulent',
      status,
      dueBy: null,
      withdrawn: false,
      livemode: false,
      createdAt: 5,
    })
    expect(await recordDispute(shop().ctx, system, dispute('lost'), 20)).toBe('kept')
    expect(await recordDispute(shop().ctx, system, dispute('needs_response'), 10)).toBe('nothing')
    expect(await disputes()).toMatchObject([{ status: 'lost', asOf: 20 }])
    expect(await recordDispute(shop().ctx, system, { ...dispute('won'), livemode: true }, 30)).toBe('foreign')
    expect(await disputes()).toMatchObject([{ status: 'lost' }])
  })

  test('M11: who ships while a refund is being written waits for it, and is refused', async () => {
    const { order, paymentIntent } = await paid()
    const owner = { kind: 'owner' } as const
    const shipping = Promise.withResolvers<Awaited<ReturnType<typeof shipOrder>>>()
    await db()
      .transaction()
      .execute(async (trx) => {
        await lockedPayment(trx, paymentIntent)
        const form = { requestId: 'r', number: order.orderNumber, version: null, parcels: [] }
        shipOrder(shop().ctx, owner, form).then(shipping.resolve, shipping.reject)
        await untilOneWaits(db())
        const { id, createdAt, refundId: _row, ...columns } = refund(paymentIntent)
        await trx
          .insertInto('refund')
          .values({ ...columns, id, providerId: id, askedAt: createdAt, asOf: 1 })
          .execute()
      })
    expect(await shipping.promise).toEqual({ ok: false, error: 'refunded' })
    expect(await ordersOf(db())).toMatchObject([{ shippedAt: null }])
  })

  test('M11: refunds and shipping at once leave no order that was shipped after its money went back', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { order, paymentIntent } = await paid()
      const news = { refunds: [refund(paymentIntent, { id: `re_${round}` })], asOf: Date.now() }
      const record = () => recordRefunds(shop().ctx, system, paymentIntent, news)
      const task = [record, () => ship(order.orderNumber), record, () => ship(order.orderNumber)]
      const turned = [...task.slice(round % 4), ...task.slice(0, round % 4)]
      await Promise.all(turned.map((each) => each()))
      const events = await db()
        .selectFrom('orderEvent')
        .select('what')
        .where('orderId', '=', order.id)
        .where('what', 'in', ['shipped', 'refunded'])
        .orderBy('happenedAt')
        .execute()
      expect(events.filter(({ what }) => what === 'refunded')).toHaveLength(1)
      const now = (await ordersOf(db())).find(({ id }) => id === order.id)
      expect(events.filter(({ what }) => what === 'shipped')).toHaveLength(now?.shippedAt === null ? 0 : 1)
      const again = await ship(order.orderNumber)
      expect(again.exitCode).toBe(now?.shippedAt === null ? 1 : 0)
    }
  })

  test('M11: a dispute is kept and mailed once in each phase; lost it counts as given back', async () => {
    const { order, sessionId } = await paid()
    provider().faults.events({ kind: 'repeat', copies: 5 }, { times: 9 })
    const id = await provider().dispute(sessionId, { status: 'warning_needs_response' })
    await provider().settled()
    const told = async () => (await runOrders(shop(), 'list')).lines[0]
    expect(await told()).toContain('カード会社からの問い合わせ 2,600円（回答期限')
    await provider().changeDispute(id, 'needs_response')
    await provider().settled()
    expect(await told()).toContain('異議申し立て 2,600円（回答期限')
    await provider().changeDispute(id, 'under_review')
    await provider().settled()
    expect(await mails()).toEqual(['owner_dispute', 'owner_dispute'])
    await provider().changeDispute(id, 'lost')
    await provider().settled()
    expect(await mails()).toEqual(['owner_dispute', 'owner_dispute', 'owner_dispute'])
    expect(await disputes()).toMatchObject([{ id, status: 'lost', amount: 2600 }])
    expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 1 })
    await provider().changeDispute(id, 'won')
    await provider().settled()
    expect(await noted()).toEqual(['dispute over', 'disputed', 'disputed', 'disputed'])
    expect(await told()).not.toContain('異議')
    expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 0 })
  })

  test('M11: without any event the daily comparison finds refunds and disputes, once', async () => {
    const { order, sessionId } = await paid()
    const other = await paid()
    provider().faults.events({ kind: 'lose' }, { times: 9 })
    const id = await provider().refund(sessionId)
    await provider().dispute(other.sessionId)
    await compare()
    expect(await refunds()).toMatchObject([{ providerId: id, state: 'succeeded' }])
    expect(await disputes()).toMatchObject([{ status: 'needs_response' }])
    expect(await mails()).toEqual(['owner_dispute', 'owner_refund'])
    expect(await ship(order.orderNumber)).toMatchObject({ exitCode: 1 })
    await shop().advance(40 * 86_400_000)
    await provider().changeRefund(id, 'failed')
    await compare()
    expect(await refunds()).toMatchObject([{ state: 'failed' }])
    expect(await mails()).toEqual(['owner_dispute', 'owner_refund', 'owner_refund'])
  })
})
