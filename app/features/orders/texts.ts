import { nameWithColour } from '~/features/catalogue/description.rules.ts'
import { joinedPiece } from '~/features/catalogue/rules.ts'
import { smallGoodsPicture } from '~/features/pictures/sources.rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { type MailBlock, type MailGoods, mailFact, mailSum, plainBlock } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { orderPath } from './rules.ts'
import type {
  Customer,
  Order,
  OrderEvent,
  OrderLine,
  OrderState,
  ReviewReason,
  ShippingRefusal,
  UndeliveredMail,
} from './types.ts'

const amount = (yen: Order['total']) => `${formatYen(yen)}円`

interface GoodsFacts {
  readonly settings: Pick<ShopSettings, 'joined' | 'invoiceNumber'>
  readonly siteOrigin: string
}

const goodsLine = (line: OrderLine, { settings, siteOrigin }: GoodsFacts): MailGoods => {
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
  picture?.startsWith('/Image/') ? `${siteOrigin}${smallGoodsPicture(picture)}` : null

/** With the tax inside the total, rounded once (L4, L5, S22), and the piece that several units are (P29). */
export const goodsBlock = (order: Order, facts: GoodsFacts): MailBlock => ({
  heading: 'ご注文内容（価格はすべて税込）',
  lines: [
    ...order.lines.map((line) => goodsLine(line, facts)),
    mailSum('商品小計', amount(order.subtotal)),
    mailSum('送料', order.shipping === 0 ? '無料' : amount(order.shipping)),
    mailSum('合計', amount(order.total), true),
    `（10%対象 ${amount(order.total)}　内消費税 ${amount(order.taxIncluded)}）`,
    ...(facts.settings.invoiceNumber === null ? [] : [`登録番号 ${facts.settings.invoiceNumber}`]),
  ],
})

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

/** What `show` tells the owner, with the page to print for the parcel. */
export const orderText = (
  order: Order,
  history: readonly OrderEvent[],
  { settings, siteOrigin }: GoodsFacts,
): string[] => {
  const goods = goodsBlock(order, { settings: { ...settings, invoiceNumber: null }, siteOrigin })
  const reason = order.reviewReason
  return [
    `注文番号 ${order.number}${order.practice ? '【練習】' : ''}`,
    `状態 ${stateText(order)}`,
    ...(reason === null ? [] : [`★ ${isReviewReason(reason) ? reviewTexts[reason] : reason}`]),
    `メール ${order.customer.email ?? '（ありません）'}`,
    ...(order.state === 'paid' ? [`納品書 ${siteOrigin}${orderPath(order.accessToken)}`] : []),
    '',
    ...plainBlock(goods),
    '',
    ...plainBlock(deliveryBlock(order.customer)),
    '',
    '■ 経過',
    ...history.map(historyLine),
  ]
}

export const undeliveredText = ({ kind, givenUpAt }: UndeliveredMail): string => {
  const what = kind === 'order_confirmation' ? 'ご注文の確認' : '発送のお知らせ'
  return `★ ${what}のメールは、お客様に届きませんでした（${displayMoment(givenUpAt)} に送信をあきらめました）。お電話などでお知らせください。`
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
