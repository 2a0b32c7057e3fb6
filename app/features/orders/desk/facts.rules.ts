import {
  carrierNames,
  isCarrier,
  type Parcel,
  parcelsText,
  shownTracking,
} from '~/features/orders/carriers.rules.ts'
import { inYen } from '~/features/orders/money.rules.ts'
import { reviewTexts } from '~/features/orders/standing.rules.ts'
import { kitLevels, levelName } from '~/features/products/rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { parsePriceOrZero } from '~/kernel/money.ts'

export const factNames: Readonly<Record<string, string>> = {
  address: '住所',
  amount: '金額',
  applyUrl: '申込みのURL',
  bolt: '反物',
  carrier: '配送会社',
  city: '市区町村',
  claimed: '約束・取り置き',
  condition: '届いたときの様子',
  content: '本文',
  counts: '在庫',
  date: '日付',
  description: '説明',
  email: 'メールアドレス',
  fabricNumbers: '使う布の番号',
  fabricSize: '使う布のサイズ',
  from: '最初の日',
  fromDay: '出しはじめる日',
  holiday: 'お休み',
  imageUrl: '写真',
  influencerUrl: 'インフルエンサーのURL',
  label: '端末',
  level: 'レベル',
  line1: '番地',
  line2: '建物・部屋番号',
  mail: 'お客様へのメール',
  message: 'お知らせ',
  name: '名前',
  note: 'メモ',
  off: '外した印',
  on: '付けた印',
  parcels: '荷物',
  phone: '電話',
  pictures: '写真の枚数',
  pieces: '棚の布',
  place: '順番',
  position: '順番',
  postalCode: '郵便番号',
  prefecture: '都道府県',
  price: '価格',
  priceText: '価格',
  product: '商品',
  reading: 'よみ',
  reason: '理由',
  recipient: 'お名前',
  refunded: '返金',
  reviewReason: '確認すること',
  role: '役割',
  settled: '片づけ方',
  shippedAt: '発送日時',
  since: 'はじめ',
  source: 'どこの商品',
  state: '状態',
  status: '公開',
  title: '題名',
  to: '最後の日',
  toDay: '最後の日',
  tracking: '送り状の番号',
  transferred: '振込で返した金額',
}

// Implied by the act, or internal numbers.
const silent: ReadonlySet<string> = new Set([
  'adopted',
  'arrivedAt',
  'cancelled',
  'isNew',
  'number',
  'passkey',
  'parts',
  'released',
  'return',
  'units',
])

export const isSilentFact = (name: string): boolean => silent.has(name)

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  counts: { true: '数えられる', false: '数えられない' },
  level: Object.fromEntries(kitLevels.map((level) => [level, levelName(level)])),
  mail: {
    true: '送る',
    false: '送らない',
    order_confirmation: 'ご注文の確認',
    order_shipped: '発送のお知らせ',
  },
  place: { first: 'いちばん前', last: 'いちばん後ろ' },
  reviewReason: reviewTexts,
  role: { owner: '店主', packer: '発送係' },
  source: { feed: '商品の一覧', own: 'お店の画面', demo: '練習用' },
  settled: {
    accepted: 'この金額で受ける',
    'given-back': '全額を返して取り消す',
    practice: '練習の支払いでした',
    'second-given-back': '二つ目を返金',
    checked: '確かめました',
  },
}

const storedParcel = (value: unknown): Parcel => {
  const fields: ReadonlyMap<string, unknown> = new Map(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  )
  const text = (name: string) => {
    const found = fields.get(name)
    return typeof found === 'string' ? found : null
  }
  return { carrier: text('carrier'), tracking: text('tracking') }
}

const sums: ReadonlySet<string> = new Set(['amount', 'price', 'refunded', 'transferred'])
const moment = /^since$|At$|By$/

/** '' for an empty value. */
export const factText = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && value > 1e12 && moment.test(name)) return deskMoment(value)
  if (typeof value === 'number' && sums.has(name)) return inYen(value)
  if (Array.isArray(value) && (name === 'on' || name === 'off'))
    return value.length === 0 ? '' : `${value.length}個`
  if (name === 'parcels') return Array.isArray(value) ? parcelsText(value.map(storedParcel)) : ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // As it was typed: in a list 520円, at the desk 530.
  const yen = name === 'priceText' ? parsePriceOrZero(text) : null
  if (yen !== null) return inYen(yen)
  if (name === 'carrier' && isCarrier(text)) return carrierNames[text]
  if (name === 'tracking') return shownTracking(text)
  return words[name]?.[text] ?? text
}
