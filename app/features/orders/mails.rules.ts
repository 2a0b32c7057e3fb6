import { written } from '~/kernel/mail-layout.ts'
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

/** What every mail needs to know of the shop. `demo` stamps it 練習 (S11). */
export interface MailFacts {
  readonly settings: ShopSettings
  readonly siteOrigin: string
  readonly ownerEmail: string
  readonly demo: boolean
}

/** The kinds of mail about orders. */
export type OrderMailKind = 'order_confirmation' | 'owner_paid' | 'owner_review' | 'order_shipped'

/** A mail as the outbox takes it. */
export interface OrderMail {
  readonly kind: OrderMailKind
  readonly subjectKey: string
  readonly orderId: string | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const linkTo = (order: Order, siteOrigin: string) => ({
  text: 'ご注文の内容と状況はこちらのページでご確認いただけます。',
  href: `${siteOrigin}${orderPath(order.accessToken)}`,
})

const greeting = (order: Order): string => `${order.customer.name ?? 'お客'}様`

/** To the buyer: the order is accepted and its money received; the notice that the law asks for (law B5, S22, S23). */
export const confirmationMail = (order: Order, { settings, siteOrigin, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'order_confirmation',
      subjectKey: order.id,
      orderId: order.id,
      recipient: order.customer.email ?? '',
      subject: `【${settings.name}】ご注文を承りました（注文番号 ${order.number}）`,
    },
    {
      opening: [
        greeting(order),
        '',
        `${settings.name}をご利用いただき、ありがとうございます。`,
        'お支払いを確認し、ご注文を承りました。',
      ],
      link: linkTo(order, siteOrigin),
      blocks: [
        orderBlock(order, settings),
        goodsBlock(order, settings.invoiceNumber),
        deliveryBlock(order.customer),
        ...termsBlocks(settings),
        sellerBlock(settings),
      ],
      closing: ['このメールにお心当たりがない場合は、お手数ですが上記までご連絡ください。'],
    },
    demo,
  )

/** To the buyer: the goods are on their way; from their arrival on they can be sent back (S:L199). */
export const shippedMail = (order: Order, { settings, siteOrigin, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'order_shipped',
      subjectKey: order.id,
      orderId: order.id,
      recipient: order.customer.email ?? '',
      subject: `【${settings.name}】商品を発送しました（注文番号 ${order.number}）`,
    },
    {
      opening: [
        greeting(order),
        '',
        'ご注文の商品を発送しました。到着まで、いましばらくお待ちください。',
        settings.terms.returns,
      ],
      link: linkTo(order, siteOrigin),
      blocks: [
        goodsBlock(order, settings.invoiceNumber),
        deliveryBlock(order.customer),
        returnsBlock(settings),
        sellerBlock(settings),
      ],
      closing: [],
    },
    demo,
  )

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

const paymentLines = (payment: Payment): string[] => [
  `支払いページの番号 ${payment.sessionId}`,
  `支払いの番号 ${payment.paymentIntent ?? '（なし）'}`,
  `金額 ${payment.amountTotal ?? '（なし）'} ${payment.currency ?? ''}`,
]

/** To the owner: money came that does not fit its order, or (`payment` null) did not come. */
export const reviewMailForOwner = (
  order: Order,
  payment: Payment | null,
  reason: ReviewReason,
  { settings, ownerEmail, demo }: MailFacts,
): OrderMail =>
  written(
    {
      kind: 'owner_review',
      subjectKey: `${order.id} ${payment?.sessionId ?? reason}`,
      orderId: order.id,
      recipient: ownerEmail,
      subject: `［要確認］注文 ${order.number}`,
    },
    {
      opening: [reviewTexts[reason], '決済サービスの管理画面で支払いを確かめてください。'],
      link: null,
      blocks: [
        ...(payment === null ? [] : [{ heading: '支払い', lines: paymentLines(payment) }]),
        orderBlock(order, settings),
        goodsBlock(order, settings.invoiceNumber),
      ],
      closing: [`くわしくは: npm run orders -- show ${order.number}`],
    },
    demo,
  )

/** To the owner: money came for which there is no order at all. */
export const unmatchedPaymentMail = (payment: Payment, { ownerEmail, demo }: MailFacts): OrderMail =>
  written(
    {
      kind: 'owner_review',
      subjectKey: payment.sessionId,
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
      blocks: [{ heading: '支払い', lines: paymentLines(payment) }],
      closing: [],
    },
    demo,
  )
