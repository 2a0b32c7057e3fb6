import { displayMoment } from '~/kernel/dates.ts'
import type { MailBlock } from '~/kernel/mail-layout.ts'
import { formatYen } from '~/kernel/money.ts'
import { domesticPhone } from '~/kernel/phone-link.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { Customer } from './rules.ts'
import type { Order, OrderLine } from './types.ts'

const amount = (yen: Order['total']) => `${formatYen(yen)}円`

const lineText = (line: OrderLine): string => {
  const free = line.free ? '（布と一緒のご注文で無料）' : ''
  return `${line.name}（${line.number}）${free} ${amount(line.unitPrice)} × ${line.quantity} = ${amount(line.amount)}`
}

/** Goods, quantities and sums, with the tax inside the total, rounded once (law B4, B5, S22). */
export const goodsBlock = (order: Order, invoiceNumber: string | null): MailBlock => ({
  heading: 'ご注文内容（価格はすべて税込）',
  lines: [
    ...order.lines.map(lineText),
    `商品小計 ${amount(order.subtotal)}`,
    `送料 ${order.shipping === 0 ? '無料' : amount(order.shipping)}`,
    `合計 ${amount(order.total)}`,
    `（10%対象 ${amount(order.total)}　内消費税 ${amount(order.taxIncluded)}）`,
    ...(invoiceNumber === null ? [] : [`登録番号 ${invoiceNumber}`]),
  ],
})

/** When the order came, and when and how its money (law B5). */
export const orderBlock = (order: Order, settings: ShopSettings): MailBlock => ({
  heading: 'ご注文',
  lines: [
    `注文番号 ${order.number}`,
    `ご注文日時 ${displayMoment(order.createdAt)}`,
    ...(order.paidAt === null
      ? []
      : [`お支払いの受領日時 ${displayMoment(order.paidAt)}`, `受領金額 ${amount(order.total)}`]),
    `お支払い方法 ${settings.terms.payment}`,
  ],
})

/** Where the goods go. */
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

/** When the goods come, and how to cancel or to send them back (S:L198-201). */
export const termsBlocks = ({ terms }: ShopSettings): MailBlock[] => [
  { heading: 'お届けの時期', lines: [terms.delivery] },
  { heading: 'キャンセル・返品', lines: [terms.cancellation, ...returnLines(terms)] },
]

/** How to send goods back that are on their way already: it is too late to cancel. */
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

/** Who sells and when they can be reached (law B5). */
export const sellerBlock = ({ name, seller, hours }: ShopSettings): MailBlock => ({
  heading: '販売者・お問い合わせ',
  lines: [
    `${name}（${seller.legalName}）`,
    `〒${seller.postalCode} ${seller.address}`,
    `電話 ${seller.phone}`,
    `メール ${seller.email}`,
    ...hours.lines,
  ],
})
