import { displayDate } from '~/kernel/dates.ts'
import { formatYen, yen } from '~/kernel/money.ts'

/** A refund as the provider gave its state last. */
export interface Refund {
  /** Yen. */
  readonly amount: number
  readonly state: 'asked' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** True of a failed one in whose place another was made. */
  readonly isReplaced?: boolean
}

export interface Dispute {
  /** Yen. */
  readonly amount: number
  /** In the provider's word. */
  readonly status: string
  /** Epoch ms until which the shop may answer; null where it cannot. */
  readonly dueBy: number | null
}

/** What was agreed to come back from its buyer; times in epoch ms. */
export interface OrderReturn {
  readonly announcedAt: number
  /** Null until it arrived. */
  readonly arrivedAt: number | null
}

/** What came for an order, went back and is wanted back, in yen, and the products that come back. */
export interface OrderMoney {
  readonly paid: number
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
  readonly returns: readonly OrderReturn[]
}

export const noMoney: OrderMoney = { paid: 0, refunds: [], disputes: [], returns: [] }

/** `question`: the bank asks and no money has moved; `open`: it took the money for now; `over`: the shop keeps it. */
export type DisputePhase = 'question' | 'open' | 'lost' | 'over'

/** An unknown word counts as open: somebody has to look. */
export const disputePhase = (status: string): DisputePhase => {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'question'
  if (status === 'won' || status === 'prevented' || status === 'warning_closed') return 'over'
  return status === 'lost' ? 'lost' : 'open'
}

/** The bank has taken the money for now: nothing is given back until it is over, and nothing shipped without saying so (N20). */
export const openDisputes = ({ disputes }: Pick<OrderMoney, 'disputes'>): readonly Dispute[] =>
  disputes.filter(({ status }) => disputePhase(status) === 'open')

/** Whether shipping needs 「それでも発送する」. */
export const disputeStops = (money: Pick<OrderMoney, 'disputes'>): boolean => openDisputes(money).length > 0

/** The states in which a refund's money is on its way back or has arrived there. */
export const refundsThatCount = ['asked', 'pending', 'requires_action', 'succeeded'] as const

const counts = ({ state }: Refund): boolean => refundsThatCount.some((each) => each === state)

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** What went back of an order's money, in yen: refunds that did not fail, and what disputes took for good (M11). */
export const givenBack = ({ refunds, disputes }: OrderMoney): number =>
  sum(refunds.filter(counts)) + sum(disputes.filter(({ status }) => disputePhase(status) === 'lost'))

/** Nothing of its money is left, so it is not shipped any more (M11). */
export const isGivenBack = (money: OrderMoney): boolean => money.paid > 0 && givenBack(money) >= money.paid

/** Yen that were sent back to the buyer, without what a dispute took: of those she reads nothing. */
export const sentBack = ({ refunds }: OrderMoney): number => sum(refunds.filter(counts))

/** Whether some of it is on its way back. */
export const isUnderWay = ({ refunds }: OrderMoney): boolean =>
  refunds.some((refund) => counts(refund) && refund.state !== 'succeeded')

/** What could not be given back, in yen. */
export const notGivenBack = ({ refunds }: OrderMoney): number =>
  sum(refunds.filter(({ state, isReplaced = false }) => state === 'failed' && !isReplaced))

export const inYen = (amount: number): string => `${formatYen(yen(amount))}円`

const dueText = ({ dueBy }: Dispute): string => (dueBy === null ? '' : `（回答期限 ${displayDate(dueBy)}）`)

/** What the owner reads of a dispute; null when it is over and the shop keeps the money. */
export const disputeText = (dispute: Dispute): string | null => {
  const phase = disputePhase(dispute.status)
  if (phase === 'over') return null
  if (phase === 'lost') return `異議申し立てで ${inYen(dispute.amount)} が引かれました`
  const what = phase === 'question' ? 'カード会社からの問い合わせ' : '異議申し立て'
  return `${what} ${inYen(dispute.amount)}${dueText(dispute)}`
}
