import type { WantedPiece } from '~/features/stock/rules.ts'
import {
  disputeText,
  givenBack,
  inYen,
  isGivenBack,
  isUnderWay,
  notGivenBack,
  type OrderMoney,
  refundsText,
  sentBack,
} from './money.rules.ts'
import type { Order, ReviewReason } from './types.ts'

export type ListedOrder = Omit<Order, 'lines' | 'parcels'> & {
  readonly money: OrderMoney
  readonly standing: Standing
}

export type StandingFacts = Pick<
  Order,
  'state' | 'shippedAt' | 'cancelledAt' | 'reviewReason' | 'settledAt' | 'restoredAt' | 'addressChangedAt'
> & {
  readonly money: OrderMoney
  readonly isUndelivered: boolean
}

export type StandingKind =
  | 'unpaid'
  | 'void'
  | 'awaiting'
  | 'review'
  | 'open'
  | 'shipped'
  | 'cancelling'
  | 'cancelled'
  | 'returning'
  | 'returned'

export type BadgeKind = 'refund' | 'failure' | 'dispute' | 'mail' | 'address' | 'restored'

export interface Badge {
  readonly kind: BadgeKind
  readonly text: string
}

/** For the desk and the owner's commands (N10). */
export interface Standing {
  readonly kind: StandingKind
  readonly line: string
  readonly badges: readonly Badge[]
}

/** The status for the buyer, without disputes or reasons for a review (N10). */
export interface BuyersStanding {
  readonly kind: StandingKind
  readonly short: string
  readonly line: string
  /** What went back of an order that goes on; null for nothing. */
  readonly back: { readonly name: string; readonly text: string } | null
}

export type BuyersFacts = Omit<StandingFacts, 'isUndelivered' | 'restoredAt' | 'addressChangedAt'>

export const isUnsettled = ({
  state,
  reviewReason,
  settledAt,
}: Pick<Order, 'state' | 'reviewReason' | 'settledAt'>): boolean =>
  settledAt === null && (reviewReason !== null || state === 'needs_review')

export const reviewTexts: Readonly<Record<ReviewReason, string>> = {
  amount: '支払われた金額が、注文の合計と違います。',
  currency: '支払いの通貨が、円ではありません。',
  livemode: '本番の支払いと練習の支払いが入れちがっています。',
  'other-order': '支払いに記された注文が、この注文ではありません。',
  'paid-twice': '同じ注文に、二つ目の支払いがありました。片方の返金が必要です。',
  'sold-out': '支払われたときには、つなげて届けられる布がありませんでした。',
  'not-listed': '支払い済みの注文ですが、決済サービスの一覧に支払いが見つかりません。',
}

const isReviewReason = (text: string): text is ReviewReason => Object.hasOwn(reviewTexts, text)

const reviewText = (reason: string): string => (isReviewReason(reason) ? reviewTexts[reason] : reason)

export const kindOf = (facts: BuyersFacts): StandingKind => {
  const { state, shippedAt, cancelledAt, money } = facts
  if (state === 'pending') return 'unpaid'
  if (state === 'failed' || state === 'expired') return 'void'
  if (state === 'awaiting_payment') return 'awaiting'
  if (shippedAt !== null) return kindAfterShipping(money)
  if (state === 'needs_review' && isUnsettled(facts) && cancelledAt === null) return 'review'
  if (cancelledAt !== null || isGivenBack(money))
    return (money.paid === 0 || isGivenBack(money)) && !isUnderWay(money) ? 'cancelled' : 'cancelling'
  if (isUnsettled(facts)) return 'review'
  // Settled, but neither paid nor refunded, such as a practice payment.
  return state === 'needs_review' ? 'cancelled' : 'open'
}

/** Whether nothing was shipped and nothing will be. */
export const neverShips = (kind: StandingKind): boolean =>
  kind === 'void' || kind === 'cancelling' || kind === 'cancelled'

const kindAfterShipping = ({ returns }: OrderMoney): StandingKind => {
  if (returns.length === 0) return 'shipped'
  return returns.some(({ arrivedAt }) => arrivedAt === null) ? 'returning' : 'returned'
}

const texts: Readonly<
  Record<StandingKind, { readonly desk: string; readonly short: string; readonly buyer: string }>
> = {
  unpaid: {
    desk: '支払い前',
    short: 'お支払いの確認中',
    buyer: 'お支払いは、まだ確認できていません。',
  },
  void: {
    desk: '支払いなし',
    short: 'お支払いなし（無効）',
    buyer: 'お支払いがなかったため、このご注文は無効です。',
  },
  awaiting: {
    desk: '入金待ち',
    short: 'お支払い待ち',
    buyer: 'お支払いを確認しています。確認がとれしだい、メールでお知らせします。',
  },
  review: {
    desk: '要確認',
    short: 'お店で確認中',
    buyer: 'お店でご注文を確認しています。ご連絡まで、いましばらくお待ちください。',
  },
  open: {
    desk: '発送待ち',
    short: 'お支払い済み・発送準備中',
    buyer: 'お支払いを確認し、発送の準備をしています。',
  },
  shipped: {
    desk: '発送済み',
    short: '発送済み',
    buyer: '商品を発送しました。到着まで、いましばらくお待ちください。',
  },
  cancelling: {
    desk: '取り消し（返金中）',
    short: '取り消し（返金中）',
    buyer: 'ご注文を取り消しました。',
  },
  cancelled: { desk: '取り消し済み', short: '取り消し済み', buyer: 'ご注文を取り消しました。' },
  returning: {
    desk: '返品を待っています',
    short: '返品をお待ちしています',
    buyer: '返品をお待ちしています。',
  },
  returned: { desk: '返品済み', short: '返品を受け取りました', buyer: '返品を受け取りました。' },
}

const sentBackText = (kind: StandingKind, money: OrderMoney): string => {
  const sum = sentBack(money)
  if (sum === 0) return ''
  if (kind === 'cancelling') return `${inYen(sum)}をカードへお返しする手続きをしています。`
  return kind === 'cancelled' ? `${inYen(sum)}をお返ししました。` : ''
}

/** The refunds of an order that goes on, which its line does not tell of. */
const backOf = (kind: StandingKind, money: OrderMoney): BuyersStanding['back'] => {
  if (sentBack(money) === 0 || kind === 'cancelling' || kind === 'cancelled') return null
  return { name: sentBack(money) >= money.paid ? '全額返金' : '一部返金', text: refundsText(money) }
}

export const buyersStanding = (facts: BuyersFacts): BuyersStanding => {
  const kind = kindOf(facts)
  const { short, buyer } = texts[kind]
  return { kind, short, line: `${buyer}${sentBackText(kind, facts.money)}`, back: backOf(kind, facts.money) }
}

/** The order's status for the desk; a reason unknown to this version is shown as stored. */
export const orderStanding = (facts: StandingFacts): Standing => {
  const kind = isUnsettled(facts) ? 'review' : kindOf(facts)
  const { reviewReason } = facts
  const why = kind === 'review' && reviewReason !== null ? `：${reviewText(reviewReason)}` : ''
  return { kind, line: `${texts[kind].desk}${why}`, badges: badgesOf(facts) }
}

const badgesOf = ({ money, isUndelivered, addressChangedAt, restoredAt }: StandingFacts): Badge[] => {
  const back = givenBack(money)
  const failed = isGivenBack(money) ? 0 : notGivenBack(money)
  const disputes = money.disputes.flatMap((dispute): Badge[] => {
    const text = disputeText(dispute)
    return text === null ? [] : [{ kind: 'dispute', text }]
  })
  const found: readonly (readonly [isThere: boolean, kind: BadgeKind, text: string])[] = [
    [failed > 0, 'failure', `返金できませんでした ${inYen(failed)}`],
    [back > 0, 'refund', `${isGivenBack(money) ? '全額返金' : '一部返金'} ${inYen(back)}`],
    [isUnderWay(money), 'refund', '返金中'],
    [isUndelivered, 'mail', 'メール不達'],
    [addressChangedAt !== null, 'address', '住所変更'],
    [restoredAt !== null, 'restored', '復元'],
  ]
  return [...disputes, ...found.flatMap(([isThere, kind, text]) => (isThere ? [{ kind, text }] : []))]
}

interface OrderStep {
  readonly name: string
  /** Epoch ms; null if unknown or not reached. */
  readonly at: number | null
  readonly isReached: boolean
  readonly isDone: boolean
  readonly isCurrent: boolean
}

export const orderSteps = ({
  standing: { kind },
  createdAt,
  shippedAt,
  cancelledAt,
}: Pick<Order, 'createdAt' | 'shippedAt' | 'cancelledAt'> & {
  readonly standing: Pick<BuyersStanding, 'kind'>
}): OrderStep[] => {
  if (kind === 'unpaid' || kind === 'void') return []
  const isCancelled = kind === 'cancelling' || kind === 'cancelled'
  const current = shippedAt !== null ? 2 : isCancelled || kind === 'open' ? 1 : 0
  const isOver = shippedAt !== null || kind === 'cancelled'
  const dates = [createdAt, isCancelled ? cancelledAt : null, shippedAt]
  return (isCancelled ? ['ご注文', '取り消し'] : ['ご注文', '発送準備', '発送']).map((name, at) => ({
    name,
    at: dates[at] ?? null,
    isReached: at <= current,
    isDone: at < current || (at === current && isOver),
    isCurrent: at === current,
  }))
}

/** The stock that the lines need, one piece per line, without refunded units (`taken`, from `unitsTaken`). */
export const wantedPieces = (
  { id, lines }: Pick<Order, 'id' | 'lines'>,
  taken: ReadonlyMap<string, number> = new Map(),
): WantedPiece[] =>
  lines.flatMap(({ number, quantity }, position) => {
    const units = quantity - (taken.get(`${id} ${position}`) ?? 0)
    return units > 0 ? [{ number, position, units }] : []
  })
