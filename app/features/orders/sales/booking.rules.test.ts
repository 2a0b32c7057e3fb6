import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftOf, taxOfRefund } from '~/features/orders/refund/rules.ts'
import { taxInside, yen } from '~/kernel/money.ts'
import {
  type BookedEntry,
  type DisputeToBook,
  entriesToAdd,
  type OrderToBook,
  type PlannedEntry,
  plannedEntries,
  type RefundToBook,
} from './booking.rules.ts'

const dayMs = 86_400_000
const begin = Date.UTC(2027, 11, 20)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

interface Deed {
  /** `late`: made in the provider's dashboard days ago, and told only now. */
  readonly what: 'ask' | 'dashboard' | 'late' | 'fail' | 'take' | 'win' | 'lose'
  readonly share: number
  readonly at: number
  readonly days: number
}

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom(...(['ask', 'ask', 'dashboard', 'late', 'fail', 'take', 'win', 'lose'] as const)),
  share: fc.integer({ min: 1, max: 100 }),
  at: fc.nat(5),
  days: fc.nat(20),
})

type Money = Pick<OrderToBook, 'refunds' | 'disputes'>

const counts = ({ state }: RefundToBook) => state === 'succeeded'

/** The payment as the acts that give back see it. */
const kept = (amount: number, { refunds, disputes }: Money): Parameters<typeof taxOfRefund>[0] => ({
  ...{
    paymentIntent: 'pi',
    sessionId: 'cs',
    amount,
    currency: 'jpy',
    livemode: 1,
    receivedAt: begin,
    role: 'first',
  },
  refunds: refunds.map((refund) => ({
    ...{ id: refund.id, amount: refund.amount, tax: refund.tax, askedAt: refund.at, via: 'provider' },
    ...{ reason: null, note: null, insteadOf: null, failureReason: null, pendingReason: null },
    ...{
      settledAt: null,
      droppedAt: null,
      forgoneBecause: null,
      providerId: null,
      state: counts(refund) ? 'succeeded' : 'failed',
    },
  })),
  disputes: disputes.map((dispute) => ({
    amount: dispute.amount,
    status: dispute.lostOn !== null ? 'lost' : dispute.wonOn !== null ? 'won' : 'needs_response',
    dueBy: null,
  })),
})

const orderOf = (amount: number, money: Money): OrderToBook => ({
  ...{ id: 'o', number: 'ABCD-2345', isPaid: true, isCancelled: false, amount },
  ...{ tax: taxInside(yen(amount)), shipping: Math.min(400, amount) },
  ...{ paidOn: dayOf(begin), shippedOn: dayOf(begin), payment: { number: 'pi', amount } },
  ...{ fees: [], lines: [] },
  ...money,
})

/** What the shop lets be done: nothing is refunded while a bank holds the money. */
const done = (amount: number, money: Money, { what, share, at }: Deed, now: number): Money => {
  const { refunds, disputes } = money
  const isHeld = disputes.some(({ lostOn, wonOn }) => lostOn === null && wonOn === null)
  const left = leftOf(kept(amount, money))
  const part = Math.max(1, Math.floor((left * share) / 100))
  const refund = (tax: number | null, id: string, made = now): Money => ({
    disputes,
    refunds: [
      ...refunds,
      {
        ...{ id, state: 'succeeded', at: made, day: dayOf(made), amount: part, tax },
        ...{ shipping: null, isTransfer: false },
      },
    ],
  })
  const open = disputes.findIndex(({ lostOn, wonOn }) => lostOn === null && wonOn === null)
  if (what === 'ask' && left > 0 && !isHeld)
    return refund(taxOfRefund(kept(amount, money), part), `r${refunds.length}`)
  if (what === 'dashboard' && left > 0 && !isHeld) return refund(null, `d${refunds.length}`)
  if (what === 'late' && left > 0 && !isHeld)
    return refund(null, `d${refunds.length}`, Math.max(begin, now - at * 3 * dayMs))
  if (what === 'fail' && refunds.length > 0)
    return {
      disputes,
      refunds: refunds.map((each, index) =>
        index === at % refunds.length ? { ...each, state: 'failed' } : each,
      ),
    }
  if (what === 'take' && left > 0 && !isHeld) {
    // A bank may take all that was paid, also what was given back.
    const taken = share > 80 ? amount : part
    const dispute: DisputeToBook = {
      ...{
        id: `b${disputes.length}`,
        amount: taken,
        takenAt: now,
        takenOn: dayOf(now),
        lostOn: null,
        wonOn: null,
      },
    }
    return { refunds, disputes: [...disputes, dispute] }
  }
  if ((what === 'win' || what === 'lose') && open >= 0)
    return {
      refunds,
      disputes: disputes.map((each, index) =>
        index === open
          ? { ...each, ...(what === 'win' ? { wonOn: dayOf(now) } : { lostOn: dayOf(now) }) }
          : each,
      ),
    }
  return money
}

/** What is missing for all the money to be back, told the buyer or not. */
const completed = (amount: number, money: Money, what: Deed['what'], now: number): Money => {
  const lost = { what: 'lose', share: 1, at: 0, days: 0 } as const
  const decided = done(amount, money, lost, now)
  return done(amount, decided, { what, share: 100, at: 3, days: 0 }, now + 1)
}

const disputeTax = (entries: readonly PlannedEntry[], id: string) =>
  entries.find(({ cause }) => cause === `dispute:${id}`)?.tax

test('M18, M38: however refunds, disputes and failures follow each other, the taxes of what went back come to the order’s once all is back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999 }),
      fc.array(deed, { maxLength: 10 }),
      fc.constantFrom(...(['ask', 'dashboard', 'late'] as const)),
      (amount, deeds, last) => {
        let [money, now]: [Money, number] = [{ refunds: [], disputes: [] }, begin]
        let booked: readonly BookedEntry[] = []
        const book = () => {
          const today = dayOf(now)
          const from = `${today.slice(0, 7)}-01`
          const planned = plannedEntries(orderOf(amount, money), 'shipped')
          booked = [...booked, ...entriesToAdd(booked, planned, { from, feesFrom: from, today })]
          return planned
        }
        book()
        for (const each of deeds) {
          now += each.days * dayMs + 1
          money = done(amount, money, each, now)
          const before = plannedEntries(orderOf(amount, money), 'shipped')
          for (const { kind, tax } of book())
            if (kind === 'refund' || kind === 'dispute')
              expect(tax, 'none takes more than there is').toBeLessThanOrEqual(0)
          expect(
            sum(before.map(({ tax }) => tax)),
            'no more tax goes back than there was',
          ).toBeGreaterThanOrEqual(0)
        }
        now += dayMs
        money = completed(amount, money, last, now)
        const all = book()
        expect(leftOf(kept(amount, money))).toBe(0)
        expect(sum(all.map(({ tax }) => tax)), 'of what stands').toBe(0)
        expect(sum(booked.map(({ tax }) => tax)), 'of all months').toBe(0)
        expect(
          sum(all.map(({ shipping }) => shipping)),
          'no more shipping goes back than was paid',
        ).toBeGreaterThanOrEqual(0)
        for (const { cause, tax } of all)
          if (cause.startsWith('dispute-won:')) expect(0 - tax).toBe(disputeTax(all, cause.slice(12)))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('M38: a dispute takes the tax that the refunds leave, and one that was won leaves what follows as if it had not been', () => {
  const at = (days: number) => begin + days * dayMs
  const refund = (id: string, amount: number, tax: number | null, days: number): RefundToBook => ({
    ...{
      id,
      state: 'succeeded',
      at: at(days),
      day: dayOf(at(days)),
      amount,
      tax,
      shipping: null,
      isTransfer: false,
    },
  })
  const taken = (amount: number, days: number, won: number | null): DisputeToBook => ({
    ...{ id: 'b', amount, takenAt: at(days), takenOn: dayOf(at(days)), lostOn: null },
    wonOn: won === null ? null : dayOf(at(won)),
  })
  const taxes = (money: Money) =>
    plannedEntries(orderOf(5_000, money), 'shipped').map(({ cause, tax }) => [cause, tax])
  // 5,000 yen hold 454 yen, 1,000 hold 90 and 4,000 by themselves 363.
  const first = refund('r', 1_000, 90, 1)
  expect(taxes({ refunds: [first], disputes: [taken(4_000, 2, null)] })).toEqual([
    ['sale:o', 454],
    ['refund:r', -90],
    ['dispute:b', -364],
  ])
  expect(taxes({ refunds: [first, refund('s', 4_000, null, 9)], disputes: [taken(4_000, 2, 5)] })).toEqual([
    ['sale:o', 454],
    ['refund:r', -90],
    ['refund:s', -364],
    ['dispute:b', -364],
    ['dispute-won:b', 364],
  ])
  // 5,000 yen of which a bank took 1,000: the refund that is asked for the rest leaves the bank's part as it was.
  const lost = { ...taken(1_000, 2, null), lostOn: dayOf(at(5)) }
  expect(taxOfRefund(kept(5_000, { refunds: [], disputes: [lost] }), 4_000)).toBe(364)
  expect(taxOfRefund(kept(5_000, { refunds: [], disputes: [taken(1_000, 2, 5)] }), 4_000)).toBe(363)
})
