import { written } from '~/kernel/mail-layout.ts'
import { formatYen } from '~/kernel/money.ts'
import type { MailFacts, OrderMail } from './mail-writing.rules.ts'
import type { ReviewReason, SessionReport } from './rules.ts'
import { deliveryBlock, goodsBlock, orderBlock } from './texts.ts'
import type { Order } from './types.ts'

/** To the owner: an order was paid and has to be packed. */
export const paidCopyForOwner = (order: Order, { settings, ownerEmail, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'owner_paid',
      subjectKey: order.id,
      orderId: order.id,
      recipient: ownerEmail,
      subject: `［注文］${order.number} ${formatYen(order.total)}円`,
    },
    {
      opening: ['お支払いの済んだ注文が入りました。'],
      link: null,
      blocks: [
        orderBlock(order, settings),
        goodsBlock(order, settings.invoiceNumber),
        deliveryBlock(order.customer),
        { heading: 'お客様のメール', lines: [order.customer.email ?? '（ありません）'] },
      ],
      closing: [`発送したら: npm run orders -- ship ${order.number}`],
    },
    demo,
  )

/** Why an order has to be looked at, in words for its owner. */
export const reviewWords: Readonly<Record<ReviewReason, string>> = {
  amount: '支払われた金額が、注文の合計と違います。',
  currency: '支払いの通貨が、円ではありません。',
  livemode: '本番の支払いと練習の支払いが入れちがっています。',
  'other-order': '支払いに記された注文が、この注文ではありません。',
  'paid-twice': '同じ注文に、二つ目の支払いがありました。片方の返金が必要です。',
  'not-listed': '支払い済みの注文ですが、決済サービスの一覧に支払いが見つかりません。',
}

const reportLines = (report: SessionReport): string[] => [
  `支払いページの番号 ${report.sessionId}`,
  `支払いの番号 ${report.paymentIntent ?? '（なし）'}`,
  `金額 ${report.amountTotal ?? '（なし）'} ${report.currency ?? ''}`,
]

/** To the owner: money came that does not fit its order, or (`report` null) did not come. */
export const reviewMailForOwner = (
  order: Order,
  report: SessionReport | null,
  reason: ReviewReason,
  { settings, ownerEmail, demo }: MailFacts,
): OrderMail =>
  written(
    {
      kind: 'owner_review',
      subjectKey: `${order.id} ${report?.sessionId ?? reason}`,
      orderId: order.id,
      recipient: ownerEmail,
      subject: `［要確認］注文 ${order.number}`,
    },
    {
      opening: [reviewWords[reason], '決済サービスの管理画面で支払いを確かめてください。'],
      link: null,
      blocks: [
        ...(report === null ? [] : [{ heading: '支払い', lines: reportLines(report) }]),
        orderBlock(order, settings),
        goodsBlock(order, settings.invoiceNumber),
      ],
      closing: [`くわしくは: npm run orders -- show ${order.number}`],
    },
    demo,
  )

/** To the owner: money came for which there is no order at all. */
export const strayPaymentMail = (report: SessionReport, { ownerEmail, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'owner_review',
      subjectKey: report.sessionId,
      orderId: null,
      recipient: ownerEmail,
      subject: '［要確認］注文のない支払いがあります',
    },
    {
      opening: [
        '支払いがありましたが、あてはまる注文が見つかりません。',
        '決済サービスの管理画面で支払いを確かめてください。',
      ],
      link: null,
      blocks: [{ heading: '支払い', lines: reportLines(report) }],
      closing: [],
    },
    demo,
  )
