import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CartEffect,
  orderedLinesIn,
  orderOfSession,
  ordersToAskFor,
  ownHolds,
  type PaymentAnswer,
  type PaymentRecord,
  parseRecord,
  type RememberedOrder,
  type RememberedState,
  rememberedOrder,
  transition,
  withLeft,
  withOrder,
} from './payment-record.rules.ts'

const left = (token: string, fields: Partial<RememberedOrder> = {}): RememberedOrder => ({
  token,
  session: null,
  lines: [{ managementNumber: 'F-1', quantity: 2 }],
  state: 'left',
  leftAt: 1,
  ...fields,
})
const none: PaymentRecord = { browser: null, orders: [] }
const recordOf = (...orders: readonly RememberedOrder[]): PaymentRecord => ({ ...none, orders })
const tokens = ({ orders }: PaymentRecord) => orders.map(({ token }) => token)
const states: readonly RememberedState[] = ['left', 'settled', 'paid', 'over']
const answers: readonly PaymentAnswer[] = ['paid', 'waiting', 'open', 'over', 'unsure']

describe('S13: what an answer makes of an order and of the cart', () => {
  const table: Readonly<
    Record<RememberedState, Readonly<Record<PaymentAnswer, readonly [RememberedState, CartEffect]>>>
  > = {
    left: {
      paid: ['paid', 'take-out'],
      waiting: ['settled', 'take-out'],
      open: ['left', 'none'],
      over: ['over', 'none'],
      unsure: ['left', 'none'],
    },
    settled: {
      paid: ['paid', 'none'],
      waiting: ['settled', 'none'],
      open: ['settled', 'none'],
      over: ['over', 'give-back'],
      unsure: ['settled', 'none'],
    },
    paid: {
      paid: ['paid', 'none'],
      waiting: ['paid', 'none'],
      open: ['paid', 'none'],
      over: ['paid', 'none'],
      unsure: ['paid', 'none'],
    },
    over: {
      paid: ['paid', 'take-out'],
      waiting: ['settled', 'take-out'],
      open: ['over', 'none'],
      over: ['over', 'none'],
      unsure: ['over', 'none'],
    },
  }
  const cases = states.flatMap((state) => answers.map((answer) => ({ state, answer })))
  test.each(cases)('$state, and the shop says $answer', ({ state, answer }) => {
    const order = left('a', { state })
    const [next, effect] = table[state][answer]
    expect(transition(order, answer)).toEqual({ order: { ...order, state: next }, effect })
  })

  test('whatever is answered in whatever order, the products are out of the cart once or not at all', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...answers), { maxLength: 12 }), (given) => {
        let order = left('a')
        let out = 0
        for (const answer of given) {
          const done = transition(order, answer)
          order = done.order
          out += done.effect === 'take-out' ? 1 : done.effect === 'give-back' ? -1 : 0
          expect(out).toBe(order.state === 'settled' || order.state === 'paid' ? 1 : 0)
        }
      }),
    )
  })
})

describe('S13: leaving to pay', () => {
  const leaveFor = (record: PaymentRecord, token: string) => withLeft(record, left(token))

  test('the last five are kept, and of older ones those first that have ended', () => {
    let record = recordOf(
      left('a'),
      left('b', { state: 'paid' }),
      left('c'),
      left('d', { state: 'over' }),
      left('e'),
    )
    record = leaveFor(record, 'f')
    expect(tokens(record)).toEqual(['a', 'c', 'd', 'e', 'f'])
    record = leaveFor(leaveFor(record, 'g'), 'h')
    expect(tokens(record)).toEqual(['c', 'e', 'f', 'g', 'h'])
  })

  test('an order whose money is on its way is not forgotten for newer ones', () => {
    const waiting = ['a', 'b', 'c', 'd', 'e'].map((token) => left(token, { state: 'settled' }))
    expect(tokens(leaveFor(recordOf(...waiting), 'f'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(tokens(leaveFor(leaveFor(recordOf(...waiting), 'f'), 'g'))).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  })

  test.each([
    ['left', 'left'],
    ['settled', 'settled'],
    ['paid', 'paid'],
    ['over', 'left'],
  ] as const)('the same order again: what was %s is %s', (before, after) => {
    const record = withLeft(
      recordOf(left('a', { state: before }), left('b')),
      left('a', { leftAt: 2, session: 's' }),
    )
    expect(record.orders).toEqual([left('b'), left('a', { state: after, leftAt: 2, session: 's' })])
  })
})

describe('asking', () => {
  test('goes to the orders whose end is not known, the newest first', () => {
    const record = recordOf(...states.map((state) => left(state, { state })))
    expect(ordersToAskFor(record).map(({ token }) => token)).toEqual(['settled', 'left'])
  })

  test('S14: a session is its order’s letter by letter, and the newest one’s', () => {
    const record = recordOf(left('a', { session: 'cs_1' }), left('b', { session: 'cs_1' }), left('c'))
    expect(orderOfSession(record, 'cs_1')?.token).toBe('b')
    for (const other of ['cs_', 'cs_12', 'CS_1', '']) expect(orderOfSession(record, other)).toBeUndefined()
  })

  test('an order takes its own place, and one that is not there stays out', () => {
    const record = recordOf(left('a'), left('b'))
    const paid = left('a', { state: 'paid' })
    expect(withOrder(record, paid).orders).toEqual([paid, left('b')])
    expect(withOrder(record, left('c'))).toEqual(record)
    expect(rememberedOrder(record, 'b')).toEqual(left('b'))
    expect(rememberedOrder(record, 'c')).toBeUndefined()
  })
})

describe('what storage holds', () => {
  test('comes back as it was kept', () => {
    const order = fc.record({
      token: fc.string({ minLength: 1 }),
      session: fc.option(fc.string({ minLength: 1 })),
      lines: fc.array(
        fc.record({ managementNumber: fc.string(), quantity: fc.integer({ min: 1, max: 99 }) }),
      ),
      state: fc.constantFrom(...states),
      leftAt: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(order), (orders) => {
        const record = { browser: 'b'.repeat(32), orders }
        expect(parseRecord(JSON.stringify(record))).toEqual(record)
      }),
    )
  })

  test.each([
    null,
    '',
    '{',
    '[]',
    '7',
    'null',
    '{"orders":7}',
    '{"browser":"short"}',
    '{"browser":"a b c d e f g h i j"}',
  ])('%s is nothing', (text) => {
    expect(parseRecord(text)).toEqual(none)
  })

  test('of damaged orders only they are left out, and of damaged lines only they', () => {
    const lines = [
      { managementNumber: 'F-1', quantity: 2 },
      { managementNumber: 'F-2', quantity: -1 },
      null,
      { quantity: 1 },
    ]
    const orders = [
      null,
      { token: '', state: 'left' },
      { token: 'x', state: 'else' },
      { ...left('a'), lines },
    ]
    expect(parseRecord(JSON.stringify({ orders })).orders).toEqual([left('a')])
  })

  test('lines are read from an order of the shop as well', () => {
    expect(orderedLinesIn([{ number: 'F-1', quantity: 3, name: '布' }])).toEqual([
      { managementNumber: 'F-1', quantity: 3 },
    ])
    for (const value of [
      undefined,
      'x',
      {},
      [{ number: 'F-1', quantity: 1.5 }],
      [{ number: 7, quantity: 1 }],
    ])
      expect(orderedLinesIn(value)).toEqual([])
  })
})

test('K31: its own holds are those of the last order left to pay, for an hour, and of money on its way', () => {
  const hour = 3_600_000
  const lines = (number: string, quantity = 2) => [{ managementNumber: number, quantity }]
  const record = recordOf(
    left('former', { lines: lines('F-1') }),
    left('last', { lines: [...lines('F-2', 3), ...lines('F-3')] }),
    left('waiting', { state: 'settled', lines: lines('F-4') }),
    left('paid', { state: 'paid', lines: lines('F-5') }),
    left('over', { state: 'over', lines: lines('F-6') }),
  )
  expect([...ownHolds(record, hour)]).toEqual([
    ['F-2', { token: 'last', units: 3, isBeingPaid: false }],
    ['F-3', { token: 'last', units: 2, isBeingPaid: false }],
    ['F-4', { token: 'waiting', units: 2, isBeingPaid: true }],
  ])
  const told = { most: 4, waits: false }
  expect(ownHolds(record, hour, new Map([['F-3', told]])).get('F-3')).toMatchObject({ units: 2, left: told })
  expect([...ownHolds(record, hour + 1).keys()]).toEqual(['F-4'])
  expect([...ownHolds(record, 0).keys()]).toEqual(['F-4'])
})
