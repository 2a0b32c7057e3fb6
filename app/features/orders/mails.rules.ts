import { deskLink } from '~/features/desk/access/mails.rules.ts'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { type MailBlock, mailFact, type NewMail } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { parcelFacts, parcelsOf } from './carriers.rules.ts'
import { addressee, hasReceipts, orderPath, receiptPath } from './rules.ts'
import { reviewTexts } from './standing.rules.ts'
import {
  deliveryBlock,
  namedUnits,
  notShippedBlock,
  orderBlock,
  productBlock,
  refundWayBlock,
  returnAddressBlock,
  returnsBlock,
  sellerBlock,
  termsBlocks,
} from './texts.ts'
import type { Order, Payment, ReviewReason } from './types.ts'

export interface MailFacts {
  readonly settings: ShopSettings
  readonly siteOrigin: string
  readonly ownerEmail: string
}

/** Common parts of the buyer's mails, which all have a link that opens the order (S23). */
export const toBuyer = (order: Order, siteOrigin: string) => ({
  subjectKey: order.id,
  recipient: order.customer.email ?? '',
  holdsToken: true,
  link: { text: 'ご注文の内容と状況を見る', href: `${siteOrigin}${orderPath(order.accessToken)}` },
})

export const greeting = (order: Order): string => addressee(order.customer.name)

/** What was ordered, and which units of each line stay in the shop (N18). */
const productBlocks = (
  order: Order,
  facts: Pick<MailFacts, 'settings' | 'siteOrigin'>,
  notShipped: readonly number[],
): MailBlock[] => [productBlock(order, { ...facts, notShipped }), ...notShippedBlock(order, notShipped)]

/** Where she makes her receipt herself (M19); nothing for an order that has none. */
const receiptBlocks = (order: Order, siteOrigin: string): MailBlock[] =>
  hasReceipts(order)
    ? [
        {
          heading: '領収書',
          lines: [
            mailFact(
              '領収書の発行',
              '宛名を入れて、次のページから発行できます',
              `${siteOrigin}${receiptPath(order.accessToken)}`,
            ),
          ],
        },
      ]
    : []

/** To the buyer: order accepted and payment received, as the law requires (L5, S22); `notShipped` is for one that is sent again. */
export const confirmationMail = (
  order: Order,
  { settings, siteOrigin }: MailFacts,
  arrival: string | null = null,
  notShipped: readonly number[] = [],
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_confirmation',
  subject: `【${settings.name}】ご注文を承りました（注文番号 ${order.number}）`,
  preview: `合計 ${formatYen(order.total)}円。${settings.terms.delivery}`,
  heading: 'ご注文を承りました',
  opening: [
    greeting(order),
    '',
    `${settings.name}をご利用いただき、ありがとうございます。`,
    'お支払いを確認し、ご注文を承りました。',
  ],
  blocks: [
    orderBlock(order, settings),
    ...productBlocks(order, { settings, siteOrigin }, notShipped),
    deliveryBlock(order.customer),
    ...termsBlocks(settings, arrival),
    ...receiptBlocks(order, siteOrigin),
    sellerBlock(order, settings),
  ],
  closing: ['このメールにお心当たりがない場合は、お手数ですが上記までご連絡ください。'],
})

const shippedOn = ({ shippedAt }: Order) =>
  shippedAt === null ? [] : [mailFact('発送日', displayDate(shippedAt))]

const parcelLines = (order: Order) =>
  parcelFacts(parcelsOf(order)).map(({ name, value, link }) => mailFact(name, value, link ?? undefined))

export const shippedMail = (
  order: Order,
  { settings, siteOrigin }: MailFacts,
  notShipped: readonly number[] = [],
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_shipped',
  subject: `【${settings.name}】商品を発送しました（注文番号 ${order.number}）`,
  preview: '到着まで、いましばらくお待ちください。',
  heading: '商品を発送しました',
  opening: [
    greeting(order),
    '',
    order.parcels.length > 1
      ? `ご注文の商品を、${order.parcels.length}個の荷物に分けて発送しました。到着まで、いましばらくお待ちください。`
      : 'ご注文の商品を発送しました。到着まで、いましばらくお待ちください。',
  ],
  blocks: [
    {
      heading: 'ご注文',
      lines: [mailFact('注文番号', order.number), ...shippedOn(order), ...parcelLines(order)],
    },
    ...productBlocks(order, { settings, siteOrigin }, notShipped),
    deliveryBlock(order.customer),
    returnsBlock(settings),
    ...receiptBlocks(order, siteOrigin),
    sellerBlock(order, settings),
  ],
  closing: [],
})

export const notShippedMail = (
  order: Order,
  { settings, siteOrigin }: MailFacts,
  notShipped: readonly number[],
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_not_shipped',
  subject: `【${settings.name}】発送のお知らせの取り消し（注文番号 ${order.number}）`,
  preview: '先ほどの発送のお知らせを取り消します。',
  heading: '発送のお知らせを取り消します',
  opening: [
    greeting(order),
    '',
    '先にお送りした発送のお知らせを取り消します。まことに申し訳ございません。',
    'ご注文の商品はまだ発送しておりません。発送しましたら、あらためてお知らせします。',
  ],
  blocks: [
    { heading: 'ご注文', lines: [mailFact('注文番号', order.number)] },
    ...productBlocks(order, { settings, siteOrigin }, notShipped),
    deliveryBlock(order.customer),
    sellerBlock(order, settings),
  ],
  closing: [],
})

export const returnMail = (
  order: Order,
  returnId: string,
  units: readonly number[],
  { settings, siteOrigin }: Pick<MailFacts, 'settings' | 'siteOrigin'>,
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_return',
  subjectKey: `${order.id} ${returnId}`,
  subject: `【${settings.name}】返品のご案内（注文番号 ${order.number}）`,
  preview: 'お送りいただく前に、ご確認ください。',
  heading: '返品のご案内',
  opening: [
    greeting(order),
    '',
    '返品を承りました。次の商品を、下記のお送り先までお送りください。届きしだい、確かめてご連絡します。',
  ],
  blocks: [
    {
      heading: 'お送りいただく商品',
      lines: [mailFact('注文番号', order.number), ...namedUnits(order, units)],
    },
    returnAddressBlock(settings),
    { heading: '返品の送料', lines: [settings.terms.returnPostage] },
    refundWayBlock(settings),
    sellerBlock(order, settings),
  ],
  closing: [],
})

export const returnArrivedMail = (
  order: Order,
  returnId: string,
  { settings, siteOrigin }: Pick<MailFacts, 'settings' | 'siteOrigin'>,
): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_return_arrived',
  subjectKey: `${order.id} ${returnId}`,
  subject: `【${settings.name}】返品の商品が届きました（注文番号 ${order.number}）`,
  preview: '商品を確かめて、あらためてご連絡します。',
  heading: '返品の商品が届きました',
  opening: [greeting(order), '', '返品の商品を受け取りました。商品を確かめて、あらためてご連絡します。'],
  blocks: [
    { heading: 'ご注文', lines: [mailFact('注文番号', order.number)] },
    refundWayBlock(settings),
    sellerBlock(order, settings),
  ],
  closing: [],
})

export const addressChangedMail = (order: Order, { settings, siteOrigin }: MailFacts): NewMail => ({
  ...toBuyer(order, siteOrigin),
  kind: 'order_address',
  subjectKey: `${order.id} ${order.version}`,
  subject: `【${settings.name}】お届け先を変更しました（注文番号 ${order.number}）`,
  preview: 'ご注文の商品を、次のお届け先へお送りします。',
  heading: 'お届け先を変更しました',
  opening: [
    greeting(order),
    '',
    'ご注文のお届け先を変更しました。商品は、次のお届け先へお送りします。',
    'お心当たりがないときや、まちがいがあるときは、お手数ですが下記までご連絡ください。',
  ],
  blocks: [
    { heading: 'ご注文', lines: [mailFact('注文番号', order.number)] },
    deliveryBlock(order.customer),
    sellerBlock(order, settings),
  ],
  closing: [],
})

/** The owner's mails lead to her desk, never to the buyer's page: somebody who got such a mail may not open that. */
export const onDesk = ({ number }: Order, { siteOrigin }: Pick<MailFacts, 'siteOrigin'>) => ({
  text: 'お店の画面でこの注文を開く',
  href: deskLink(siteOrigin, href('/admin/orders/:number', { number })),
})

/** To the owner. */
export const paidCopyForOwner = (order: Order, { settings, siteOrigin, ownerEmail }: MailFacts): NewMail => ({
  kind: 'owner_paid',
  subjectKey: order.id,
  recipient: ownerEmail,
  // Where her buyer lives is forgotten as in the buyer's own mail.
  holdsToken: true,
  subject: `［注文］${order.number} ${formatYen(order.total)}円`,
  preview: `${greeting(order)}のご注文です。`,
  heading: '注文が入りました',
  opening: ['お支払いの済んだ注文が入りました。', '納品書の印刷と発送は、次のページからできます。'],
  link: onDesk(order, { siteOrigin }),
  blocks: [
    orderBlock(order, settings),
    productBlock(order, { settings, siteOrigin }),
    deliveryBlock(order.customer),
    { heading: 'お客様のメール', lines: [order.customer.email ?? '（ありません）'] },
  ],
  closing: [],
})

const toReview = (recipient: string) => ({ kind: 'owner_review', recipient, holdsToken: false }) as const

const paymentBlock = (payment: Payment): MailBlock => ({
  heading: '支払い',
  lines: [
    mailFact('支払いページの番号', payment.sessionId),
    mailFact('支払いの番号', payment.paymentIntent ?? '（なし）'),
    mailFact('金額', `${payment.amountTotal ?? '（なし）'} ${payment.currency ?? ''}`),
  ],
})

const lookThere = '決済サービスの管理画面で支払いを確かめてください。'

/** To the owner: a payment does not fit its order, or (`payment` null) is missing. */
export const reviewMailForOwner = (
  order: Order,
  payment: Payment | null,
  reason: ReviewReason,
  { settings, siteOrigin, ownerEmail }: MailFacts,
): NewMail => ({
  ...toReview(ownerEmail),
  subjectKey: `${order.id} ${payment?.sessionId ?? reason}`,
  subject: `［要確認］注文 ${order.number}`,
  preview: reviewTexts[reason],
  heading: `確認が必要な注文 ${order.number}`,
  opening: [reviewTexts[reason], lookThere],
  blocks: [
    ...(payment === null ? [] : [paymentBlock(payment)]),
    orderBlock(order, settings),
    productBlock(order, { settings, siteOrigin }),
  ],
  link: onDesk(order, { siteOrigin }),
  closing: [],
})

export const unmatchedPaymentMail = (
  payment: Payment,
  { ownerEmail, siteOrigin }: Pick<MailFacts, 'ownerEmail' | 'siteOrigin'>,
): NewMail => ({
  ...toReview(ownerEmail),
  subjectKey: payment.sessionId,
  subject: '［要確認］注文のない支払いがあります',
  preview: lookThere,
  heading: '注文のない支払いがあります',
  opening: ['支払いがありましたが、あてはまる注文が見つかりません。', lookThere],
  blocks: [paymentBlock(payment)],
  link: { text: '注文のない支払いを開く', href: deskLink(siteOrigin, href('/admin/payments')) },
  closing: ['控えから戻したお店なら、そのページで注文を作り直せます。'],
})
