import { type MailFacts, onDesk } from '~/features/orders/mails.rules.ts'
import { disputePhase, disputeText, inYen } from '~/features/orders/money.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { mailFact, type NewMail } from '~/kernel/mail.ts'
import type { DisputeReport } from './types.ts'

export type OwnersFacts = Pick<MailFacts, 'ownerEmail' | 'siteOrigin'>

export const toOwner = (order: Order | undefined, facts: OwnersFacts) => ({
  recipient: facts.ownerEmail,
  holdsToken: false,
  link: order === undefined ? null : onDesk(order, facts),
  closing: [],
})

export const nameOf = (order: Order | undefined): string =>
  order === undefined ? '（注文が見つかりません）' : order.number

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

/** `amount` is in the currency's smallest unit. */
export const moneyText = (amount: number, currency: string): string =>
  currency === 'jpy' ? inYen(amount) : `${amount} ${currency}`
