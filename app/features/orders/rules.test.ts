import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderNumberFrom, orderNumberTyped } from './order-number.rules.ts'
import { judge, type OrderState, type OrderToJudge, paymentStatusOf, type SessionReport } from './rules.ts'

const order: OrderToJudge = {
  id: 'order-1',
  state: 'pending',
  total: 3000,
  currency: 'jpy',
  sessionId: 'cs_1',
  paymentIntent: null,
}
const report: SessionReport = {
  sessionId: 'cs_1',
  orderId: 'order-1',
  status: 'complete',
  paymentStatus: 'paid',
  amountTotal: 3000,
  currency: 'jpy',
  livemode: false,
  paymentIntent: 'pi_1',
  url: null,
  createdAt: 0,
  customer: { name: null, email: null, phone: null, address: null },
}
const expected = { paymentFailed: false, livemode: false }
const states: OrderState[] = ['pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired']
const anyState = fc.constantFrom(...states)
const anyReport = fc.record({
  sessionId: fc.constantFrom('cs_1', 'cs_2'),
  orderId: fc.constantFrom('order-1', 'order-2', null),
  status: fc.constantFrom('open' as const, 'complete' as const, 'expired' as const),
  paymentStatus: fc.constantFrom('paid' as const, 'unpaid' as const, 'no_payment_required' as const),
  amountTotal: fc.constantFrom(3000, 1, null),
  currency: fc.constantFrom('jpy', 'usd', null),
  livemode: fc.boolean(),
})

describe('S8: what a report does to an order', () => {
  test.each<[OrderState, Partial<SessionReport>, string]>([
    ['pending', {}, 'paid'],
    ['awaiting_payment', {}, 'paid'],
    ['expired', {}, 'paid'],
    ['failed', {}, 'paid'],
    ['pending', { paymentStatus: 'unpaid' }, 'awaiting_payment'],
    ['pending', { status: 'expired', paymentStatus: 'unpaid' }, 'expired'],
    ['paid', { status: 'expired', paymentStatus: 'unpaid' }, 'too late'],
    ['paid', {}, 'too late'],
    ['paid', { sessionId: 'cs_2' }, 'paid-twice'],
    ['needs_review', {}, 'too late'],
    ['needs_review', { sessionId: 'cs_2' }, 'paid-twice'],
    ['pending', { amountTotal: 300_000 }, 'amount'],
    ['pending', { amountTotal: null }, 'amount'],
    ['pending', { currency: 'usd' }, 'currency'],
    ['pending', { livemode: true }, 'livemode'],
    ['pending', { orderId: 'order-2' }, 'other-order'],
    ['pending', { orderId: null }, 'other-order'],
    ['pending', { status: 'open', paymentStatus: 'unpaid' }, 'no news'],
    ['pending', { status: 'open', paymentStatus: 'no_payment_required' }, 'no news'],
    ['pending', { status: 'open', paymentStatus: 'paid' }, 'no news'],
    ['pending', { status: 'expired', paymentStatus: 'no_payment_required' }, 'expired'],
    ['pending', { paymentStatus: 'no_payment_required' }, 'paid'],
    ['pending', { paymentStatus: 'no_payment_required', amountTotal: 0 }, 'amount'],
    ['pending', { sessionId: 'cs_2', status: 'expired', paymentStatus: 'unpaid' }, 'no news'],
  ])('%s with %o: %s', (state, changes, outcome) => {
    const verdict = judge({ ...order, state }, { ...report, ...changes }, expected)
    const said = { move: 'to', review: 'reason', nothing: 'why' } as const
    expect(Reflect.get(verdict, said[verdict.kind])).toBe(outcome)
  })

  test('money is never dropped: a paid session leaves its order paid or in review', () => {
    fc.assert(
      fc.property(anyState, anyReport, fc.boolean(), (state, parts, paymentFailed) => {
        const news = { ...report, ...parts, status: 'complete' as const, paymentStatus: 'paid' as const }
        const verdict = judge({ ...order, state }, news, { ...expected, paymentFailed })
        if (verdict.kind === 'nothing') expect(['paid', 'needs_review']).toContain(state)
        else expect(verdict.kind === 'review' || verdict.to === 'paid').toBe(true)
      }),
    )
  })

  test('only what fits is paid, and nothing leaves paid or needs_review', () => {
    fc.assert(
      fc.property(anyState, anyReport, fc.boolean(), (state, parts, paymentFailed) => {
        const verdict = judge({ ...order, state }, { ...report, ...parts }, { ...expected, paymentFailed })
        if (verdict.kind !== 'move') return
        expect(['paid', 'needs_review']).not.toContain(state)
        if (verdict.to === 'paid')
          expect(parts).toMatchObject({
            orderId: 'order-1',
            amountTotal: 3000,
            currency: 'jpy',
            livemode: false,
          })
      }),
    )
  })
})

test('S13: what is told of each state', () => {
  expect(states.map(paymentStatusOf)).toEqual(['unpaid', 'waiting', 'paid', 'waiting', 'unpaid', 'unpaid'])
})

test('order numbers are short, without signs that are mistaken, and forgive how they are typed', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.array(random, { minLength: 8, maxLength: 8 }), (randoms) => {
      const number = orderNumberFrom(randoms)
      expect(number).toMatch(/^[2-9A-HJ-NP-RT-Y]{4}-[2-9A-HJ-NP-RT-Y]{4}$/)
      expect(orderNumberTyped(` ${number.toLowerCase().replace('-', '')} `)).toBe(number)
    }),
  )
  expect(orderNumberTyped('ｋ７ｐ４－９ｗｘｄ')).toBe('K7P4-9WXD')
})
