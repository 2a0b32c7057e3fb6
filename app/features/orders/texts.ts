import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { joinedPiece } from '~/features/products/rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { type MailBlock, type MailProduct, mailFact, mailSum } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { issuerToday } from './rules.ts'
import type { Customer, Order, OrderLine, ReviewReason } from './types.ts'

const amount = (yen: Order['total']) => `${formatYen(yen)}円`

export interface ProductBlockFacts {
  readonly settings: Pick<ShopSettings, 'name' | 'seller' | 'joined' | 'invoiceNumber'>
  readonly siteOrigin: string
}

const productLine = (line: OrderLine, { settings, siteOrigin }: ProductBlockFacts): MailProduct => {
  const piece = joinedPiece(line.type, line.quantity, settings.joined)
  return {
    kind: 'goods',
    name: `${nameWithColour(line)}（${line.number}）${line.free ? '（布と一緒のご注文で無料）' : ''}`,
    units: `${amount(line.unitPrice)} × ${line.quantity}`,
    amount: amount(line.amount),
    notes: piece === null ? [] : [piece],
    picture: pictureForMail(line.picture, siteOrigin),
  }
}

/** From our own address alone: who looks at a mail is nobody else's to know. */
const pictureForMail = (picture: string | null, siteOrigin: string): string | null =>
  picture?.startsWith('/Image/') ? `${siteOrigin}${smallProductPicture(picture)}` : null

/** Without who sold. */
export const plainProductBlock = (order: Order, facts: ProductBlockFacts): MailBlock => ({
  heading: 'ご注文内容（価格はすべて税込）',
  lines: productLines(order, facts),
})

/** With the tax inside the total, rounded once (L4, L5, S22), and the piece that several units are (P29). */
export const productBlock = (order: Order, facts: ProductBlockFacts): MailBlock => ({
  ...plainProductBlock(order, facts),
  lines: [...productLines(order, facts), ...issuerLines(order, facts)],
})

/** The registered number of whoever sold (S22). */
const issuerLines = (order: Order, { settings }: ProductBlockFacts): string[] => {
  const { invoiceNumber } = order.issuer ?? issuerToday(settings)
  return invoiceNumber === null ? [] : [`登録番号 ${invoiceNumber}`]
}

const productLines = (order: Order, facts: ProductBlockFacts): MailBlock['lines'] => [
  ...order.lines.map((line) => productLine(line, facts)),
  mailSum('商品小計', amount(order.subtotal)),
  mailSum('送料', order.shipping === 0 ? '無料' : amount(order.shipping)),
  mailSum('合計', amount(order.total), true),
  `（10%対象 ${amount(order.total)}　内消費税 ${amount(order.taxIncluded)}）`,
]

export const orderBlock = (order: Order, settings: ShopSettings): MailBlock => ({
  heading: 'ご注文',
  lines: [
    mailFact('注文番号', order.number),
    mailFact('ご注文日時', displayMoment(order.createdAt)),
    ...(order.paidAt === null
      ? []
      : [mailFact('受領日時', displayMoment(order.paidAt)), mailFact('受領金額', amount(order.total))]),
    mailFact('お支払い方法', settings.terms.payment),
  ],
})

export const deliveryBlock = ({ name, phone, address }: Customer): MailBlock => ({
  heading: 'お届け先',
  lines:
    address === null
      ? ['（お届け先の情報がありません）']
      : [
          `〒${address.postalCode}`,
          `${address.prefecture}${address.city}${address.line1}`,
          ...(address.line2 === '' ? [] : [address.line2]),
          `${address.recipient || (name ?? '')} 様`,
          ...(phone === null ? [] : [`電話 ${domesticPhone(phone)}`]),
        ],
})

export const termsBlocks = ({ terms }: ShopSettings): MailBlock[] => [
  { heading: 'お届けの時期', lines: [terms.delivery] },
  { heading: 'キャンセル・返品', lines: [terms.cancellation, ...returnLines(terms)] },
]

/** For products that are on their way: it is too late to cancel. */
export const returnsBlock = ({ terms }: ShopSettings): MailBlock => ({
  heading: '返品',
  lines: returnLines(terms),
})

const returnLines = ({ returns, returnPostage, defects, refund }: ShopSettings['terms']): string[] => [
  returns,
  returnPostage,
  defects,
  refund,
]

/** Who sold as it was when the money came (S22), and how to ask today. */
export const sellerBlock = (order: Order, settings: ShopSettings): MailBlock => {
  const { seller, hours } = settings
  const { name, legalName, postalCode, address } = order.issuer ?? issuerToday(settings)
  return {
    heading: '販売者・お問い合わせ',
    lines: [
      `${name}（${legalName}）`,
      `〒${postalCode} ${address}`,
      `電話 ${seller.phone}`,
      `メール ${seller.email}`,
      ...hours.lines,
    ],
  }
}

export const reviewTexts: Readonly<Record<ReviewReason, string>> = {
  amount: '支払われた金額が、注文の合計と違います。',
  currency: '支払いの通貨が、円ではありません。',
  livemode: '本番の支払いと練習の支払いが入れちがっています。',
  'other-order': '支払いに記された注文が、この注文ではありません。',
  'paid-twice': '同じ注文に、二つ目の支払いがありました。片方の返金が必要です。',
  'not-listed': '支払い済みの注文ですが、決済サービスの一覧に支払いが見つかりません。',
}
