import { disputePhase, openDisputes, refundsThatCount } from '~/features/orders/money.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import type { KeptPayment, RefundPart } from '~/features/payments/types.ts'
import { taxInside, yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { nfkc } from '~/kernel/text.ts'

/** What the owner asks to give back. */
export interface WantedRefund {
  readonly lines: readonly { readonly position: number; readonly units: number }[]
  /** Yen of the shipping; 0 for none of it. */
  readonly shipping: number
  /** Yen for another cause, which `reason` tells. */
  readonly other: number
  readonly reason: string
}

export type NewPart = Omit<RefundPart, 'refundId'>

/** What is wrong with it, and with which of its fields. */
export interface PartRefusal {
  readonly why: 'nothing' | 'units' | 'shipping' | 'reason' | 'too-much'
  /** Such as 'units-0', 'shipping' or 'other'. */
  readonly field: string
  /** How much is left of it: units or yen. */
  readonly left: number
}

const counts = (state: string): boolean => refundsThatCount.some((each) => each === state)

/**
 * What is left of a payment to give back, in its smallest unit: without refunds that did not fail, and lost disputes (I1). Those may be
 * more than came: a bank takes all of it back also where a part was refunded before.
 */
export const leftOf = ({
  amount,
  refunds,
  disputes,
}: Pick<KeptPayment, 'amount' | 'refunds' | 'disputes'>) => {
  const back = refunds.filter(({ state }) => counts(state))
  const lost = disputes.filter(({ status }) => disputePhase(status) === 'lost')
  return Math.max(
    0,
    [...back, ...lost].reduce((left, each) => left - each.amount, amount),
  )
}

/** Parts of refunds whose money is on its way back, or there. */
export const partsGivenBack = (
  payments: readonly KeptPayment[],
  parts: readonly RefundPart[],
): RefundPart[] => {
  const ids = new Set(
    payments.flatMap(({ refunds }) => refunds.flatMap(({ id, state }) => (counts(state) ? id : []))),
  )
  return parts.filter(({ refundId }) => ids.has(refundId))
}

/** What is left of each line, in units, and of the shipping, in yen (I3). */
export const partsLeft = (
  order: Pick<Order, 'lines' | 'shipping'>,
  given: readonly NewPart[],
): { readonly units: readonly number[]; readonly shipping: number } => {
  const sum = (parts: readonly NewPart[], of: 'units' | 'amount') =>
    parts.reduce((total, part) => total + part[of], 0)
  return {
    units: order.lines.map(({ quantity }, at) =>
      Math.max(
        0,
        quantity -
          sum(
            given.filter(({ part, position }) => part === 'lines' && position === at),
            'units',
          ),
      ),
    ),
    shipping: Math.max(
      0,
      order.shipping -
        sum(
          given.filter(({ part }) => part === 'shipping'),
          'amount',
        ),
    ),
  }
}

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

/**
 * The parts of a refund, each at what it was sold for: what the others cost stays as it was (I7), and of a line, of the shipping and
 * of the money (`left`, yen) no more than is left goes back (I1, I3).
 */
export const refundParts = (
  order: Pick<Order, 'lines' | 'shipping'>,
  given: readonly NewPart[],
  wanted: WantedRefund,
  left: number,
): Result<NewPart[], PartRefusal> => {
  const most = partsLeft(order, given)
  const parts: NewPart[] = []
  for (const { position, units } of wanted.lines) {
    const line = order.lines[position]
    const unitsLeft = most.units[position] ?? 0
    const isTwice = parts.some((part) => part.position === position)
    if (line === undefined || isTwice || !isCount(units) || units > unitsLeft)
      return refused({ why: 'units', field: `units-${position}`, left: unitsLeft })
    if (units > 0) parts.push({ part: 'lines', position, units, amount: line.unitPrice * units })
  }
  if (!isCount(wanted.shipping) || wanted.shipping > most.shipping)
    return refused({ why: 'shipping', field: 'shipping', left: most.shipping })
  if (wanted.shipping > 0) parts.push({ part: 'shipping', position: null, units: 0, amount: wanted.shipping })
  if (!isCount(wanted.other)) return refused({ why: 'too-much', field: 'other', left })
  if (wanted.other > 0 && wanted.reason === '') return refused({ why: 'reason', field: 'reason', left })
  if (wanted.other > 0) parts.push({ part: 'other', position: null, units: 0, amount: wanted.other })
  const total = totalOf(parts)
  if (total === 0) return refused({ why: 'nothing', field: 'other', left })
  return total > left ? refused({ why: 'too-much', field: fieldOf(parts), left }) : ok(parts)
}

/** Of the parts that are too much together, the one that can be less. */
const fieldOf = (parts: readonly NewPart[]): string => {
  const last = parts.at(-1)
  return last?.part === 'lines' ? `units-${last.position}` : (last?.part ?? 'other')
}

export const totalOf = (parts: readonly NewPart[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** All that is left of an order's payment, line by line where that is the sum, else as one part. */
export const allParts = (
  order: Pick<Order, 'lines' | 'shipping'>,
  given: readonly NewPart[],
  left: number,
): NewPart[] => {
  const { units, shipping } = partsLeft(order, given)
  const lines = units.map((count, position) => ({ position, units: count }))
  const whole = refundParts(order, given, { lines, shipping, other: 0, reason: '' }, left)
  if (whole.ok && totalOf(whole.value) === left) return whole.value
  return [{ part: 'other', position: null, units: 0, amount: left }]
}

/** The tax inside a refund, in yen; the one that completes its payment takes what the earlier ones left, so that nothing is over. */
export const taxOfRefund = (payment: KeptPayment, amount: number): number | null => {
  if (payment.currency !== 'jpy') return null
  if (amount < leftOf(payment)) return taxInside(yen(amount))
  const earlier = payment.refunds.filter(({ state }) => counts(state))
  const taxes = earlier.map((refund) => refund.tax ?? taxInside(yen(refund.amount)))
  const rest = taxes.reduce((left, tax) => left - tax, Number(taxInside(yen(payment.amount))))
  const lost = payment.disputes.some(({ status }) => disputePhase(status) === 'lost')
  return lost ? taxInside(yen(amount)) : Math.max(0, rest)
}

/** The payment that a part goes back to: the first that has so much left (I4); why there is none. */
export const paymentFor = (
  payments: readonly KeptPayment[],
  amount: number,
): Result<KeptPayment, 'disputed' | 'too-much' | 'currency'> => {
  const withMoney = payments.filter((payment) => leftOf(payment) >= amount)
  const inYen = withMoney.filter(({ currency }) => currency === 'jpy')
  const found = inYen.find((payment) => openDisputes(payment).length === 0)
  if (found !== undefined) return ok(found)
  if (inYen.length > 0) return refused('disputed')
  return refused(withMoney.length > 0 ? 'currency' : 'too-much')
}

/** Whether this refund of theirs failed, and nothing was made in its place since. */
export const isStillFailed = (payments: readonly KeptPayment[], id: string): boolean => {
  const refunds = payments.flatMap((payment) => payment.refunds)
  const isReplaced = refunds.some(({ insteadOf, state }) => insteadOf === id && counts(state))
  return !isReplaced && refunds.some((each) => each.id === id && each.state === 'failed')
}

/** The ids of all their refunds. */
export const idsOf = (payments: readonly KeptPayment[]): string[] =>
  payments.flatMap(({ refunds }) => refunds.map(({ id }) => id))

/** A failed refund that the present one stands for: the whole that is left stands for any. */
export const failedOf = (payments: readonly KeptPayment[]): string | null =>
  payments.flatMap(({ refunds }) => refunds).findLast(({ state }) => state === 'failed')?.id ?? null

/** What is left of all payments of an order. */
export const leftOfAll = (payments: readonly KeptPayment[]): number =>
  payments.reduce((left, payment) => left + leftOf(payment), 0)

export type CancelRefusal = 'unpaid' | 'other-mode' | 'shipped' | 'cancelled'

/** May it be cancelled? Only what was paid and has not left the shop; money of the other mode the provider does not give back. */
export const cancelRefusal = ({
  state,
  reviewReason,
  shippedAt,
  cancelledAt,
}: Pick<Order, 'state' | 'reviewReason' | 'shippedAt' | 'cancelledAt'>): CancelRefusal | undefined => {
  if (state !== 'paid' && state !== 'needs_review') return 'unpaid'
  if (state === 'needs_review' && reviewReason === 'livemode') return 'other-mode'
  if (shippedAt !== null) return 'shipped'
  return cancelledAt === null ? undefined : 'cancelled'
}

/** A typed count or amount; 0 for nothing, NaN for what is none. */
export const wholeTyped = (typed: string): number => {
  const digits = nfkc(typed).replace(/[\s,円枚]/g, '')
  if (digits === '') return 0
  return /^\d{1,8}$/.test(digits) ? Number(digits) : Number.NaN
}

/** The sum of what stands in the fields of a sheet, in yen; null while a field holds no number. */
export const totalTyped = (
  lines: readonly { readonly unitPrice: number }[],
  typed: Readonly<Record<string, string>>,
): number | null => {
  const amounts = lines.map(({ unitPrice }, at) => unitPrice * wholeTyped(typed[`units-${at}`] ?? ''))
  const total = [...amounts, wholeTyped(typed.shipping ?? ''), wholeTyped(typed.other ?? '')].reduce(
    (sum, amount) => sum + amount,
    0,
  )
  return Number.isSafeInteger(total) ? total : null
}
