import type { MailFacts } from '~/features/orders/mails.rules.ts'
import { greeting, toBuyer } from '~/features/orders/mails.rules.ts'
import type { OrderMoney } from '~/features/orders/money.rules.ts'
import { inYen, isGivenBack } from '~/features/orders/money.rules.ts'
import type { OwnersFacts } from '~/features/orders/payment/mails.rules.ts'
import { moneyText, nameOf, toOwner } from '~/features/orders/payment/mails.rules.ts'
import type { RefundReport } from '~/features/orders/payment/types.ts'
import { refundWayBlock, sellerBlock } from '~/features/orders/texts.ts'
import type { Order } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { MailBlock, NewMail } from '~/kernel/mail.ts'
import { mailFact, mailSum } from '~/kernel/mail.ts'
import type { RefundPart } from './rules.ts'

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

/** Tells the owner that a refund which had failed arrives after all; once (M11). `forgone`: it was, and its units are packed no more, or were sent (M52). */
export const arrivedMail = (
  refund: ReportedRefund,
  order: Order | undefined,
  money: OrderMoney | undefined,
  forgone: 'stay' | 'sent' | null,
  facts: OwnersFacts,
): NewMail => {
  const what =
    'お客様のカードに届かなかった返金が、あとから届くことになりました。ほかの方法でもお返ししていたときは、二重の返金です。注文のページでお確かめください。'
  return {
    ...refundMail(refund, order, money, facts),
    subjectKey: `${refund.id} after all`,
    subject: `［返金］${nameOf(order)} 届かなかったはずの返金が届きました`,
    preview: what,
    heading: '届かなかったはずの返金が届きました',
    opening: [
      what,
      ...(forgone === 'stay'
        ? [
            '返さないことにした分の返金でしたので、その商品は発送から外し、布は在庫に戻しました。箱に入れてあるときは、出してください。',
          ]
        : []),
      ...(forgone === 'sent'
        ? [
            '返さないことにした分の返金でした。商品をお届けしているときは、商品も代金もお客様の手もとにあります。',
          ]
        : []),
      ...shippingWarning(order, money),
    ],
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

/** What a part of a refund is for. */
export const partName = (
  order: Order,
  { part, position, units }: RefundPart,
  reason: string | null,
): string => {
  if (part === 'shipping') return '送料'
  const line = part === 'lines' ? order.lines[position ?? -1] : undefined
  return line === undefined ? (reason ?? 'そのほか') : `${nameWithColour(line)}（${line.number}）× ${units}`
}

/** What goes back, with its tax. */
export const refundedBlock = (
  order: Order,
  { amount, currency, tax, reason, parts }: MailedRefund,
): MailBlock => ({
  heading: '返金の内容（税込）',
  lines: [
    mailFact('注文番号', order.number),
    ...parts.map((part) => mailSum(partName(order, part, reason), moneyText(part.amount, currency))),
    mailSum('返金額', moneyText(amount, currency), true),
    ...(tax === null || currency !== 'jpy' ? [] : [`（10%対象 ${inYen(amount)}　内消費税 ${inYen(tax)}）`]),
    ...(reason === null || parts.some(({ part }) => part === 'other') ? [] : [mailFact('理由', reason)]),
  ],
})

export const whenItComes =
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
