import { displayMoment } from '~/kernel/dates.ts'
import { plainBlock } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'
import type { OrderMoney } from './money.rules.ts'
import { moneyNotes } from './money.rules.ts'
import { orderPath } from './rules.ts'
import { deliveryBlock, type ProductBlockFacts, plainProductBlock, reviewTexts } from './texts.ts'
import type {
  ListedOrder,
  Order,
  OrderEvent,
  OrderState,
  ReviewReason,
  ShippingRefusal,
  UndeliveredMail,
} from './types.ts'

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

/** One line for each order, and how many more there are. */
export const listText = (orders: readonly ListedOrder[], leftOut: number): string[] =>
  orders.length === 0
    ? ['支払われた注文は、まだありません。']
    : [
        ...orders.map(listLine),
        ...(leftOut === 0 ? [] : [`ほかに ${leftOut}件あります（ここには出していません）。`]),
      ]

const listLine = (order: ListedOrder): string =>
  [
    `${order.number}${order.practice ? '【練習】' : ''}`,
    displayMoment(order.paidAt ?? order.createdAt),
    `${formatYen(order.total)}円`,
    stateText(order),
    `${order.customer.name ?? '（名前なし）'}${order.customer.name === null ? '' : ' 様'}`,
    ...(order.restoredAt === null ? [] : ['復元']),
    ...(order.reviewReason === null ? [] : ['★要確認']),
    ...moneyNotes(order.money).map((note) => `★${note}`),
  ].join('  ')

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
  refunded: '返金',
  'refund failed': '返金できず',
  disputed: '異議申し立て',
  'dispute over': '異議申し立ての結果',
  restored: '支払いから復元',
}

const historyLine = ({ happenedAt, what, actor, detail }: OrderEvent): string =>
  `${displayMoment(happenedAt)}  ${eventTexts[what] ?? what}（${actor}）${detail === null ? '' : ` ${detail}`}`

/** What `show` tells the owner, with the page to print for the parcel. */
export const orderText = (
  order: Order,
  money: OrderMoney,
  history: readonly OrderEvent[],
  facts: ProductBlockFacts,
): string[] => {
  const reason = order.reviewReason
  return [
    `注文番号 ${order.number}${order.practice ? '【練習】' : ''}`,
    `状態 ${stateText(order)}`,
    ...(order.restoredAt === null
      ? []
      : [`復元 ${displayMoment(order.restoredAt)} に、支払いから作り直した注文です`]),
    ...moneyNotes(money).map((note) => `★ ${note}`),
    ...(reason === null ? [] : [`★ ${isReviewReason(reason) ? reviewTexts[reason] : reason}`]),
    `メール ${order.customer.email ?? '（ありません）'}`,
    ...(order.state === 'paid' ? [`納品書 ${facts.siteOrigin}${orderPath(order.accessToken)}`] : []),
    '',
    ...plainBlock(plainProductBlock(order, facts)),
    '',
    ...plainBlock(deliveryBlock(order.customer)),
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
  refunded: '代金を全額お返しした注文です。発送しないでください。',
  'not-found': 'その番号の注文はありません。npm run orders -- list で番号を確かめてください。',
  unpaid: 'まだ支払われていない注文です。発送しないでください。',
  'needs-review': '支払いの確認が要る注文です。確認が済むまで発送しないでください。',
}

export const usage: readonly string[] = [
  '使い方:',
  '  npm run orders -- list          支払われた注文の一覧',
  '  npm run orders -- show 番号     注文の内容',
  '  npm run orders -- ship 番号     発送済みにして、お客様にメールを送る',
  '  npm run orders -- adopt 支払いページの番号        注文のない支払いから、注文を作り直す',
  '  npm run orders -- adopt 支払いページの番号 mail   作り直し、お客様に確認のメールも送る',
]

export const undeliveredText = ({ kind, givenUpAt }: UndeliveredMail): string => {
  const what = kind === 'order_confirmation' ? 'ご注文の確認' : '発送のお知らせ'
  return `★ ${what}のメールは、お客様に届きませんでした（${displayMoment(givenUpAt)} に送信をあきらめました）。お電話などでお知らせください。`
}
