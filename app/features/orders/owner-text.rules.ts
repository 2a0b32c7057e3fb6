import { displayMoment } from '~/kernel/dates.ts'
import { formatYen, yen } from '~/kernel/money.ts'
import { reviewWords } from './mails.rules.ts'
import type { OrderState, ReviewReason, ShippingRefusal } from './rules.ts'
import { deliveryBlock, goodsBlock } from './texts.ts'
import type { Order } from './types.ts'

/** What the list shows of an order. Times are epoch ms. */
export interface OrderSummary {
  readonly number: string
  readonly state: OrderState
  readonly total: number
  readonly practice: boolean
  readonly customerName: string | null
  readonly reviewReason: string | null
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
}

/** One entry of an order's history. `happenedAt` is epoch ms. */
export interface OrderHistoryEntry {
  readonly happenedAt: number
  readonly what: string
  readonly actor: string
  readonly detail: string | null
}

const stateWords: Readonly<Record<OrderState, string>> = {
  pending: '支払い前',
  awaiting_payment: '入金待ち',
  paid: '支払い済み・未発送',
  needs_review: '要確認',
  failed: '支払い失敗',
  expired: '期限切れ',
}

const stateText = ({ state, shippedAt }: Pick<OrderSummary, 'state' | 'shippedAt'>): string =>
  shippedAt === null ? stateWords[state] : '発送済み'

/** One line for each order. */
export const listText = (orders: readonly OrderSummary[]): string[] =>
  orders.length === 0
    ? ['支払われた注文は、まだありません。']
    : orders.map((order) =>
        [
          `${order.number}${order.practice ? '【練習】' : ''}`,
          displayMoment(order.paidAt ?? order.createdAt),
          `${formatYen(yen(order.total))}円`,
          stateText(order),
          `${order.customerName ?? '（名前なし）'}${order.customerName === null ? '' : ' 様'}`,
          ...(order.reviewReason === null ? [] : ['★要確認']),
        ].join('  '),
      )

const isReviewReason = (text: string): text is ReviewReason => text in reviewWords

const happenings: Readonly<Record<string, string>> = {
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

const historyLine = ({ happenedAt, what, actor, detail }: OrderHistoryEntry): string =>
  `${displayMoment(happenedAt)}  ${happenings[what] ?? what}（${actor}）${detail === null ? '' : ` ${detail}`}`

/** Everything about one order. */
export const orderText = (order: Order, history: readonly OrderHistoryEntry[]): string[] => {
  const goods = goodsBlock(order, null)
  const delivery = deliveryBlock(order.customer)
  const reason = order.reviewReason
  return [
    `注文番号 ${order.number}${order.practice ? '【練習】' : ''}`,
    `状態 ${stateText(order)}`,
    ...(reason === null ? [] : [`★ ${isReviewReason(reason) ? reviewWords[reason] : reason}`]),
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

/** What was done, or had been done before. */
export const shippedText = (number: string, shippedAt: number, again: boolean): string =>
  again
    ? `注文 ${number} は ${displayMoment(shippedAt)} に発送済みです。何も変えていません。`
    : `注文 ${number} を発送済みにしました。お客様へ発送のメールを送ります。`

/** Why an order was not marked as shipped. */
export const shippingRefusalText: Readonly<Record<ShippingRefusal, string>> = {
  'not-found': 'その番号の注文はありません。npm run orders -- list で番号を確かめてください。',
  unpaid: 'まだ支払われていない注文です。発送しないでください。',
  'needs-review': '支払いの確認が要る注文です。確認が済むまで発送しないでください。',
}

/** How the command is used. */
export const usage: readonly string[] = [
  '使い方:',
  '  npm run orders -- list          支払われた注文の一覧',
  '  npm run orders -- show 番号     注文の内容',
  '  npm run orders -- ship 番号     発送済みにして、お客様にメールを送る',
]
