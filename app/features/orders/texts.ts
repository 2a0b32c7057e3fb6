import { smallProductPicture } from '~/features/pictures/sources.rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { joinedPiece } from '~/features/products/rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { type MailBlock, type MailProduct, mailFact, mailSum } from '~/kernel/mail.ts'
import { formatNumber, formatYen } from '~/kernel/money.ts'
import { frameRefusals, type Refusals } from '~/kernel/refusal.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { placeOf } from './address.rules.ts'
import { longestTracking, mostParcels, shortenedText } from './carriers.rules.ts'
import {
  exchangeDifference,
  exchangeDifferenceText,
  exchangedText,
  linesNow,
  orderedName,
} from './exchanges.rules.ts'
import { addressee, issuerToday, paidAmount, recipientName, returnAddressOf } from './rules.ts'
import { longestNote, type ParcelRefusal, type ShippingRefusal, undoMinutes } from './shipping.rules.ts'
import type { Customer, Order, OrderLine } from './types.ts'

const amount = (yen: Order['total']) => `${formatYen(yen)}円`

export interface ProductBlockFacts {
  readonly settings: Pick<ShopSettings, 'name' | 'seller' | 'joined' | 'invoiceNumber'>
  readonly siteOrigin: string
  /** Units of each line that stay in the shop; none, when left out. */
  readonly notShipped?: readonly number[]
}

const productLine = (
  line: OrderLine & { readonly position: number },
  orderedAs: string | null,
  { settings, siteOrigin, notShipped }: ProductBlockFacts,
): MailProduct => {
  const piece = joinedPiece(line.type, line.quantity - (notShipped?.[line.position] ?? 0), settings.joined)
  return {
    kind: 'product',
    name: `${nameWithColour(line)}（${line.number}）${line.free ? '（布と一緒のご注文で無料）' : ''}`,
    units: `${amount(line.unitPrice)} × ${line.quantity}`,
    amount: amount(line.amount),
    notes: [...(piece === null ? [] : [piece]), ...(orderedAs === null ? [] : [exchangedText(orderedAs)])],
    picture: pictureForMail(line.picture, siteOrigin),
  }
}

/** Only the shop's own pictures, because another host could see who opens the mail. */
const pictureForMail = (picture: string | null, siteOrigin: string): string | null =>
  picture?.startsWith('/Image/') ? `${siteOrigin}${smallProductPicture(picture)}` : null

export const plainProductBlock = (order: Order, facts: ProductBlockFacts): MailBlock => ({
  heading: 'ご注文内容（価格はすべて税込）',
  lines: productLines(order, facts),
})

/** Lines and sums, with the included tax rounded once (L4, L5, S22), and joined pieces (P29). */
export const productBlock = (order: Order, facts: ProductBlockFacts): MailBlock => ({
  ...plainProductBlock(order, facts),
  lines: [...productLines(order, facts), ...issuerLines(order, facts)],
})

const issuerLines = (order: Order, { settings }: ProductBlockFacts): string[] => {
  const { invoiceNumber } = order.issuer ?? issuerToday(settings)
  return invoiceNumber === null ? [] : [`登録番号 ${invoiceNumber}`]
}

const productLines = (order: Order, facts: ProductBlockFacts): MailBlock['lines'] => [
  ...linesNow(order.lines).map((line) => productLine(line, orderedName(order.lines, line), facts)),
  mailSum('商品小計', amount(order.subtotal)),
  mailSum('送料', order.shipping === 0 ? '無料' : amount(order.shipping)),
  mailSum('合計', amount(order.total), true),
  ...(order.acceptedAmount === null ? [] : [mailSum('お支払い金額', amount(paidAmount(order).amount), true)]),
  `（10%対象 ${amount(paidAmount(order).amount)}　内消費税 ${amount(paidAmount(order).tax)}）`,
  ...(exchangeDifference(order) === 0
    ? []
    : [mailSum(exchangeDifferenceText, `−${amount(exchangeDifference(order))}`)]),
]

export const namedUnits = (order: Order, units: readonly number[]): string[] =>
  order.lines.flatMap((line, at) =>
    (units[at] ?? 0) > 0 ? [`${nameWithColour(line)}（${line.number}）× ${units[at]}`] : [],
  )

/** `notShipped` are the units of each line that stay in the shop. */
export const notShippedBlock = (order: Order, notShipped: readonly number[]): MailBlock[] => {
  const lines = namedUnits(order, notShipped)
  return lines.length === 0 ? [] : [{ heading: 'ご返金したため、お送りしない商品', lines }]
}

export const orderBlock = (order: Order, settings: ShopSettings): MailBlock => ({
  heading: 'ご注文',
  lines: [
    mailFact('注文番号', order.number),
    mailFact('ご注文日時', displayMoment(order.createdAt)),
    ...(order.paidAt === null
      ? []
      : [
          mailFact('受領日時', displayMoment(order.paidAt)),
          mailFact('受領金額', amount(paidAmount(order).amount)),
        ]),
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
          placeOf(address),
          ...(address.line2 === '' ? [] : [address.line2]),
          addressee(recipientName({ name, address })),
          ...(phone === null ? [] : [`電話 ${domesticPhone(phone)}`]),
        ],
})

/** `arrival` is added to the delivery time required by law (P21). */
export const termsBlocks = ({ terms }: ShopSettings, arrival: string | null): MailBlock[] => [
  {
    heading: 'お届けの時期',
    lines: arrival === null ? [terms.delivery] : [terms.delivery, `${arrival}（目安です）`],
  },
  { heading: 'キャンセル・返品', lines: [terms.cancellation, ...returnLines(terms)] },
]

/** For shipped products, which cannot be cancelled. */
export const returnsBlock = ({ terms }: ShopSettings): MailBlock => ({
  heading: '返品',
  lines: returnLines(terms),
})

/** Where a return goes: today's address, while `sellerBlock` has that of the payment's day. */
export const returnAddressBlock = (settings: ShopSettings): MailBlock => {
  const { postalCode, address, name } = returnAddressOf(settings)
  return { heading: 'お送り先', lines: [`〒${postalCode}`, address, name, `電話 ${settings.seller.phone}`] }
}

const returnLines = ({ returns, returnPostage, defects, refund }: ShopSettings['terms']): string[] => [
  returns,
  returnPostage,
  defects,
  `返金の方法：${refund}`,
]

/** For mails about money that went back or may, whose other lines do not lead up to it. */
export const refundWayBlock = ({ terms }: Pick<ShopSettings, 'terms'>): MailBlock => ({
  heading: '返金の方法',
  lines: [terms.refund],
})

/** The seller at the time of payment (S22), with current contact details. */
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

/** Of one order. */
export const mostNotes = 100

export const deskRefusals = {
  'not-found': { status: 404, text: 'この番号の注文はありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの内容をたしかめて、もう一度押してください。',
  },
  unpaid: { status: 409, text: 'まだ支払われていない注文です。' },
  shipped: { status: 409, text: '先に発送済みになりました。' },
  cancelled: { status: 409, text: '先に取り消されました。' },
  unchanged: { status: 422, text: 'お届け先は、いまと同じです。何も直さず、メールも送っていません。' },
  'no-such-mail': { status: 409, text: 'このメールは、送り直せません。' },
  'mail-queued': { status: 409, text: 'このメールは、いま送っているところです。' },
  'too-many-notes': { status: 409, text: `メモは${mostNotes}件までです。` },
} as const satisfies Refusals<string>

export type DeskRefusal = keyof typeof deskRefusals

export const parcelRefusals = {
  ...frameRefusals,
  'not-found': { status: 404, text: 'その番号の注文はありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの内容を確かめてから、もう一度押してください。',
  },
  cancelled: { status: 409, text: '先に取り消されました。発送しないでください。' },
  shipped: { status: 409, text: '先に発送済みになりました。' },
  'not-shipped': { status: 409, text: 'まだ発送していない注文です。' },
  refunded: { status: 409, text: '代金を全額お返しした注文です。発送しないでください。' },
  unpaid: { status: 409, text: 'まだ支払われていない注文です。発送しないでください。' },
  'needs-review': { status: 409, text: '支払いの確認が要る注文です。確認が済むまで発送しないでください。' },
  disputed: {
    status: 409,
    text: 'カード会社から異議申し立てを受けている注文です。発送するときは「それでも発送する」に印を付けてください。',
    field: 'despiteDispute',
  },
  'old-number': {
    status: 409,
    text: '発送を取り消したときの番号が残っています。この番号のままでよいか、確かめてから発送してください。',
  },
  'without-fabric': {
    status: 409,
    text: '約束より在庫が少ない商品があります。発送作業で「布はありました」を押すか、数え直すか、返金してから発送してください。',
  },
  'bad-carrier': {
    status: 422,
    text: '配送会社を、ヤマト・佐川・日本郵便・その他から選んでください。',
    field: 'carrier',
  },
  'bad-tracking': {
    status: 422,
    text: `お問い合わせ番号は、数字と英字で${longestTracking}文字までにしてください。`,
    field: 'tracking',
  },
  'shortened-tracking': { status: 422, text: shortenedText, field: 'tracking' },
  'too-many-parcels': {
    status: 422,
    text: `荷物は、1つの注文に${mostParcels}個までにしてください。`,
    field: 'tracking',
  },
  'bad-date': {
    status: 422,
    text: '発送日は、お支払いの日から今日までの日付にしてください。',
    field: 'shippedOn',
  },
  'note-missing': {
    status: 422,
    text: `発送を取り消す理由を、メモに書いてください。理由なしで元に戻せるのは、発送から${undoMinutes}分以内です。`,
    field: 'note',
  },
  'note-too-long': {
    status: 422,
    text: `メモは${formatNumber(longestNote)}文字までにしてください。`,
    field: 'note',
  },
  'mail-begun': {
    status: 409,
    text: '発送のメールをもう送り始めています。発送を取り消すときは、理由をメモに書いてください。',
    field: 'note',
  },
} as const satisfies Refusals<ShippingRefusal | ParcelRefusal>
