import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderState } from '~/features/orders/types.ts'
import { closedPage, isPaymentPage, type OrderToPay, transitionOf } from './rules.ts'
import type { SessionReport } from './types.ts'

const order: OrderToPay = {
  id: 'order-1',
  state: 'pending',
  total: 3000,
  currency: 'jpy',
  sessionId: 'cs_1',
}
const report: SessionReport = {
  sessionId: 'cs_1',
  orderId: 'order-1',
  shopId: null,
  returnsTo: null,
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
    const transition = transitionOf({ ...order, state }, { ...report, ...changes }, expected)
    const said = { move: 'to', review: 'reason', nothing: 'why' } as const
    expect(Reflect.get(transition, said[transition.kind])).toBe(outcome)
  })

  test('money is never dropped: a paid session leaves its order paid or in review', () => {
    fc.assert(
      fc.property(anyState, anyReport, fc.boolean(), (state, parts, paymentFailed) => {
        const news = { ...report, ...parts, status: 'complete' as const, paymentStatus: 'paid' as const }
        const transition = transitionOf({ ...order, state }, news, { ...expected, paymentFailed })
        if (transition.kind === 'nothing') expect(['paid', 'needs_review']).toContain(state)
        else expect(transition.kind === 'review' || transition.to === 'paid').toBe(true)
      }),
    )
  })

  test('only what fits is paid, and nothing leaves paid or needs_review', () => {
    fc.assert(
      fc.property(anyState, anyReport, fc.boolean(), (state, parts, paymentFailed) => {
        const transition = transitionOf(
          { ...order, state },
          { ...report, ...parts },
          { ...expected, paymentFailed },
        )
        if (transition.kind !== 'move') return
        expect(['paid', 'needs_review']).not.toContain(state)
        if (transition.to === 'paid')
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

const own = ['https://shop.example', 'http://localhost:3000']

test.each([
  'https://checkout.stripe.com/c/pay/cs_live_1#x',
  'https://shop.example/practice/pay/cs_test_1',
  'http://localhost:3000/success?session_id=cs_test_1',
])('S10: %s is followed', (address) => {
  expect(isPaymentPage(address, own)).toBe(true)
})

test.each([
  'https://evil.example/pay',
  'http://checkout.stripe.com/c/pay/1',
  'https://checkout.stripe.com.evil.example/',
  'https://evil.example/checkout.stripe.com',
  'https://checkout.stripe.com:8443/',
  'https://checkout.stripe.com@evil.example/',
  'https://user:pass@checkout.stripe.com/',
  'https://user@shop.example/',
  'http://shop.example/practice/pay/1',
  'https://shop.example:8443/',
  'https://xn--checkout-stripe-com.example/',
  '//evil.example/',
  '/practice/pay/1',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/1',
  '',
  'x'.repeat(10_000),
])('S10: %s is not', (address) => {
  expect(isPaymentPage(address, own)).toBe(false)
})

test('S10: an origin that the page does not know admits nothing', () => {
  expect(isPaymentPage('data:text/html,x', [''])).toBe(false)
  expect(isPaymentPage('https://shop.example/', [])).toBe(false)
})

test('S9: an order whose money is there or on its way leads to /success, and to no second page', () => {
  const paidPage = { kind: 'already-paid', sessionId: 'cs_1' }
  for (const state of ['awaiting_payment', 'paid'] as const)
    expect(closedPage({ sessionId: 'cs_1', state })).toEqual(paidPage)
  for (const state of ['needs_review', 'failed', 'expired'] as const)
    expect(closedPage({ sessionId: 'cs_1', state })).toEqual({ kind: 'closed' })
  expect(closedPage({ sessionId: null, state: 'paid' })).toEqual({ kind: 'closed' })
})
