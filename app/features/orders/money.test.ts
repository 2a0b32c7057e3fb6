import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { ordersForOwner } from './list.queries.server.ts'
import { disputePhase, givenBack, isGivenBack, noMoney, type OrderMoney } from './money.rules.ts'

const refundStates = ['asked', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
const disputeStatuses = ['warning_needs_response', 'needs_response', 'won', 'lost', 'of_tomorrow'] as const

const amount = fc.integer({ min: 1, max: 3000 })
const moneyOf = (paid: fc.Arbitrary<number>): fc.Arbitrary<OrderMoney> =>
  fc.record({
    paid,
    refunds: fc.array(
      fc.record({ amount, askedAt: fc.constant(1), state: fc.constantFrom(...refundStates) }),
      { maxLength: 3 },
    ),
    disputes: fc.array(
      fc.record({ amount, status: fc.constantFrom(...disputeStatuses), dueBy: fc.constant(null) }),
      { maxLength: 2 },
    ),
    returns: fc.constant([]),
  })

test.each([
  ['warning_needs_response', 'question'],
  ['warning_under_review', 'question'],
  ['warning_closed', 'over'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'over'],
  ['prevented', 'over'],
  ['lost', 'lost'],
  ['a word of tomorrow', 'open'],
] as const)('M11: a dispute that is %s is %s', (status, phase) => {
  expect(disputePhase(status)).toBe(phase)
})

test('M11: of an order without a kept payment nothing was given back, and more never makes it less', () => {
  fc.assert(fc.property(moneyOf(fc.constant(0)), (money) => !isGivenBack(money)))
  fc.assert(
    fc.property(moneyOf(amount), (money) => {
      expect(isGivenBack(money)).toBe(givenBack(money) >= money.paid)
      expect(isGivenBack({ ...money, paid: givenBack(money) + 1 })).toBe(false)
      const more = {
        ...money,
        refunds: [...money.refunds, { amount: money.paid, askedAt: 1, state: 'pending' as const }],
      }
      expect(isGivenBack(more)).toBe(true)
    }),
  )
})

const addOrder = async (db: Kysely<Schema>, id: string, { paid, refunds, disputes }: OrderMoney) => {
  await db.insertInto('orders').values(orderRowForTests(id)).execute()
  if (paid === 0) return
  const payment = { orderId: id, sessionId: id, currency: 'jpy', livemode: 0, receivedAt: 1 }
  await db
    .insertInto('payment')
    .values({ ...payment, paymentIntent: `pi ${id}`, amount: paid, role: 'first' })
    .execute()
  const asOf = 1
  for (const [at, refund] of refunds.entries())
    await db
      .insertInto('refund')
      .values({ ...refund, id: `re ${id} ${at}`, paymentIntent: `pi ${id}`, asOf })
      .execute()
  for (const [at, dispute] of disputes.entries())
    await db
      .insertInto('dispute')
      .values({ ...dispute, id: `du ${id} ${at}`, paymentIntent: `pi ${id}`, reason: '', openedAt: 1, asOf })
      .execute()
}

onBothEngines("the owner's list", (open) => {
  test('M11, S7: it puts last what the rule calls given back, and tells the money of each as it is', async () => {
    const { db } = await open()
    const all = fc.sample(moneyOf(fc.integer({ min: 0, max: 4000 })), { numRuns: 60, seed: 18 })
    for (const [at, money] of all.entries()) await addOrder(db, `order ${at}`, money)
    const { orders } = await ordersForOwner(db, 100)
    const isLast = orders.map(({ money }) => isGivenBack(money))
    expect(new Set(isLast)).toEqual(new Set([false, true]))
    expect(isLast).toEqual(isLast.toSorted((a, b) => Number(a) - Number(b)))
    for (const { id, money } of orders) {
      const put = all[Number(id.slice('order '.length))]
      expect(money).toEqual(put?.paid === 0 ? noMoney : put)
    }
  })
})
