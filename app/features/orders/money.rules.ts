import { displayDate } from '~/kernel/dates.ts'
import { formatYen, yen } from '~/kernel/money.ts'

/** A refund in its last known state; `amount` in yen. */
export interface Refund {
  readonly amount: number
  /** Epoch ms. */
  readonly askedAt: number
  readonly state: 'asked' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** A failed refund that was replaced by another, or dropped. */
  readonly isReplaced?: boolean
}

export interface Dispute {
  readonly amount: number
  readonly status: string
  /** Epoch ms until which the shop may answer; null if it cannot. */
  readonly dueBy: number | null
}

/** Products that the buyer agreed to send back; times in epoch ms. */
export interface OrderReturn {
  readonly announcedAt: number
  readonly arrivedAt: number | null
  /** By position of the order's lines. */
  readonly units: readonly number[]
}

export interface OrderMoney {
  readonly paid: number
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
  readonly returns: readonly OrderReturn[]
}

export const noMoney: OrderMoney = { paid: 0, refunds: [], disputes: [], returns: [] }

/** `question`: the bank asks, no money has moved; `open`: it holds the money; `over`: the shop keeps the money. */
export type DisputePhase = 'question' | 'open' | 'lost' | 'over'

/** An unknown status counts as open, so that somebody checks it. */
export const disputePhase = (status: string): DisputePhase => {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'question'
  if (status === 'won' || status === 'prevented' || status === 'warning_closed') return 'over'
  return status === 'lost' ? 'lost' : 'open'
}

/** While the bank holds the money, nothing is refunded, and shipping needs a confirmation (N20). */
export const openDisputes = ({ disputes }: Pick<OrderMoney, 'disputes'>): readonly Dispute[] =>
  disputes.filter(({ status }) => disputePhase(status) === 'open')

export const disputeStops = (money: Pick<OrderMoney, 'disputes'>): boolean => openDisputes(money).length > 0

export const refundsThatCount = ['asked', 'pending', 'requires_action', 'succeeded'] as const

const counts = ({ state }: Refund): boolean => refundsThatCount.some((each) => each === state)

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** Yen returned to the buyer: refunds that did not fail, and lost disputes (M11). */
export const givenBack = ({ refunds, disputes }: OrderMoney): number =>
  sum(refunds.filter(counts)) + sum(disputes.filter(({ status }) => disputePhase(status) === 'lost'))

/** Whether all money was returned, so that the order is not shipped (M11). */
export const isGivenBack = (money: OrderMoney): boolean => money.paid > 0 && givenBack(money) >= money.paid

/** Yen refunded, without lost disputes, which the buyer is not shown. */
export const sentBack = ({ refunds }: OrderMoney): number => sum(refunds.filter(counts))

/** When the last of all the money was refunded; null before, and where a lost dispute took of it. */
export const sentBackAt = (money: OrderMoney): number | null =>
  money.paid > 0 && sentBack(money) >= money.paid
    ? Math.max(...money.refunds.filter(counts).map(({ askedAt }) => askedAt))
    : null

/** Each refund with its day. */
export const refundsText = ({ refunds }: OrderMoney): string =>
  refunds
    .filter(counts)
    .map(({ amount, askedAt, state }) =>
      state === 'succeeded'
        ? `${inYen(amount)}（${displayDate(askedAt)}）`
        : `${inYen(amount)}（${displayDate(askedAt)}から手続き中）`,
    )
    .join('、')

export const isUnderWay = ({ refunds }: OrderMoney): boolean =>
  refunds.some((refund) => counts(refund) && refund.state !== 'succeeded')

/** Yen of failed refunds that were not replaced. */
export const notGivenBack = ({ refunds }: OrderMoney): number =>
  sum(refunds.filter(({ state, isReplaced = false }) => state === 'failed' && !isReplaced))

export const inYen = (amount: number): string => `${formatYen(yen(amount))}円`

const dueText = ({ dueBy }: Dispute): string => (dueBy === null ? '' : `（回答期限 ${displayDate(dueBy)}）`)

/** For the owner; null when the dispute is over and the shop keeps the money. */
export const disputeText = (dispute: Dispute): string | null => {
  const phase = disputePhase(dispute.status)
  if (phase === 'over') return null
  if (phase === 'lost') return `異議申し立てで ${inYen(dispute.amount)} が引かれました`
  const what = phase === 'question' ? 'カード会社からの問い合わせ' : '異議申し立て'
  return `${what} ${inYen(dispute.amount)}${dueText(dispute)}`
}
