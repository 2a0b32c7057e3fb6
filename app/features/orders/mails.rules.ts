import type { NewMail } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { orderPath } from './rules.ts'
import {
  deliveryBlock,
  goodsBlock,
  orderBlock,
  returnsBlock,
  reviewTexts,
  sellerBlock,
  termsBlocks,
} from './texts.ts'
import type { Order, Payment, ReviewReason } from './types.ts'

export interface MailFacts {
  readonly settings: ShopSettings
  readonly siteOrigin: string
  readonly ownerEmail: string
}

/** The link in both mails to the buyer opens the order (S23). */
const toBuyer = (order: Order, siteOrigin: string) => ({
  subjectKey: order.id,
  recipient: order.customer.email ?? '',
  holdsToken: true,
  link: {
    text: 'ご注文の内容と状況はこちらのページでご確認いただけます。',
    href: `${siteOrigin}${orderPath(order.accessToken)}`,
  },
})

const greeting = (order: Order): string => `${order.customer.name ?? 'お客'}様`

/** To the buyer: the order is accepted and its money received; the notice that the law asks for (L5, S22). */
export const confirmationMail = (order: Order, { settings, siteOrigin }: MailFacts): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_confirmation',
  subject: `【${settings.name}】ご注文を承りました（注文番号 ${order.number}）`,
  opening: [
    greeting(order),
    '',
    `${settings.name}をご利用いただき、ありがとうございます。`,
    'お支払いを確認し、ご注文を承りました。',
  ],
  blocks: [
    orderBlock(order, settings),
    goodsBlock(order, settings),
    deliveryBlock(order.customer),
    ...termsBlocks(settings),
    sellerBlock(settings),
  ],
  closing: ['このメールにお心当たりがない場合は、お手数ですが上記までご連絡ください。'],
})

export const shippedMail = (order: Order, { settings, siteOrigin }: MailFacts): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_shipped',
  subject: `【${settings.name}】商品を発送しました（注文番号 ${order.number}）`,
  opening: [
    greeting(order),
    '',
    'ご注文の商品を発送しました。到着まで、いましばらくお待ちください。',
    settings.terms.returns,
  ],
  blocks: [
    goodsBlock(order, settings),
    deliveryBlock(order.customer),
    returnsBlock(settings),
    sellerBlock(settings),
  ],
  closing: [],
})

const toOwner = { holdsToken: false, link: null } as const

export const paidCopyForOwner = (order: Order, { settings, ownerEmail }: MailFacts): NewMail => ({
  ...toOwner,
  kind: 'owner_paid',
  subjectKey: order.id,
  recipient: ownerEmail,
  subject: `［注文］${order.number} ${formatYen(order.total)}円`,
  opening: ['お支払いの済んだ注文が入りました。'],
  blocks: [
    orderBlock(order, settings),
    goodsBlock(order, settings),
    deliveryBlock(order.customer),
    { heading: 'お客様のメール', lines: [order.customer.email ?? '（ありません）'] },
  ],
  closing: [`発送したら: npm run orders -- ship ${order.number}`],
})

const paymentBlock = (payment: Payment) => ({
  heading: '支払い',
  lines: [
    `支払いページの番号 ${payment.sessionId}`,
    `支払いの番号 ${payment.paymentIntent ?? '（なし）'}`,
    `金額 ${payment.amountTotal ?? '（なし）'} ${payment.currency ?? ''}`,
  ],
})

const lookThere = '決済サービスの管理画面で支払いを確かめてください。'

/** To the owner: money came that does not fit its order, or (`payment` null) did not come. */
export const reviewMailForOwner = (
  order: Order,
  payment: Payment | null,
  reason: ReviewReason,
  { settings, ownerEmail }: MailFacts,
): NewMail => ({
  ...toOwner,
  kind: 'owner_review',
  subjectKey: `${order.id} ${payment?.sessionId ?? reason}`,
  recipient: ownerEmail,
  subject: `［要確認］注文 ${order.number}`,
  opening: [reviewTexts[reason], lookThere],
  blocks: [
    ...(payment === null ? [] : [paymentBlock(payment)]),
    orderBlock(order, settings),
    goodsBlock(order, settings),
  ],
  closing: [`くわしくは: npm run orders -- show ${order.number}`],
})

export const unmatchedPaymentMail = (
  payment: Payment,
  { ownerEmail }: Pick<MailFacts, 'ownerEmail'>,
): NewMail => ({
  ...toOwner,
  kind: 'owner_review',
  subjectKey: payment.sessionId,
  recipient: ownerEmail,
  subject: '［要確認］注文のない支払いがあります',
  opening: ['支払いがありましたが、あてはまる注文が見つかりません。', lookThere],
  blocks: [paymentBlock(payment)],
  closing: [],
})
