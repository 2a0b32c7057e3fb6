import type { MailFacts } from '~/features/orders/mails.rules.ts'
import {
  disputePhase,
  disputeText,
  inYen,
  isGivenBack,
  type OrderMoney,
} from '~/features/orders/money.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { type MailBlock, mailFact, type NewMail } from '~/kernel/mail.ts'
import type { DisputeReport, RefundReport } from './types.ts'

const toOwner = ({ ownerEmail }: Pick<MailFacts, 'ownerEmail'>) =>
  ({ recipient: ownerEmail, holdsToken: false, link: null }) as const

const nameOf = (order: Order | undefined): string =>
  order === undefined ? '（注文が見つかりません）' : order.number

const closingFor = (order: Order | undefined): string[] =>
  order === undefined ? [] : [`くわしくは: npm run orders -- show ${order.number}`]

/** Of an order that still waits for its parcel. */
const shippingWarning = (order: Order | undefined, money: OrderMoney | undefined): string[] =>
  order?.state === 'paid' && order.shippedAt === null && money !== undefined && isGivenBack(money)
    ? ['代金を全額お返ししたため、この注文は発送できません。']
    : []

/** To the owner: money went back at the provider, or (state failed, canceled) did not arrive; each once (M11). */
export const refundMail = (
  refund: RefundReport,
  order: Order | undefined,
  money: OrderMoney | undefined,
  facts: Pick<MailFacts, 'ownerEmail'>,
): NewMail => {
  const failed = refund.state === 'failed' || refund.state === 'canceled'
  const heading = failed ? '返金できませんでした' : '返金がありました'
  const what = failed
    ? 'お客様のカードに返金が届きませんでした。銀行振込など、ほかの方法でお返しください。'
    : '決済サービスの画面で返金されました。'
  return {
    ...toOwner(facts),
    kind: 'owner_refund',
    subjectKey: failed ? `${refund.id} failed` : refund.id,
    subject: `［返金］${nameOf(order)} ${failed ? '返金できませんでした' : inYen(refund.amount)}`,
    preview: what,
    heading,
    opening: [what, ...shippingWarning(order, money)],
    blocks: [refundBlock(refund, order)],
    closing: closingFor(order),
  }
}

const refundBlock = (refund: RefundReport, order: Order | undefined): MailBlock => ({
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

/** To the owner: a buyer's bank asks, takes or gives back; each of these once (M11). */
export const disputeMail = (
  dispute: DisputeReport,
  order: Order | undefined,
  facts: Pick<MailFacts, 'ownerEmail'>,
): NewMail => {
  const phase = disputePhase(dispute.status)
  const text = disputeText(dispute)
  return {
    ...toOwner(facts),
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
    closing: closingFor(order),
  }
}
