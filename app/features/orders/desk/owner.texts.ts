import { parcelsText } from '~/features/orders/carriers.rules.ts'
import { mailNames } from '~/features/orders/facts.rules.ts'
import { orderPath } from '~/features/orders/rules.ts'
import { undoMinutes } from '~/features/orders/shipping.rules.ts'
import type { ListedOrder, Standing } from '~/features/orders/standing.rules.ts'
import {
  deliveryBlock,
  notShippedBlock,
  type ProductBlockFacts,
  plainProductBlock,
} from '~/features/orders/texts.ts'
import type { Order, OrderEvent, OrderMail } from '~/features/orders/types.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { plainBlock } from '~/kernel/mail.ts'
import { formatYen } from '~/kernel/money.ts'

export const listText = (orders: readonly ListedOrder[], leftOut: number): string[] =>
  orders.length === 0
    ? ['支払われた注文は、まだありません。']
    : [
        ...orders.map(listLine),
        ...(leftOut === 0
          ? []
          : [`ほかに、済んだ注文が ${leftOut}件あります。すべて見るには: npm run orders -- list all`]),
      ]

const listLine = (order: ListedOrder): string =>
  [
    `${order.number}${order.practice ? '【練習】' : ''}`,
    displayMoment(order.paidAt ?? order.createdAt),
    `${formatYen(order.total)}円`,
    order.standing.line,
    order.customer.name === null ? '（名前なし）' : withHonorific(order.customer.name),
    ...order.standing.badges.map(({ text }) => `★${text}`),
  ].join('  ')

export const eventTexts: Readonly<Record<string, string>> = {
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
  unshipped: '発送の取り消し',
  parcel: 'お問い合わせ番号',
  refunded: '返金',
  'refund failed': '返金できず',
  'refund arrived': '届かなかったはずの返金が届いた',
  disputed: '異議申し立て',
  'dispute over': '異議申し立ての結果',
  restored: '支払いから復元',
  cancelled: '取り消し',
  settled: '確認を片づけ',
  'refund asked': '返金を依頼',
  transferred: '振込で返金',
  'refund forgone': '返金しないことにした',
  'return announced': '返品の連絡',
  'return arrived': '返品が到着',
  'return withdrawn': '返品を取りやめ',
  'receipt issued': '書類を発行',
}

export const eventText = (what: string): string => eventTexts[what] ?? what

const historyLine = ({ happenedAt, what, actor, detail }: OrderEvent): string =>
  `${displayMoment(happenedAt)}  ${eventText(what)}（${actor}）${detail === null ? '' : ` ${detail}`}`

/** The order as lines of text, with the address of the page to print for the parcel. */
export const orderText = (
  order: Order,
  standing: Standing,
  history: readonly OrderEvent[],
  facts: ProductBlockFacts,
): string[] => {
  return [
    `注文番号 ${order.number}${order.practice ? '【練習】' : ''}`,
    `状態 ${standing.line}`,
    ...(order.restoredAt === null
      ? []
      : [`復元 ${displayMoment(order.restoredAt)} に、支払いから作り直した注文です`]),
    ...standing.badges.flatMap(({ kind, text }) => (kind === 'mail' ? [] : `★ ${text}`)),
    ...(order.parcels.length === 0 ? [] : [`荷物 ${parcelsText(order.parcels)}`]),
    `メール ${order.customer.email ?? '（ありません）'}`,
    ...(order.state === 'paid' ? [`納品書 ${facts.siteOrigin}${orderPath(order.accessToken)}`] : []),
    '',
    ...plainBlock(plainProductBlock(order, facts)),
    ...notShippedBlock(order, facts.notShipped ?? []).flatMap((block) => ['', ...plainBlock(block)]),
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
    : `注文 ${number} を発送済みにしました。${undoMinutes}分後にお客様へ発送のメールを送ります。`

/** Says that orders with one tracking number leave in one parcel. */
export const togetherWord = '同梱'

export const sentTogetherText = `まだ発送済みにしていません。1つの荷物で送るときは、最後に ${togetherWord} と書いて、もう一度実行してください。`

export const unshippedText = (number: string): string => `注文 ${number} の発送を取り消しました。`

export const ordersUsage: readonly string[] = [
  '使い方:',
  '  npm run orders -- list          支払われた注文の一覧（多いときは、済んだものを除いて）',
  '  npm run orders -- list all      支払われた注文のすべて',
  '  npm run orders -- show 番号     注文の内容',
  `  npm run orders -- ship 番号     発送済みにして、${undoMinutes}分後にお客様にメールを送る`,
  '  npm run orders -- ship 番号 配送会社 お問い合わせ番号     （ヤマト・佐川・日本郵便・その他）',
  `  npm run orders -- ship 番号 配送会社 お問い合わせ番号 ${togetherWord}   ほかの注文と1つの荷物で送る`,
  `  npm run orders -- unship 番号          発送済みを元に戻す（${undoMinutes}分以内）`,
  '  npm run orders -- unship 番号 メモ     それより後に発送を取り消す（最後に mail でお客様にも知らせる）',
  '  npm run orders -- refund 番号 [円 理由]   返金する（円を書かなければ、残りのすべて）',
  '  npm run orders -- cancel 番号 [理由]      取り消して、全額を返金する',
  '  npm run orders -- settle 番号 [片づけ方]  要確認を片づける',
  '  npm run orders -- adopt 支払いページの番号        注文のない支払いから、注文を作り直す',
  '  npm run orders -- adopt 支払いページの番号 mail   作り直し、お客様に確認のメールも送る',
]

export const mailName = ({ kind, subject }: Pick<OrderMail, 'kind' | 'subject'>): string =>
  mailNames[kind] ?? (subject === '' ? kind : subject)

export const undeliveredText = (mail: OrderMail): string => {
  const at = mail.endedAt === null ? '' : `（${displayMoment(mail.endedAt)} に送信をあきらめました）`
  return `★ ${mailName(mail)}のメールは、お客様に届きませんでした${at}。お電話などでお知らせください。`
}
