import { nameWithColour } from '~/features/catalogue/description.rules.ts'
import { joinedPiece } from '~/features/catalogue/rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { domesticPhone } from '~/kernel/links.ts'
import type { MailBlock } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type {
  Customer,
  Order,
  OrderEvent,
  OrderLine,
  OrderState,
  ReviewReason,
  ShippingRefusal,
} from './types.ts'

const amount = (yen: Order['total']) => `${formatYen(yen)}円`

const lineTexts = (line: OrderLine, { joined }: Pick<ShopSettings, 'joined'>): string[] => {
  const free = line.free ? '（布と一緒のご注文で無料）' : ''
  const piece = joinedPiece(line.type, line.quantity, joined)
  return [
    `${nameWithColour(line)}（${line.number}）${free} ${amount(line.unitPrice)} × ${line.quantity} = ${amount(line.amount)}`,
    ...(piece === null ? [] : [`　${piece}`]),
  ]
}

/** With the tax inside the total, rounded once (L4, L5, S22), and the piece that several units are (P29). */
export const goodsBlock = (
  order: Order,
  settings: Pick<ShopSettings, 'joined' | 'invoiceNumber'>,
): MailBlock => ({
  heading: 'ご注文内容（価格はすべて税込）',
  lines: [
    ...order.lines.flatMap((line) => lineTexts(line, settings)),
    `商品小計 ${amount(order.subtotal)}`,
    `送料 ${order.shipping === 0 ? '無料' : amount(order.shipping)}`,
    `合計 ${amount(order.total)}`,
    `（10%対象 ${amount(order.total)}　内消費税 ${amount(order.taxIncluded)}）`,
    ...(settings.invoiceNumber === null ? [] : [`登録番号 ${settings.invoiceNumber}`]),
  ],
})

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

/** For goods that are on their way: it is too late to cancel. */
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

export const reviewTexts: Readonly<Record<ReviewReason, string>> = {
  amount: '支払われた金額が、注文の合計と違います。',
  currency: '支払いの通貨が、円ではありません。',
  livemode: '本番の支払いと練習の支払いが入れちがっています。',
  'other-order': '支払いに記された注文が、この注文ではありません。',
  'paid-twice': '同じ注文に、二つ目の支払いがありました。片方の返金が必要です。',
  'not-listed': '支払い済みの注文ですが、決済サービスの一覧に支払いが見つかりません。',
}

const stateTexts: Readonly<Record<OrderState, string>> = {
  pending: '支払い前',
  awaiting_payment: '入金待ち',
  paid: '支払い済み・未発送',
  needs_review: '要確認',
  failed: '支払い失敗',
  expired: '期限切れ',
}

const stateText = ({ state, shippedAt }: Pick<Order, 'state' | 'shippedAt'>): string =>
  shippedAt === null ? stateTexts[state] : '発送済み'

export const listText = (orders: readonly Omit<Order, 'lines'>[]): string[] =>
  orders.length === 0
    ? ['支払われた注文は、まだありません。']
    : orders.map((order) =>
        [
          `${order.number}${order.practice ? '【練習】' : ''}`,
          displayMoment(order.paidAt ?? order.createdAt),
          `${formatYen(order.total)}円`,
          stateText(order),
          `${order.customer.name ?? '（名前なし）'}${order.customer.name === null ? '' : ' 様'}`,
          ...(order.reviewReason === null ? [] : ['★要確認']),
        ].join('  '),
      )

const isReviewReason = (text: string): text is ReviewReason => text in reviewTexts

const eventTexts: Readonly<Record<string, string>> = {
  placed: '注文を受け付け',
  'session opened': '支払いページを用意',
  'session failed': '支払いページの用意に失敗',
  replaced: '新しいカートに置きかえ',
  awaiting_payment: '入金待ち',
  paid: '支払い',
  failed: '支払い失敗',
  expired: '期限切れ',
  needs_review: '要確認',
  shipped: '発送',
}

const historyLine = ({ happenedAt, what, actor, detail }: OrderEvent): string =>
  `${displayMoment(happenedAt)}  ${eventTexts[what] ?? what}（${actor}）${detail === null ? '' : ` ${detail}`}`

export const orderText = (
  order: Order,
  history: readonly OrderEvent[],
  { joined }: Pick<ShopSettings, 'joined'>,
): string[] => {
  const goods = goodsBlock(order, { joined, invoiceNumber: null })
  const delivery = deliveryBlock(order.customer)
  const reason = order.reviewReason
  return [
    `注文番号 ${order.number}${order.practice ? '【練習】' : ''}`,
    `状態 ${stateText(order)}`,
    ...(reason === null ? [] : [`★ ${isReviewReason(reason) ? reviewTexts[reason] : reason}`]),
    `メール ${order.customer.email ?? '（ありません）'}`,
    '',
    `■ ${goods.heading}`,
    ...goods.lines,
    '',
    `■ ${delivery.heading}`,
    ...delivery.lines,
    '',
    '■ 経過',
    ...history.map(historyLine),
  ]
}

export const shippedText = (number: string, shippedAt: number, again: boolean): string =>
  again
    ? `注文 ${number} は ${displayMoment(shippedAt)} に発送済みです。何も変えていません。`
    : `注文 ${number} を発送済みにしました。お客様へ発送のメールを送ります。`

export const shippingRefusalTexts: Readonly<Record<ShippingRefusal, string>> = {
  'not-found': 'その番号の注文はありません。npm run orders -- list で番号を確かめてください。',
  unpaid: 'まだ支払われていない注文です。発送しないでください。',
  'needs-review': '支払いの確認が要る注文です。確認が済むまで発送しないでください。',
}

export const usage: readonly string[] = [
  '使い方:',
  '  npm run orders -- list          支払われた注文の一覧',
  '  npm run orders -- show 番号     注文の内容',
  '  npm run orders -- ship 番号     発送済みにして、お客様にメールを送る',
]
