import { greeting, type MailFacts, onDesk, toBuyer } from '~/features/orders/mails.rules.ts'
import {
  disputePhase,
  disputeText,
  inYen,
  isGivenBack,
  type OrderMoney,
} from '~/features/orders/money.rules.ts'
import { refundWayBlock, sellerBlock } from '~/features/orders/texts.ts'
import type { Order } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { type MailBlock, mailFact, mailSum, type NewMail } from '~/kernel/mail.ts'
import type { DisputeReport, RefundPart, RefundReport } from './types.ts'

type OwnersFacts = Pick<MailFacts, 'ownerEmail' | 'siteOrigin'>

const toOwner = (order: Order | undefined, facts: OwnersFacts) => ({
  recipient: facts.ownerEmail,
  holdsToken: false,
  link: order === undefined ? null : onDesk(order, facts),
  closing: [],
})

const nameOf = (order: Order | undefined): string =>
  order === undefined ? '（注文が見つかりません）' : order.number

/** For an order that still waits for its parcel. */
const shippingWarning = (order: Order | undefined, money: OrderMoney | undefined): string[] =>
  order?.state === 'paid' && order.shippedAt === null && money !== undefined && isGivenBack(money)
    ? ['代金を全額お返ししたため、この注文は発送できません。']
    : []

type ReportedRefund = Pick<RefundReport, 'id' | 'paymentIntent' | 'amount' | 'state' | 'failureReason'>

/** Tells the owner of a refund outside the shop, or one that failed or was canceled; each once (M11). */
export const refundMail = (
  refund: ReportedRefund,
  order: Order | undefined,
  money: OrderMoney | undefined,
  facts: OwnersFacts,
): NewMail => {
  const failed = refund.state === 'failed' || refund.state === 'canceled'
  const heading = failed ? '返金できませんでした' : '返金がありました'
  const what = failed
    ? 'お客様のカードに返金が届きませんでした。銀行振込など、ほかの方法でお返しください。'
    : '決済サービスの画面で返金されました。'
  return {
    ...toOwner(order, facts),
    kind: 'owner_refund',
    subjectKey: failed ? `${refund.id} failed` : refund.id,
    subject: `［返金］${nameOf(order)} ${failed ? '返金できませんでした' : inYen(refund.amount)}`,
    preview: what,
    heading,
    opening: [what, ...shippingWarning(order, money)],
    blocks: [refundBlock(refund, order)],
  }
}

const refundBlock = (refund: ReportedRefund, order: Order | undefined): MailBlock => ({
  heading: '返金',
  lines: [
    mailFact('注文番号', nameOf(order)),
    mailFact('金額', inYen(refund.amount)),
    mailFact('返金の番号', refund.id),
    mailFact('支払いの番号', refund.paymentIntent),
    ...(refund.failureReason === null ? [] : [mailFact('理由', refund.failureReason)]),
  ],
})

const disputeHeadings = {
  question: 'カード会社から問い合わせがありました',
  open: 'カード会社から異議申し立てがありました',
  lost: '異議申し立てが認められました',
  over: '異議申し立てが終わりました',
} as const

const disputeWords = {
  question: ['お金は動いていません。決済サービスの管理画面で、期限までに答えてください。'],
  open: [
    'お客様のカード会社が、この支払いの取り消しを求めています。代金は、いったん引かれています。',
    '決済サービスの管理画面で、期限までに答えてください。結果が出るまで、発送も返金もお控えください。',
  ],
  lost: ['この支払いの代金は、カード会社に引かれました。'],
  over: ['代金はお店のものです。'],
} as const

/** Tells the owner of a dispute's opening, withdrawal and return of money; each once (M11). */
export const disputeMail = (
  dispute: DisputeReport,
  order: Order | undefined,
  facts: OwnersFacts,
): NewMail => {
  const phase = disputePhase(dispute.status)
  const text = disputeText(dispute)
  return {
    ...toOwner(order, facts),
    kind: 'owner_dispute',
    subjectKey: `${dispute.id} ${phase}`,
    subject: `［異議申し立て］${nameOf(order)} ${disputeHeadings[phase]}`,
    preview: disputeWords[phase][0],
    heading: disputeHeadings[phase],
    opening: [...disputeWords[phase]],
    blocks: [
      {
        heading: '異議申し立て',
        lines: [
          mailFact('注文番号', nameOf(order)),
          ...(text === null ? [] : [text]),
          mailFact('理由', dispute.reason),
          mailFact('異議申し立ての番号', dispute.id),
          mailFact('支払いの番号', dispute.paymentIntent),
        ],
      },
    ],
  }
}

export interface MailedRefund {
  readonly id: string
  readonly amount: number
  readonly currency: string
  /** Included tax; null if unknown. */
  readonly tax: number | null
  readonly via: 'provider' | 'outside' | 'transfer'
  readonly reason: string | null
  readonly parts: readonly RefundPart[]
}

/** `amount` is in the currency's smallest unit. */
export const moneyText = (amount: number, currency: string): string =>
  currency === 'jpy' ? inYen(amount) : `${amount} ${currency}`

const partName = (order: Order, { part, position, units }: RefundPart, reason: string | null): string => {
  if (part === 'shipping') return '送料'
  const line = part === 'lines' ? order.lines[position ?? -1] : undefined
  return line === undefined ? (reason ?? 'そのほか') : `${nameWithColour(line)}（${line.number}）× ${units}`
}

const refundedBlock = (order: Order, { amount, currency, tax, reason, parts }: MailedRefund): MailBlock => ({
  heading: '返金の内容（税込）',
  lines: [
    mailFact('注文番号', order.number),
    ...parts.map((part) => mailSum(partName(order, part, reason), moneyText(part.amount, currency))),
    mailSum('返金額', moneyText(amount, currency), true),
    ...(tax === null || currency !== 'jpy' ? [] : [`（10%対象 ${inYen(amount)}　内消費税 ${inYen(tax)}）`]),
    ...(reason === null || parts.some(({ part }) => part === 'other') ? [] : [mailFact('理由', reason)]),
  ],
})

const whenItComes =
  'カードの明細に反映されるまで、5〜10日ほどかかります。締め日によっては、翌月以降の明細になることがあります。カードが変わっているときも、多くの場合はカード会社を通じてお受け取りになれます。'

/** Tells the buyer what her refund is for (N4). */
export const refundedMail = (
  order: Order,
  refund: MailedRefund,
  { settings, siteOrigin }: Pick<MailFacts, 'settings' | 'siteOrigin'>,
): NewMail => {
  const isCancelled = order.cancelledAt !== null
  const sum = moneyText(refund.amount, refund.currency)
  const way =
    refund.via === 'transfer' ? '銀行振込でお返ししました' : 'お支払いのカードへお返しする手続きをしました'
  const heading = isCancelled ? 'ご注文を取り消しました' : `${sum}を返金します`
  return {
    ...toBuyer(order, siteOrigin),
    kind: 'order_refunded',
    subjectKey: `${order.id} ${refund.id}`,
    subject: `【${settings.name}】${isCancelled ? heading : '返金のお知らせ'}（注文番号 ${order.number}）`,
    preview: `${sum}を、${way}。`,
    heading,
    opening: [
      greeting(order),
      '',
      ...(isCancelled ? ['ご注文を取り消しました。'] : []),
      `${sum}を、${way}。`,
      ...(refund.via === 'transfer' ? [] : [whenItComes]),
    ],
    blocks: [
      refundedBlock(order, refund),
      ...(refund.via === 'transfer' ? [] : [refundWayBlock(settings)]),
      sellerBlock(order, settings),
    ],
    closing: [],
  }
}

/** For a cancelled order of which nothing is left to refund. */
export const cancelledMail = (
  order: Order,
  { settings, siteOrigin }: Pick<MailFacts, 'settings' | 'siteOrigin'>,
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_cancelled',
  subject: `【${settings.name}】ご注文を取り消しました（注文番号 ${order.number}）`,
  preview: 'ご注文を取り消しました。',
  heading: 'ご注文を取り消しました',
  opening: [
    greeting(order),
    '',
    'ご注文を取り消しました。お支払いいただいた代金は、すでにお返ししています。',
  ],
  blocks: [{ heading: 'ご注文', lines: [mailFact('注文番号', order.number)] }, sellerBlock(order, settings)],
  closing: [],
})
