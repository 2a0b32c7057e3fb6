import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { orderForTests, orderLineForTests } from '../../../tests/support/order-for-tests.ts'
import { noMoney, type OrderMoney } from './money.rules.ts'
import {
  addressee,
  orderNumberFrom,
  orderNumberTyped,
  orderView,
  pageToPay,
  paymentStatusOf,
} from './rules.ts'
import type { Order, OrderState } from './types.ts'

const states: OrderState[] = ['pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired']

test('S13: what is told of each state', () => {
  expect(states.map(paymentStatusOf)).toEqual(['unpaid', 'waiting', 'paid', 'waiting', 'unpaid', 'unpaid'])
})

test('whoever gave no name is addressed all the same', () => {
  expect([addressee('山田 花子'), addressee(null), addressee('')]).toEqual([
    '山田 花子 様',
    'お客様',
    'お客様',
  ])
})

test('P27: the page of an order says the colour that was ordered', () => {
  const order = orderForTests({ lines: [orderLineForTests({ description: '【藍】綿100％' })] })
  expect(orderView(order, noMoney, shopSettings).lines).toMatchObject([
    { number: 'F-1', name: '麻の葉【藍】' },
  ])
})

test('the day of a cancelling is that of its press, or of the refund that gave back the last of the money', () => {
  const refund = (amount: number, askedAt: number) => ({ amount, askedAt, state: 'pending' as const })
  const cancelledAt = (order: Partial<Order>, refunds: OrderMoney['refunds'] = []) =>
    orderView(orderForTests(order), { ...noMoney, paid: 3000, refunds }, shopSettings).cancelledAt
  expect(cancelledAt({})).toBeNull()
  expect(cancelledAt({ cancelledAt: 5 }, [refund(3000, 6)])).toBe(5)
  expect(cancelledAt({}, [refund(1000, 6), refund(2000, 7)])).toBe(7)
  expect(cancelledAt({}, [refund(1000, 6)])).toBeNull()
})

test('S23: a page shows of an order what its buyer needs, and nothing of the payment or of her browser', () => {
  const shown = orderView(orderForTests(), noMoney, shopSettings)
  expect(Object.keys(shown).sort().join(' ')).toBe(
    'accepted address arrival buyer cancelledAt createdAt exchangeDifference issuer lines number paidAt parcels practice recipient returnAddress shippedAt shipping standing state subtotal taxIncluded total',
  )
  expect(
    Object.keys(shown.lines[0] ?? {})
      .sort()
      .join(' '),
  ).toBe(
    'amount arrived awaited free name notShipped number orderedAs picture position quantity type unitPrice',
  )
  expect(JSON.stringify(shown)).not.toMatch(/hanako@|81312345678|cs_test|pi_1|browser-of|token/)
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

test('K31: an order leads to its payment page while that can be paid, and no other cart took its place', () => {
  const order = orderForTests({
    state: 'pending',
    openKey: 'k',
    sessionUrl: 'https://pay.example/1',
    sessionExpiresAt: 10,
  })
  expect(pageToPay(order, 9)).toBe('https://pay.example/1')
  expect(pageToPay(order, 10)).toBeNull()
  expect(pageToPay({ ...order, openKey: null }, 9)).toBeNull()
  expect(pageToPay({ ...order, state: 'expired' }, 9)).toBeNull()
})
