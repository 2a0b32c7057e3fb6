import { carrierNames, isCarrier } from '~/features/orders/carriers.rules.ts'
import { linesNow } from '~/features/orders/exchanges.rules.ts'
import { givenBack, type OrderMoney } from '~/features/orders/money.rules.ts'
import { paidAmount } from '~/features/orders/rules.ts'
import { orderStanding } from '~/features/orders/standing.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { cellWithoutFormula } from '~/features/products/file/spreadsheet.rules.ts'
import { displayMoment } from '~/kernel/dates.ts'
import { type Facts, plainFact, wordFact } from '~/kernel/facts.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { domesticPhone } from '~/kernel/links.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { isListState, type ListState, nameOfState, type OrderFilterKey, orderFilterNames } from './rules.ts'

export const fileRows = ['orders', 'lines'] as const
export type FileRows = (typeof fileRows)[number]
export const fileRowNames: Readonly<Record<FileRows, string>> = {
  orders: '1行に注文1件',
  lines: '1行に商品1つ（明細）',
}

export const fileEncodings = ['utf-8', 'shift_jis'] as const
export type FileEncoding = (typeof fileEncodings)[number]
export const encodingNames: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'UTF-8（Excel、Googleスプレッドシート、多くのサービス）',
  shift_jis: 'Shift_JIS（古い会計ソフトなど）',
}

/** Orders of one file. */
export const mostInFile = 10_000
/** Of a search, whose words the log does not keep: the orders themselves stand there. */
export const mostNamedInLog = 1_000
/** Orders that are named because Shift_JIS lacks some of their signs. */
export const mostLackingNamed = 20

export const orderFileRefusals = {
  nothing: { status: 422, text: '書き出す注文がありません。' },
  'too-many': {
    status: 422,
    text: `書き出せるのは一度に${mostInFile.toLocaleString('ja-JP')}件まで、さがした結果は${mostNamedInLog.toLocaleString('ja-JP')}件までです。期間などでしぼってください。`,
  },
} as const satisfies Refusals<string>

/** What of the list goes into the log. */
export interface FileFilter {
  readonly state: ListState
  readonly filters: Readonly<Partial<Record<OrderFilterKey, string>>>
}

const isFilterKey = (key: string): key is OrderFilterKey => Object.hasOwn(orderFilterNames, key)

/** In words, for the log. */
export const filterText = (value: unknown): string => {
  const { state, filters } = fieldsOf(value)
  const told = Object.entries(fieldsOf(filters)).flatMap(([key, typed]) =>
    isFilterKey(key) ? `${orderFilterNames[key]}${typed === '1' ? '' : ` ${plainFact(typed)}`}` : [],
  )
  const name = plainFact(state)
  return [isListState(name) ? nameOfState(name) : '', ...told].filter((each) => each !== '').join('・')
}

export const orderFileFacts = {
  count: { label: '書き出した注文', text: (value) => `${plainFact(value)}件` },
  filter: { label: 'しぼりこみ', text: filterText },
  orders: {
    label: '選んだ注文',
    text: (value) => (Array.isArray(value) ? `${value.length}件` : plainFact(value)),
  },
  rows: wordFact('ファイルの行', fileRowNames),
  encoding: wordFact('文字コード', encodingNames),
} as const satisfies Facts

const ofOrder = ['注文番号', '注文日時', '支払日時', '状態', 'お客様', '電話', 'メール'] as const
const ofAddress = ['宛名', '郵便番号', '都道府県', '市区町村', '番地', '建物'] as const
const ofSums = ['点数', '商品小計', '送料', '合計', '支払金額', '内消費税', '返金'] as const
const ofParcel = ['配送会社', '送り状番号', '発送日時'] as const

export const headingsOf = (rows: FileRows): readonly string[] => [
  ...ofOrder,
  ...ofAddress,
  ...(rows === 'lines' ? ['行', '管理番号', '商品名', '単価', '数量', '金額'] : ['商品']),
  ...ofSums,
  ...ofParcel,
]

const moment = (at: number | null) => (at === null ? '' : displayMoment(at))
const nameOfCarrier = (carrier: string | null) =>
  carrier !== null && isCarrier(carrier) ? carrierNames[carrier] : (carrier ?? '')

/** The cells of an order, by lines: sums stand in the first row alone, so that a column adds up. */
export const cellsOfOrder = (
  order: Order,
  money: OrderMoney,
  rows: FileRows,
): readonly (readonly string[])[] => {
  const { customer, parcels } = order
  const lines = linesNow(order.lines)
  const { address } = customer
  const paid = paidAmount(order)
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const who = [
    order.number,
    moment(order.createdAt),
    moment(order.paidAt),
    orderStanding({ ...order, money, isUndelivered: false }).line,
    customer.name ?? address?.recipient ?? '',
    domesticPhone(customer.phone ?? ''),
    customer.email ?? '',
    ...(address === null
      ? ofAddress.map(() => '')
      : [
          address.recipient,
          address.postalCode,
          address.prefecture,
          address.city,
          address.line1,
          address.line2,
        ]),
  ]
  const sums = [
    units,
    order.subtotal,
    order.shipping,
    order.total,
    paid.amount,
    paid.tax,
    givenBack(money),
  ].map(String)
  const sent = [
    [...new Set(parcels.map(({ carrier }) => nameOfCarrier(carrier)))].join(' '),
    parcels.flatMap(({ tracking }) => tracking ?? []).join(' '),
    moment(order.shippedAt),
  ]
  const cells =
    rows === 'orders'
      ? [
          [
            ...who,
            lines.map(({ number, name, quantity }) => `${number} ${name} ×${quantity}`).join('、'),
            ...sums,
            ...sent,
          ],
        ]
      : lines.map(({ number, name, unitPrice, quantity, amount }, at) => [
          ...who,
          ...[String(at + 1), number, name, String(unitPrice), String(quantity), String(amount)],
          ...(at === 0 ? sums : sums.map(() => '')),
          ...sent,
        ])
  return cells.map((row) => row.map(cellWithoutFormula))
}
