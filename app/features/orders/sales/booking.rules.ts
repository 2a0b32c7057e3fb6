import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { taxesOfParts } from '~/features/orders/tax.rules.ts'
import type { SalesBasis, SalesKind } from './types.ts'

/** Days are 'YYYY-MM-DD' in Tokyo, sums yen. */
export interface OrderToBook {
  readonly id: string
  readonly number: string
  readonly isPaid: boolean
  readonly isCancelled: boolean
  readonly amount: number
  readonly tax: number
  readonly shipping: number
  readonly paidOn: string | null
  readonly shippedOn: string | null
  /** The first payment; null where none is known. */
  readonly payment: { readonly number: string; readonly amount: number } | null
  readonly refunds: readonly RefundToBook[]
  readonly disputes: readonly DisputeToBook[]
  readonly fees: readonly FeeToBook[]
  readonly lines: readonly LineToBook[]
}

/** Of the first payment. */
export interface RefundToBook {
  readonly id: string
  readonly state: string
  /** Epoch ms. */
  readonly at: number
  readonly day: string
  readonly amount: number
  /** Null for one made in the provider's dashboard. */
  readonly tax: number | null
  /** Null where its parts are not known. */
  readonly shipping: number | null
  readonly isTransfer: boolean
}

export interface DisputeToBook {
  readonly id: string
  /** Epoch ms; null as long as no money was taken. */
  readonly takenAt: number | null
  readonly takenOn: string | null
  /** Null as long as nobody has decided. */
  readonly lostOn: string | null
  readonly wonOn: string | null
  readonly amount: number
}

interface TakenDispute extends DisputeToBook {
  readonly takenAt: number
  readonly takenOn: string
}

export interface FeeToBook {
  readonly paymentNumber: string
  readonly day: string
  readonly fee: number
}

export interface LineToBook {
  readonly position: number
  readonly number: string
  readonly name: string
  readonly units: number
  readonly amount: number
}

/** What is to stand in the ledger now for one cause. */
export interface PlannedEntry {
  readonly cause: string
  readonly kind: SalesKind
  readonly ownDay: string
  readonly amount: number
  readonly tax: number
  readonly shipping: number
  readonly fee: number
  readonly payout: number
  readonly shippedOn: string | null
  readonly paidOn: string
  readonly paymentNumber: string
}

interface Gone {
  /** Of the entry that it counts as. */
  readonly cause: string
  readonly amount: number
  readonly tax: number | null
  readonly shipping: number | null
}

interface Part {
  readonly tax: number
  readonly shipping: number
}

/** Tax (M18) and shipping of what went back, one after the other: what completes the sum takes the rest, so that nothing is left. */
const partsInTurn = (
  { amount: total, shipping: ofOrder }: Pick<OrderToBook, 'amount' | 'shipping'>,
  inTurn: readonly Gone[],
): ReadonlyMap<string, Part> => {
  const taxes = taxesOfParts(total, inTurn)
  let [left, shippingLeft] = [total, ofOrder]
  return new Map(
    inTurn.map(({ cause, amount, shipping: known }, at) => {
      const shipping = Math.min(shippingLeft, amount, known ?? (amount >= left ? shippingLeft : 0))
      left = Math.max(0, left - amount)
      shippingLeft -= shipping
      return [cause, { tax: taxes[at] ?? 0, shipping }] as const
    }),
  )
}

const refundCause = (id: string): string => `refund:${id}`
const disputeCause = (id: string): string => `dispute:${id}`

/**
 * Parts of refunds and of what a bank took, by cause. What buyers were told stands before what nobody was told: a dispute takes what the refunds
 * leave. One that was won leaves the others as they are: it had its part of what was there when its money was taken, and that comes back.
 */
const partsOf = (
  order: Pick<OrderToBook, 'amount' | 'shipping'>,
  refunds: readonly RefundToBook[],
  taken: readonly TakenDispute[],
): ReadonlyMap<string, Part> => {
  const given = refunds
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map((refund) => ({ ...refund, cause: refundCause(refund.id) }))
  const disputed = taken
    .toSorted((a, b) => a.takenAt - b.takenAt || (a.id < b.id ? -1 : 1))
    .map((dispute) => ({ ...dispute, cause: disputeCause(dispute.id), tax: null, shipping: null }))
  return new Map([
    ...partsInTurn(order, [...given, ...disputed.filter(({ wonOn }) => wonOn === null)]),
    ...disputed.flatMap((dispute) => {
      if (dispute.wonOn === null) return []
      const before = given.filter(({ at }) => at <= dispute.takenAt)
      const part = partsInTurn(order, [...before, dispute]).get(dispute.cause)
      return part === undefined ? [] : [[dispute.cause, part] as const]
    }),
  ])
}

const counts = ({ state }: Pick<RefundToBook, 'state'>): boolean =>
  refundsThatCount.some((each) => each === state)

/** The day on which the last of the money had gone back; null as long as some is left. */
export const allBackOn = ({
  payment,
  amount,
  refunds,
  disputes,
}: Pick<OrderToBook, 'payment' | 'amount' | 'refunds' | 'disputes'>): string | null => {
  const gone = [
    ...refunds.filter(counts),
    ...disputes.flatMap(({ lostOn, amount: taken }) =>
      lostOn === null ? [] : [{ day: lostOn, amount: taken }],
    ),
  ]
  const sum = gone.reduce((total, each) => total + each.amount, 0)
  if (gone.length === 0 || sum < (payment?.amount ?? amount)) return null
  return gone.map(({ day }) => day).reduce((last, day) => (day > last ? day : last))
}

/** The day on which an order counts (M26); null as long as it does not. */
const saleDay = (order: OrderToBook, basis: SalesBasis): string | null => {
  if (!order.isPaid || order.paidOn === null) return null
  return basis === 'paid' ? order.paidOn : (order.shippedOn ?? allBackOn(order))
}

/** All that an order counts now, by the basis of the month in which it was paid (M26, M27). */
export const plannedEntries = (order: OrderToBook, basis: SalesBasis): PlannedEntry[] => {
  const { id, shippedOn, payment } = order
  const fees = order.fees.map(({ paymentNumber, day, fee }): PlannedEntry => {
    const nothing = { amount: 0, tax: 0, shipping: 0 }
    const paidOn = order.paidOn ?? day
    const of = { cause: `fee:${paymentNumber}`, kind: 'fee', ownDay: day } as const
    return { ...of, ...nothing, fee, payout: -fee, shippedOn, paidOn, paymentNumber }
  })
  const { paidOn } = order
  if (!order.isPaid || paidOn === null) return fees
  const common = { fee: 0, shippedOn, paidOn, paymentNumber: payment?.number ?? '' }
  const day = saleDay(order, basis)
  const { amount, tax, shipping } = order
  const sale: PlannedEntry[] =
    day === null
      ? []
      : [
          {
            ...common,
            cause: `sale:${id}`,
            kind: 'sale',
            ownDay: day,
            amount,
            tax,
            shipping,
            payout: amount,
          },
        ]
  const refunds = order.refunds.filter(counts)
  const taken = order.disputes.flatMap(({ takenAt, takenOn, ...dispute }): TakenDispute[] =>
    takenAt === null || takenOn === null ? [] : [{ ...dispute, takenAt, takenOn }],
  )
  const parts = partsOf(order, refunds, taken)
  const back = (of: Pick<PlannedEntry, 'cause' | 'kind' | 'ownDay'>, sum: number): PlannedEntry => {
    const part = parts.get(of.cause) ?? { tax: 0, shipping: 0 }
    const [partTax, partShipping] = [0 - part.tax, 0 - part.shipping]
    return { ...common, ...of, amount: -sum, tax: partTax, shipping: partShipping, payout: -sum }
  }
  return [
    ...sale,
    ...refunds.map(({ id: refundId, day: ownDay, amount: sum, isTransfer }) => {
      const of = { cause: refundCause(refundId), kind: 'refund', ownDay } as const
      const entry = back(of, sum)
      return isTransfer ? { ...entry, payout: 0 } : entry
    }),
    ...taken.flatMap(({ id: disputeId, takenOn, wonOn, amount: sum }) => {
      const of = { cause: disputeCause(disputeId), kind: 'dispute', ownDay: takenOn } as const
      const out = back(of, sum)
      if (wonOn === null) return [out]
      const won = { cause: `dispute-won:${disputeId}`, kind: 'dispute-won', ownDay: wonOn } as const
      const [wonTax, wonShipping] = [0 - out.tax, 0 - out.shipping]
      return [out, { ...out, ...won, amount: sum, tax: wonTax, shipping: wonShipping, payout: sum }]
    }),
    ...fees,
  ]
}

/** An entry as it is written; `takesBack` is an odd turn. */
export interface BookedEntry extends PlannedEntry {
  readonly turn: number
  readonly day: string
}

/** The months that still run, and the day on which something becomes known. */
export interface OpenDays {
  /** Days before are of months that are over; '' while none is. */
  readonly from: string
  /** The same for fees, for which a month stays open a little longer (M37). */
  readonly feesFrom: string
  readonly today: string
}

/** Its own day, unless the month of that is over: then the day on which it became known (M25). */
const countedOn = (ownDay: string, { from, feesFrom, today }: OpenDays, kind?: SalesKind): string => {
  if (ownDay >= (kind === 'fee' ? feesFrom : from)) return ownDay
  return today >= from ? today : from
}

const hasSameSums = (a: PlannedEntry, b: PlannedEntry): boolean =>
  a.ownDay === b.ownDay &&
  a.amount === b.amount &&
  a.tax === b.tax &&
  a.shipping === b.shipping &&
  a.fee === b.fee &&
  a.payout === b.payout

const takenBack = (entry: BookedEntry, days: OpenDays): BookedEntry => ({
  ...entry,
  turn: entry.turn + 1,
  day: countedOn(entry.day, days, entry.kind),
  amount: 0 - entry.amount,
  tax: 0 - entry.tax,
  shipping: 0 - entry.shipping,
  fee: 0 - entry.fee,
  payout: 0 - entry.payout,
})

/**
 * What is to be added to the ledger so that it tells what is planned, where `booked` are all entries of these causes. An entry of a month that is over stays: it
 * is taken back, and counted anew, on the day on which that became known (M25).
 */
export const entriesToAdd = (
  booked: readonly BookedEntry[],
  planned: readonly PlannedEntry[],
  days: OpenDays,
): BookedEntry[] => {
  const last = new Map<string, BookedEntry>()
  for (const entry of booked)
    if (entry.turn >= (last.get(entry.cause)?.turn ?? 0)) last.set(entry.cause, entry)
  const causes = new Set([...last.keys(), ...planned.map(({ cause }) => cause)])
  const plannedOf = new Map(planned.map((entry) => [entry.cause, entry]))
  return [...causes].flatMap((cause) => {
    const [latest, wanted] = [last.get(cause), plannedOf.get(cause)]
    const stands = latest !== undefined && latest.turn % 2 === 0 ? latest : undefined
    if (stands !== undefined && wanted !== undefined && hasSameSums(stands, wanted)) return []
    const back = stands === undefined ? [] : [takenBack(stands, days)]
    if (wanted === undefined) return back
    const turn = (latest?.turn ?? -1) + 1 + back.length
    return [...back, { ...wanted, turn, day: countedOn(wanted.ownDay, days, wanted.kind) }]
  })
}

export interface BookedLine extends LineToBook {
  readonly turn: number
  readonly day: string
}

/** What an order that counts holds; nothing of one that was cancelled before it left. */
export const plannedLines = (order: OrderToBook, basis: SalesBasis): readonly LineToBook[] =>
  saleDay(order, basis) === null || (order.shippedOn === null && order.isCancelled) ? [] : order.lines

/** The same for the best sellers (M29), where a position is a sum of what was added; `day` is that of the order, if its month still runs. */
export const linesToAdd = (
  booked: readonly BookedLine[],
  planned: readonly LineToBook[],
  day: string | null,
  days: OpenDays,
): BookedLine[] => {
  const positions = new Set([...booked, ...planned].map(({ position }) => position))
  return [...positions].flatMap((position) => {
    const there = booked.filter((line) => line.position === position)
    const wanted = planned.find((line) => line.position === position)
    const named = wanted ?? there[0]
    if (named === undefined) return []
    const units = (wanted?.units ?? 0) - there.reduce((sum, line) => sum + line.units, 0)
    const amount = (wanted?.amount ?? 0) - there.reduce((sum, line) => sum + line.amount, 0)
    if (units === 0 && amount === 0) return []
    const { number, name } = named
    const counted = countedOn(day ?? days.today, days)
    return [{ position, number, name, units, amount, turn: there.length, day: counted }]
  })
}

/** The basis of a month such as 2026-11; the shop begins with 発送日. */
export const basisOf = (
  changes: readonly { readonly fromMonth: string; readonly basis: SalesBasis }[],
  month: string,
): SalesBasis =>
  changes
    .filter(({ fromMonth }) => fromMonth <= month)
    .reduce<{ readonly fromMonth: string; readonly basis: SalesBasis }>(
      (latest, each) => (each.fromMonth >= latest.fromMonth ? each : latest),
      { fromMonth: '', basis: 'shipped' },
    ).basis
