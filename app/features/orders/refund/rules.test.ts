import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptPayment } from '~/features/orders/payment/types.ts'
import { taxInside, yen } from '~/kernel/money.ts'
import { orderLineForTests } from '../../../../tests/support/order-for-tests.ts'
import type { RefundPart } from './rules.ts'
import {
  allParts,
  attemptsOf,
  cancelRefusal,
  leftOf,
  type NewPart,
  owedOf,
  partsLeft,
  paymentFor,
  refundParts,
  sumTyped,
  taxOfRefund,
  totalOf,
  totalTyped,
  unitsTyped,
} from './rules.ts'

const count = (max: number) => fc.integer({ min: 0, max })

const anOrder = fc
  .record({
    lines: fc.array(fc.record({ unitPrice: count(3000), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    shipping: fc.constantFrom(0, 400, 880),
  })
  .map(({ lines, shipping }) => ({
    shipping: yen(shipping),
    lines: lines.map(({ unitPrice, quantity }) =>
      orderLineForTests({ unitPrice: yen(unitPrice), quantity, amount: yen(unitPrice * quantity) }),
    ),
  }))

const totalOfOrder = ({ lines, shipping }: { lines: readonly { amount: number }[]; shipping: number }) =>
  lines.reduce((sum, { amount }) => sum + amount, shipping)

const wantedOf = (lines: number) =>
  fc.record({
    lines: fc.array(fc.integer({ min: -1, max: 10 }), { minLength: lines, maxLength: lines }),
    shipping: fc.constantFrom(0, 0, 100, 400, 880, -1, Number.NaN),
    other: fc.constantFrom(0, 0, 500, 99_999, 1.5),
    reason: fc.constantFrom('', '傷'),
  })

const anOrderWithRefunds = anOrder.chain((order) =>
  fc.tuple(fc.constant(order), fc.array(wantedOf(order.lines.length), { maxLength: 8 })),
)

/** Asks for one after the other, and gives what was taken. */
const askAll = ([order, all]: readonly [
  Parameters<typeof partsLeft>[0],
  readonly { lines: readonly number[]; shipping: number; other: number; reason: string }[],
]) => {
  const taken: NewPart[] = []
  let left = totalOfOrder(order)
  for (const { lines, ...rest } of all) {
    const wanted = { ...rest, lines: lines.map((units, position) => ({ position, units })) }
    const parts = refundParts(order.lines, partsLeft(order, taken), wanted, left)
    if (!parts.ok) continue
    taken.push(...parts.value)
    left -= totalOf(parts.value)
  }
  return { taken, left }
}

test('I1, I3: whatever is asked for, no line, no shipping and no money goes back twice, and free products stay 0', () => {
  fc.assert(
    fc.property(anOrderWithRefunds, ([order, all]) => {
      const { taken, left } = askAll([order, all])
      expect(left).toBeGreaterThanOrEqual(0)
      expect(totalOf(taken)).toBe(totalOfOrder(order) - left)
      for (const [at, { quantity, unitPrice }] of order.lines.entries()) {
        const own = taken.filter(({ position }) => position === at)
        const units = own.reduce((sum, part) => sum + part.units, 0)
        expect(units).toBeLessThanOrEqual(quantity)
        expect(totalOf(own)).toBe(unitPrice * units)
      }
      expect(totalOf(taken.filter(({ part }) => part === 'shipping'))).toBeLessThanOrEqual(order.shipping)
      expect(
        taken.every(({ amount }) => amount > 0 || order.lines.some(({ unitPrice }) => unitPrice === 0)),
      ).toBe(true)
    }),
  )
})

test('I7: what goes back of a line is what it was sold for, whatever went back before', () => {
  fc.assert(
    fc.property(anOrderWithRefunds, ([order, all]) => {
      const { taken, left } = askAll([order, all])
      const { units } = partsLeft(order, taken)
      for (const [position, line] of order.lines.entries()) {
        const wanted = { lines: [{ position, units: 1 }], shipping: 0, other: 0, reason: '' }
        const parts = refundParts(order.lines, partsLeft(order, taken), wanted, left)
        if ((units[position] ?? 0) > 0 && line.unitPrice > 0 && line.unitPrice <= left)
          expect(parts.ok && totalOf(parts.value)).toBe(line.unitPrice)
        else expect(parts.ok).toBe(false)
      }
    }),
  )
})

test('I3: the parts of all that is left come to what is left', () => {
  fc.assert(
    fc.property(anOrderWithRefunds, count(500), ([order, all], less) => {
      const { taken, left } = askAll([order, all])
      const rest = Math.max(0, left - less)
      expect(totalOf(allParts(order, taken, rest))).toBe(rest)
    }),
  )
})

const aPayment = (
  amount: number,
  refunds: readonly { amount: number; state: string; tax: number | null }[],
) =>
  ({
    paymentIntent: 'pi',
    sessionId: 'cs',
    amount,
    currency: 'jpy',
    livemode: 0,
    receivedAt: 0,
    role: 'first',
    disputes: [],
    refunds: refunds.map((refund, at) => ({
      ...refund,
      state: refund.state === 'failed' ? 'failed' : 'succeeded',
      id: String(at),
      via: 'provider',
      reason: null,
      note: null,
      insteadOf: null,
      failureReason: null,
      pendingReason: null,
      askedAt: at,
      settledAt: null,
      droppedAt: null,
      forgoneBecause: null,
      providerId: null,
    })),
  }) satisfies KeptPayment

test('N4: however a payment goes back, the taxes of its parts come to its own, also with parts that failed between', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999 }),
      fc.array(fc.record({ share: fc.integer({ min: 1, max: 90 }), fails: fc.boolean() }), { maxLength: 6 }),
      (amount, shares) => {
        const refunds: { amount: number; state: string; tax: number | null }[] = []
        const add = (sum: number, state: string) => {
          if (sum < 1) return
          refunds.push({ amount: sum, state, tax: taxOfRefund(aPayment(amount, refunds), sum) })
        }
        for (const { share, fails } of shares)
          add(Math.floor((leftOf(aPayment(amount, refunds)) * share) / 100), fails ? 'failed' : 'succeeded')
        add(leftOf(aPayment(amount, refunds)), 'succeeded')
        const taxes = refunds.filter(({ state }) => state !== 'failed').map(({ tax }) => Number(tax))
        expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxInside(yen(amount)))
        expect(Math.min(...taxes)).toBeGreaterThanOrEqual(0)
        expect(leftOf(aPayment(amount, refunds))).toBe(0)
      },
    ),
  )
})

test('I4: a part goes back to the first payment with so much left that nobody disputes', () => {
  const dispute = (status: string) => ({ amount: 1000, status, dueBy: null })
  const first = aPayment(1000, [])
  const second = { ...aPayment(1000, []), paymentIntent: 'pi_2', role: 'second' as const }
  expect(paymentFor([first, second], 1000)).toMatchObject({ ok: true, value: { paymentIntent: 'pi' } })
  const open = { ...first, disputes: [dispute('needs_response')] }
  expect(paymentFor([open, second], 1)).toMatchObject({ ok: true, value: { paymentIntent: 'pi_2' } })
  expect(paymentFor([open], 1)).toEqual({ ok: false, error: 'disputed' })
  const question = { ...first, disputes: [dispute('warning_needs_response')] }
  expect(paymentFor([question], 1)).toMatchObject({ ok: true })
  expect(paymentFor([{ ...first, disputes: [dispute('lost')] }], 1)).toEqual({ ok: false, error: 'too-much' })
  expect(paymentFor([{ ...first, currency: 'usd' }], 1)).toEqual({ ok: false, error: 'currency' })
  expect(paymentFor([], 1)).toEqual({ ok: false, error: 'too-much' })
})

test.each([
  [{ reviewReason: null, state: 'paid', shippedAt: null, cancelledAt: null }, undefined],
  [{ reviewReason: null, state: 'needs_review', shippedAt: null, cancelledAt: null }, undefined],
  [{ reviewReason: null, state: 'paid', shippedAt: 1, cancelledAt: null }, 'shipped'],
  [{ reviewReason: null, state: 'paid', shippedAt: null, cancelledAt: 1 }, 'cancelled'],
  [{ reviewReason: null, state: 'awaiting_payment', shippedAt: null, cancelledAt: null }, 'unpaid'],
  [{ reviewReason: null, state: 'pending', shippedAt: null, cancelledAt: null }, 'unpaid'],
  [{ state: 'needs_review', reviewReason: 'amount', shippedAt: null, cancelledAt: null }, undefined],
  [{ state: 'needs_review', reviewReason: 'livemode', shippedAt: null, cancelledAt: null }, 'other-mode'],
  [{ state: 'paid', reviewReason: 'livemode', shippedAt: null, cancelledAt: null }, undefined],
] as const)('N18: whether %j can be cancelled', (order, refusal) => {
  expect(cancelRefusal(order)).toBe(refusal)
})

test('N74: what is typed for a sum or a count is read as people write it, and nothing else is one', () => {
  for (const text of ['1100', '１１００', '1,100', ' 1,100円', '1100 円', '￥1,100', ' ¥ 1100'])
    expect(sumTyped(text)).toBe(1100)
  for (const text of ['1100', '１１００', ' 1100枚', '1100 点']) expect(unitsTyped(text)).toBe(1100)
  expect([sumTyped(''), unitsTyped('')]).toEqual([0, 0])
  const neither = [
    '-1',
    '1.5',
    '1e3',
    '百',
    '999999999',
    '0x1',
    '$10',
    '＄10',
    '1100¥',
    '66O',
    '4円00',
    '1 100',
  ]
  for (const text of [...neither, '5点']) expect(sumTyped(text)).toBeNaN()
  for (const text of [...neither, '￥5点', '5円', '1,100']) expect(unitsTyped(text)).toBeNaN()
  const lines = [{ unitPrice: 300 }, { unitPrice: 50 }]
  expect(totalTyped(lines, { 'units-0': '2', 'units-1': '', shipping: '400', other: '' })).toBe(1000)
  expect(totalTyped(lines, { 'units-0': 'x' })).toBe(null)
})

test('I3: parts of refunds that failed are free again', () => {
  const part = (refundId: string): RefundPart => ({
    refundId,
    part: 'lines',
    position: 0,
    units: 1,
    amount: 1300,
  })
  const order = { lines: [orderLineForTests()], shipping: yen(0) }
  expect(partsLeft(order, [part('a')]).units).toEqual([1])
  expect(partsLeft(order, []).units).toEqual([2])
})

test('I1: what a bank takes beside what was refunded before leaves nothing, never less', () => {
  const money = {
    amount: 2600,
    refunds: [],
    disputes: [
      { amount: 2600, status: 'lost', dueBy: null },
      { amount: 1000, status: 'lost', dueBy: null },
    ],
  }
  expect(leftOf(money)).toBe(0)
})

test('N156: what was tried in a refund’s place is found on any payment, however often it failed; the last of it is owed', () => {
  const [one, two] = [
    aPayment(1_000, [
      { amount: 300, state: 'failed', tax: null },
      { amount: 300, state: 'failed', tax: null },
    ]),
    aPayment(1_000, [{ amount: 300, state: 'failed', tax: null }]),
  ]
  const named = (payment: typeof one, ...names: readonly (readonly [string, string | null])[]) => ({
    ...payment,
    refunds: payment.refunds.map((refund, at) => {
      const [id = '', insteadOf = null] = names[at] ?? []
      return { ...refund, id, insteadOf }
    }),
  })
  const payments = [named(one, ['third', 'second'], ['first', null]), named(two, ['second', 'first'])]
  const ids = (id: string) => attemptsOf(payments, id).map((each) => each.id)
  expect(ids('first')).toEqual(['first', 'second', 'third'])
  expect(ids('third')).toEqual(['third'])
  expect(owedOf(payments)).toEqual(['third'])
})
