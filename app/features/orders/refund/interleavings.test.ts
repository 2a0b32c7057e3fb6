import { expect, test } from 'vitest'
import { checkoutOnBothEngines } from '../../../../tests/support/checkout-on-both-engines.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder, runOrders } from '../../../../tests/support/paid-order.ts'
import { mailKinds, openTwoPaymentPages, ordersOf } from '../../../../tests/support/shopper-for-tests.ts'
import { moneyOfOrder } from '../money.queries.server.ts'
import { notGivenBack } from '../money.rules.ts'
import { paymentsOfOrder } from '../payment/queries.server.ts'
import { cancelOrder } from './cancelling.commands.server.ts'
import { askAgain } from './commands.server.ts'
import { compareRefunds } from './jobs.server.ts'
import { moneySheet, storedRefundParts } from './queries.server.ts'
import { requestRefund } from './requesting.commands.server.ts'
import { leftOf, leftOfAll, partsGivenBack } from './rules.ts'
import { settleOrder } from './settling.commands.server.ts'
import type { Settlement } from './settling.rules.ts'
import { recordTransfer } from './transferring.commands.server.ts'

const never = new AbortController().signal
const nothing = { lines: [], shipping: 0, other: 0, reason: '' }

checkoutOnBothEngines('money and what comes in between', (shop) => {
  const db = () => shop().ctx.db
  const provider = () => shop().provider
  const owner = () => deskPersonForTests(shop().ctx)
  const refundRows = () => db().selectFrom('refund').selectAll().orderBy('askedAt').orderBy('id').execute()
  let ids = 0
  const form = (number: string) => {
    ids += 1
    return { number, version: null, requestId: `between ${ids}`, mailsBuyer: true }
  }
  const refund = (number: string, wanted: Partial<Parameters<typeof requestRefund>[2]['wanted']>) =>
    requestRefund(shop().ctx, owner(), {
      ...form(number),
      wanted: { ...nothing, ...wanted },
      insteadOf: null,
      returnId: null,
      note: null,
    })
  const other = (number: string, amount: number) => refund(number, { other: amount, reason: '傷' })
  const cancel = (number: string) => cancelOrder(shop().ctx, owner(), { ...form(number), reason: '' })
  const settle = (number: string, how: Settlement) =>
    settleOrder(shop().ctx, owner(), { ...form(number), how, note: '' })

  test('N21: a second payment given back leaves a first one that does not fit to be settled', async () => {
    const { first, second } = await openTwoPaymentPages(shop())
    provider().faults.events({ kind: 'wrong_amount', amount: 2000 })
    await provider().pay(second.sessionId)
    await provider().settled()
    provider().faults.clear()
    await provider().pay(first.sessionId)
    await provider().settled()
    const order = async () => db().selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    const { orderNumber } = await order()
    expect((await moneySheet(db(), orderNumber))?.review?.ends).toEqual(['second-given-back', 'given-back'])
    expect(await settle(orderNumber, 'second-given-back')).toMatchObject({ ok: true })
    expect(await order()).toMatchObject({ state: 'needs_review', reviewReason: 'amount', settledAt: null })
    expect((await moneySheet(db(), orderNumber))?.review?.ends).toEqual(['accepted', 'given-back'])
    expect(await settle(orderNumber, 'accepted')).toMatchObject({ ok: true })
    expect(await order()).toMatchObject({ state: 'paid', acceptedAmount: 2000 })
    expect(await runOrders(shop(), 'ship', orderNumber)).toMatchObject({ exitCode: 0 })
  })

  test('N18: an order whose payment is not kept yet is not told to be given back already', async () => {
    const { order } = await placePaidOrder(shop())
    await db().deleteFrom('payment').execute()
    expect(await cancel(order.orderNumber)).toEqual({ ok: false, error: 'no-payment' })
    expect(await mailKinds(db())).toEqual(['order_confirmation', 'owner_paid'])
  })

  test('N21: money of the other mode is not asked back of the provider by cancelling', async () => {
    provider().faults.events({ kind: 'wrong_livemode' })
    const { order } = await placePaidOrder(shop())
    expect(await cancel(order.orderNumber)).toEqual({ ok: false, error: 'other-mode' })
    expect(await settle(order.orderNumber, 'practice')).toMatchObject({ ok: true })
    expect(await cancel(order.orderNumber)).toEqual({ ok: false, error: 'other-mode' })
    expect(await refundRows()).toEqual([])
  })

  test('N19: a refund that failed is given back by bank once, also by another form', async () => {
    const { order } = await placePaidOrder(shop())
    await other(order.orderNumber, 600)
    await provider().settled()
    const [row] = await refundRows()
    await provider().changeRefund(row?.providerId ?? '', 'failed')
    await provider().settled()
    const transfer = () =>
      recordTransfer(shop().ctx, owner(), {
        ...form(order.orderNumber),
        refundId: row?.id ?? '',
        sentAt: shop().ctx.now(),
        note: '',
      })
    expect(await transfer()).toMatchObject({ ok: true })
    expect(await transfer()).toEqual({ ok: false, error: 'no-failed-refund' })
    const wanted = { ...nothing, other: 600, reason: '傷' }
    const again = { wanted, insteadOf: row?.id ?? '', returnId: null, note: null }
    for (const [parts, error] of [
      [again, 'no-failed-refund'],
      [{ ...again, insteadOf: 'of another order' }, 'no-failed-refund'],
      [{ ...again, insteadOf: null, returnId: 'of another order' }, 'no-return'],
    ] as const)
      expect(await requestRefund(shop().ctx, owner(), { ...form(order.orderNumber), ...parts })).toEqual({
        ok: false,
        error,
      })
    expect((await moneySheet(db(), order.orderNumber))?.left).toBe(2000)
  })

  test('N156: a second attempt that failed as well is owed in place of the first, and the money goes back once', async () => {
    const { order } = await placePaidOrder(shop())
    const fail = async () => {
      await provider().settled()
      const last = (await refundRows()).find(({ state }) => state === 'succeeded')
      await provider().changeRefund(last?.providerId ?? '', 'failed')
      await provider().settled()
    }
    const wanted = { ...nothing, other: 600, reason: '傷' }
    const attempt = (insteadOf: string | null) =>
      requestRefund(shop().ctx, owner(), {
        ...form(order.orderNumber),
        ...{ wanted, insteadOf, returnId: null, note: null },
      })
    const owed = async () =>
      (await moneySheet(db(), order.orderNumber))?.refunds.flatMap(({ id, isOpen }) => (isOpen ? id : []))
    await attempt(null)
    await fail()
    const [first = ''] = (await owed()) ?? []
    await attempt(first)
    await fail()
    const [second = '', ...more] = (await owed()) ?? []
    expect([second === first, more]).toEqual([false, []])
    expect(notGivenBack(await moneyOfOrder(db(), order.id))).toBe(600)
    expect(await attempt(first)).toEqual({ ok: false, error: 'no-failed-refund' })
    // So is one that was called off.
    await attempt(second)
    await provider().settled()
    const third = (await refundRows()).find(({ state }) => state === 'succeeded')
    await provider().changeRefund(third?.providerId ?? '', 'canceled')
    await provider().settled()
    expect(await owed()).toEqual([third?.id])
    expect(notGivenBack(await moneyOfOrder(db(), order.id))).toBe(600)
    expect(await attempt(third?.id ?? '')).toMatchObject({ ok: true })
    await provider().settled()
    expect(await owed()).toEqual([])
    expect(notGivenBack(await moneyOfOrder(db(), order.id))).toBe(0)
    for (const id of [first, second])
      expect(await attempt(id)).toEqual({ ok: false, error: 'no-failed-refund' })
    expect((await moneySheet(db(), order.orderNumber))?.left).toBe(2000)
  })

  test.each([
    [
      'at the provider’s own screen',
      (sessionId: string, amount: number) => provider().refund(sessionId, { amount }),
    ],
    [
      'with a lost dispute',
      async (sessionId: string) => provider().changeDispute(await provider().dispute(sessionId), 'lost'),
    ],
  ])('N156: where all of it went back %s, nothing that failed is owed beside it', async (_, give) => {
    const { order, sessionId } = await placePaidOrder(shop())
    await other(order.orderNumber, 600)
    await provider().settled()
    const [row] = await refundRows()
    await provider().changeRefund(row?.providerId ?? '', 'failed')
    await provider().settled()
    const owed = async () =>
      (await moneySheet(db(), order.orderNumber))?.refunds.flatMap(({ id, isOpen }) => (isOpen ? id : []))
    expect(await owed()).toEqual([row?.id])
    await give(sessionId, order.total)
    await provider().settled()
    expect((await moneySheet(db(), order.orderNumber))?.left).toBe(0)
    expect(await owed()).toEqual([])
    expect(notGivenBack(await moneyOfOrder(db(), order.id))).toBe(0)
  })

  test('M11: events of our own refund, repeated 50 times, before our answer and reversed, end as one', async () => {
    const { order } = await placePaidOrder(shop())
    provider().faults.events({ kind: 'repeat', copies: 50 })
    provider().faults.calls({ kind: 'cut' }, { only: 'refund' })
    await other(order.orderNumber, 600)
    await provider().settled()
    provider().faults.events({ kind: 'hold' }, { times: 9 })
    const [row] = await refundRows()
    await provider().changeRefund(row?.providerId ?? '', 'failed')
    await provider().releaseHeld({ reversed: true })
    await provider().settled()
    await compareRefunds(shop().ctx, never)
    await shop().advance(2 * 60_000)
    await askAgain(shop().ctx, never)
    expect(await refundRows()).toMatchObject([{ amount: 600, state: 'failed', via: 'provider' }])
    expect((await mailKinds(db())).filter((kind) => kind.includes('refund'))).toEqual([
      'order_refunded',
      'owner_refund',
    ])
  })

  test.each(['a refund', 'a dispute'])(
    'N18: a form that showed the money before %s came is told, and gives back nothing',
    async (what) => {
      const { order, sessionId } = await placePaidOrder(shop())
      const { number, version = -1 } = (await moneySheet(db(), order.orderNumber)) ?? { number: '' }
      const made =
        what === 'a refund' ? provider().refund(sessionId, { amount: 600 }) : provider().dispute(sessionId)
      await made
      await provider().settled()
      const sent = { ...form(number), version, reason: '' }
      expect(await cancelOrder(shop().ctx, owner(), sent)).toEqual({ ok: false, error: 'stale' })
      expect((await refundRows()).filter(({ via }) => via !== 'outside')).toEqual([])
    },
  )

  /** The same numbers each time, from 0 to `below`. */
  const numbersFrom = (seed: number) => {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * below)
    }
  }

  test.each([1, 3, 5, 7])(
    'I1, I3, I6: acts and events at once never give back too much (order of %i)',
    async (seed) => {
      const { order, sessionId } = await placePaidOrder(shop(), [
        ['F-330', 2],
        ['F-1100', 2],
      ])
      const number = order.orderNumber
      const next = numbersFrom(seed)
      const acts = [
        () => other(number, 1 + next(order.total)),
        () => refund(number, { lines: [{ position: next(2), units: 1 + next(2) }] }),
        () => refund(number, { shipping: 1 + next(order.shipping) }),
        () => cancel(number),
        () => runOrders(shop(), 'ship', number),
        () => askAgain(shop().ctx, never),
        async () => {
          const [kept] = await paymentsOfOrder(db(), order.id)
          const sum = 1 + next(Math.max(1, Math.floor((kept ? leftOf(kept) : 1) / 3)))
          await provider()
            .refund(sessionId, { amount: sum })
            .catch(() => undefined)
        },
        async () => {
          const made = (await refundRows()).find(({ state }) => state === 'succeeded')
          if (made?.providerId) await provider().changeRefund(made.providerId, 'failed')
        },
      ]
      provider().faults.calls({ kind: 'cut' }, { only: 'refund', times: next(3) })
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(Array.from({ length: 4 }, () => acts[next(acts.length)]?.()))
        await shop().advance(2 * 60_000)
      }
      provider().faults.clear()
      await provider().settled()
      await askAgain(shop().ctx, never)
      await compareRefunds(shop().ctx, never)
      const payments = await paymentsOfOrder(db(), order.id)
      const refunds = payments.flatMap((payment) => payment.refunds)
      const counted = refunds.filter(({ state }) => state !== 'failed' && state !== 'canceled')
      expect(counted.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total - leftOfAll(payments))
      expect(refunds.filter(({ state }) => state === 'asked')).toEqual([])
      const ours = counted.map(({ providerId }) => providerId).sort()
      const theirs = (await shop().ctx.gateway.refundsOf(order.paymentIntent ?? ''))
        .filter(({ state }) => state === 'succeeded')
        .map(({ id }) => id)
      expect(ours).toEqual(theirs.sort())
      const parts = partsGivenBack(
        payments,
        await storedRefundParts(
          db(),
          refunds.map(({ id }) => id),
        ),
      )
      for (const position of [0, 1]) {
        const units = parts.filter((part) => part.position === position)
        expect(units.reduce((sum, part) => sum + part.units, 0)).toBeLessThanOrEqual(2)
      }
      const [{ shippedAt, cancelledAt } = { shippedAt: null, cancelledAt: null }] = await ordersOf(db())
      expect(shippedAt !== null && cancelledAt !== null).toBe(false)
    },
  )
})
