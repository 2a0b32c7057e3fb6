import { chainHolding, chainOf, counts, isOwed, oncePerChain } from '~/features/orders/attempts.rules.ts'
import { disputePhase, openDisputes } from '~/features/orders/money.rules.ts'
import type { KeptPayment, KeptRefund } from '~/features/orders/payment/types.ts'
import { taxesOfParts } from '~/features/orders/tax.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { typedCount } from '~/kernel/typed-count.ts'
import { typedYen } from '~/kernel/typed-money.ts'

export interface RefundPart {
  readonly refundId: string
  readonly part: 'lines' | 'shipping' | 'other'
  /** Of the order line; null for other parts. */
  readonly position: number | null
  readonly units: number
  readonly amount: number
}

export interface WantedRefund {
  readonly lines: readonly { readonly position: number; readonly units: number }[]
  /** Yen. */
  readonly shipping: number
  /** Yen, for `reason`. */
  readonly other: number
  readonly reason: string
}

export type NewPart = Omit<RefundPart, 'refundId'>

export interface PartRefusal {
  readonly why: 'nothing' | 'units' | 'fewer' | 'shipping' | 'reason' | 'too-much'
  /** Such as 'units-0', 'shipping' or 'other'. */
  readonly field: string
  /** Units or yen. */
  readonly left: number
}

/** Of a reason or a note, in characters. */
export const longestWords = 200

/** What is left to refund (I1), in the smallest unit. Lost disputes may take more than came: banks ignore earlier refunds. */
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

/** Of refunds that arrived or are on their way. */
export const partsGivenBack = (
  payments: readonly KeptPayment[],
  parts: readonly RefundPart[],
): RefundPart[] => oncePerChain(refundsIn(payments), parts, ({ state }) => counts(state))

/** Parts of refunds that failed and are owed, but for the one that is tried again. */
export const partsOwed = (
  payments: readonly KeptPayment[],
  parts: readonly RefundPart[],
  again: string | null,
): RefundPart[] => {
  const owed = new Set(owedOf(payments).filter((id) => id !== again))
  return parts.filter(({ refundId }) => owed.has(refundId))
}

/**
 * By line, the units of the failed refund that is tried again as long as they are neither sent nor called off with their order: they stay
 * in the shop, so that no less of them goes back (M49).
 */
export const unitsTriedAgain = (
  { lines, shippedAt, cancelledAt }: Pick<Order, 'lines' | 'shippedAt' | 'cancelledAt'>,
  parts: readonly RefundPart[],
  again: string | null,
): number[] =>
  lines.map((_, at) =>
    shippedAt === null && cancelledAt === null
      ? parts.reduce(
          (sum, { refundId, position, units }) => sum + (refundId === again && position === at ? units : 0),
          0,
        )
      : 0,
  )

/** Units of each line, and yen of the shipping (I3). */
export interface PartsLeft {
  readonly units: readonly number[]
  readonly shipping: number
  /** From `unitsTriedAgain`. */
  readonly least?: readonly number[]
}

export const partsLeft = (order: Pick<Order, 'lines' | 'shipping'>, given: readonly NewPart[]): PartsLeft => {
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

/** Units of each line that may still come back: those that were sent and are of no return, awaited, arrived or refunded (N19). */
export const unitsToReturn = (
  lines: readonly { readonly quantity: number }[],
  notShipped: readonly number[],
  returns: readonly { readonly units: readonly number[] }[],
): number[] =>
  lines.map(({ quantity }, at) =>
    returns.reduce(
      (left, { units }) => Math.max(0, left - (units[at] ?? 0)),
      quantity - (notShipped[at] ?? 0),
    ),
  )

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

/**
 * Parts at the prices paid, so that the others' stay (I7); none beyond what is left of its line, the shipping or `left` yen (I1, I3).
 * Refuses with all that is wrong, one fault a field.
 */
export const refundParts = (
  lines: readonly { readonly unitPrice: number }[],
  most: PartsLeft,
  wanted: WantedRefund,
  left: number,
): Result<NewPart[], readonly PartRefusal[]> => {
  const parts: NewPart[] = []
  const faults: PartRefusal[] = []
  for (const { position, units } of wanted.lines) {
    const line = lines[position]
    const unitsLeft = most.units[position] ?? 0
    const isTwice = parts.some((part) => part.position === position)
    if (line === undefined || isTwice || !isCount(units) || units > unitsLeft)
      faults.push({ why: 'units', field: `units-${position}`, left: unitsLeft })
    else if (units > 0) parts.push({ part: 'lines', position, units, amount: line.unitPrice * units })
  }
  for (const [position, wished] of (most.least ?? []).entries()) {
    const least = Math.min(wished, most.units[position] ?? 0)
    const units = wanted.lines.find((line) => line.position === position)?.units ?? 0
    if (isCount(units) && units < least)
      faults.push({ why: 'fewer', field: `units-${position}`, left: least })
  }
  const { shipping, other, reason } = wanted
  if (!isCount(shipping) || shipping > most.shipping)
    faults.push({ why: 'shipping', field: 'shipping', left: most.shipping })
  else if (shipping > 0) parts.push({ part: 'shipping', position: null, units: 0, amount: shipping })
  if (!isCount(other)) faults.push({ why: 'too-much', field: 'other', left })
  else if (other > 0) parts.push({ part: 'other', position: null, units: 0, amount: other })
  const total = totalOf(parts)
  if (total > left) faults.push({ why: 'too-much', field: fieldOf(parts), left })
  if (other > 0 && reason === '') faults.push({ why: 'reason', field: 'reason', left })
  if (faults.length === 0 && total === 0) faults.push({ why: 'nothing', field: 'other', left })
  return faults.length > 0 ? refused(faults) : ok(parts)
}

export const returnFaults = (units: readonly number[], most: readonly number[]): readonly PartRefusal[] =>
  units.flatMap((count, position) => {
    const left = most[position] ?? 0
    return isCount(count) && count <= left ? [] : [{ why: 'units', field: `units-${position}`, left }]
  })

/** What is wrong with what is asked for, by what a sheet shows to be left. */
export const faultsIn = (
  sheet: {
    readonly lines: readonly {
      readonly unitPrice: number
      readonly unitsLeft: number
      readonly unitsAgain: number
    }[]
    readonly shippingLeft: number
    readonly left: number
  },
  wanted: WantedRefund,
): readonly PartRefusal[] => {
  const most = {
    units: sheet.lines.map(({ unitsLeft }) => unitsLeft),
    shipping: sheet.shippingLeft,
    least: sheet.lines.map(({ unitsAgain }) => unitsAgain),
  }
  const parts = refundParts(sheet.lines, most, wanted, sheet.left)
  return parts.ok ? [] : parts.error
}

/** When the sum is too much, the field that can be lowered. */
const fieldOf = (parts: readonly NewPart[]): string => {
  const last = parts.at(-1)
  return last?.part === 'lines' ? `units-${last.position}` : (last?.part ?? 'other')
}

export const totalOf = (parts: readonly NewPart[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** By lines where they add up to what is left, else as one part. */
export const allParts = (
  order: Pick<Order, 'lines' | 'shipping'>,
  given: readonly NewPart[],
  left: number,
): NewPart[] => {
  const most = partsLeft(order, given)
  const lines = most.units.map((count, position) => ({ position, units: count }))
  const wanted = { lines, shipping: most.shipping, other: 0, reason: '' }
  const whole = refundParts(order.lines, most, wanted, left)
  if (whole.ok && totalOf(whole.value) === left) return whole.value
  return [{ part: 'other', position: null, units: 0, amount: left }]
}

/** Yen; the refund that completes a payment, also beside a lost dispute, takes the rest, so that taxes add up (M18). */
export const taxOfRefund = (payment: KeptPayment, amount: number): number | null => {
  if (payment.currency !== 'jpy') return null
  const earlier = payment.refunds.filter(({ state }) => counts(state))
  const lost = payment.disputes.filter(({ status }) => disputePhase(status) === 'lost')
  const untold = [...lost, { amount }].map((part) => ({ amount: part.amount, tax: null }))
  return taxesOfParts(payment.amount, [...earlier, ...untold]).at(-1) ?? null
}

/** The first payment with enough left (I4), or why there is none. */
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

export const linesOf = (parts: readonly RefundPart[]): RefundPart[] =>
  parts.filter(({ part, units }) => part === 'lines' && units > 0)

export const refundsIn = (payments: readonly KeptPayment[]): KeptRefund[] =>
  payments.flatMap(({ refunds }) => refunds)

/** The failed refunds whose money is still owed, oldest first. */
export const owedOf = (payments: readonly KeptPayment[]): string[] => {
  const refunds = refundsIn(payments)
  return refunds.flatMap((refund) => (isOwed(refund, refunds) ? refund.id : []))
}

export const isStillFailed = (payments: readonly KeptPayment[], id: string): boolean =>
  owedOf(payments).includes(id)

/** As `chainOf`, of whichever payment. */
export const attemptsOf = (payments: readonly KeptPayment[], id: string): KeptRefund[] =>
  chainOf(refundsIn(payments), id)

/** Refunds that were first tried on a payment beside the order's own, such as a second one, of which nothing is left. */
const begunOnEmptied = (payments: readonly KeptPayment[]): ReadonlySet<string> => {
  const emptied = payments.filter((payment) => payment.role !== 'first' && leftOf(payment) === 0)
  const begun = refundsIn(emptied).filter(({ insteadOf }) => insteadOf === null)
  return new Set(begun.flatMap(({ id }) => attemptsOf(payments, id).map((each) => each.id)))
}

/**
 * What failed and is owed no more, for its money went back anyway (N156): all of it once nothing is left, else what began on an emptied
 * payment, or took the place of refunds that arrived after all and come to as much.
 */
export const owedNoMore = (payments: readonly KeptPayment[]): string[] => {
  const owed = owedOf(payments)
  if (leftOfAll(payments) === 0) return owed
  const over = begunOnEmptied(payments)
  const refunds = refundsIn(payments)
  const hasArrived = (id: string) => {
    const chain = chainHolding(refunds, id)
    const arrived = chain.reduce((sum, { state, amount }) => (counts(state) ? sum + amount : sum), 0)
    return chain.some((refund) => refund.id === id && refund.amount <= arrived)
  }
  return owed.filter((id) => over.has(id) || hasArrived(id))
}

/** Of what is owed no more, the newest first, as much as is left of the money beside what is owed; none of `never`, nor what its owner forwent (M50), nor what began on an emptied payment. */
export const owedAgain = (payments: readonly KeptPayment[], never: ReadonlySet<string>): string[] => {
  const refunds = refundsIn(payments)
  const owed = new Set(owedOf(payments))
  const over = begunOnEmptied(payments)
  let left =
    leftOfAll(payments) - refunds.reduce((sum, { id, amount }) => sum + (owed.has(id) ? amount : 0), 0)
  return refunds
    .filter(({ id, droppedAt, forgoneBecause }) => {
      const isOver = droppedAt === null || forgoneBecause !== null
      return !isOver && !never.has(id) && !over.has(id)
    })
    .toSorted((a, b) => b.askedAt - a.askedAt)
    .flatMap(({ id, amount, ...refund }) => {
      if (amount > left || !isOwed({ ...refund, id, droppedAt: null }, refunds)) return []
      left -= amount
      return id
    })
}

export const idsOf = (payments: readonly KeptPayment[]): string[] =>
  payments.flatMap(({ refunds }) => refunds.map(({ id }) => id))

export const leftOfAll = (payments: readonly KeptPayment[]): number =>
  payments.reduce((left, payment) => left + leftOf(payment), 0)

export type CancelRefusal = 'unpaid' | 'other-mode' | 'shipped' | 'cancelled'

/** Only paid, unshipped orders; the provider refunds no money of the other mode. */
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

const mostTyped = 99_999_999

/** Yen, 0 for '', NaN for what is no sum: ￥400 is 400, and $10 none (N74). */
export const sumTyped = (typed: string): number => {
  const text = typed.trim()
  if (text === '') return 0
  const sum = typedYen(text) ?? Number.NaN
  return sum <= mostTyped ? sum : Number.NaN
}

/** Units, 0 for '', NaN for what is no count: 2枚 is 2, and ￥5点 none (N74). */
export const unitsTyped = (typed: string): number => {
  if (typed.trim() === '') return 0
  const units = typedCount(typed) ?? Number.NaN
  return units <= mostTyped ? units : Number.NaN
}

/** What is asked for, by the fields of the sheet of an order of so many lines. */
export const wantedTyped = (lines: number, typed: (field: string) => string): WantedRefund => ({
  lines: Array.from({ length: lines }, (_, position) => ({
    position,
    units: unitsTyped(typed(`units-${position}`)),
  })),
  shipping: sumTyped(typed('shipping')),
  other: sumTyped(typed('other')),
  reason: typed('reason').trim(),
})

/** Yen; null while a field holds no number. */
export const totalTyped = (
  lines: readonly { readonly unitPrice: number }[],
  typed: Readonly<Record<string, string>>,
): number | null => {
  const amounts = lines.map(({ unitPrice }, at) => unitPrice * unitsTyped(typed[`units-${at}`] ?? ''))
  const total = [...amounts, sumTyped(typed.shipping ?? ''), sumTyped(typed.other ?? '')].reduce(
    (sum, amount) => sum + amount,
    0,
  )
  return Number.isSafeInteger(total) ? total : null
}
