import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { stockCounts, stockLines } from './lists.queries.server.ts'

const ofStock = { place: 'products', tone: 'plain', unit: '点', waits: false, ownerOnly: true } as const
const list = href('/admin/stock')

const rowsOf =
  (lines: (typeof stockLines)[keyof typeof stockLines]): DeskCardSource['rows'] =>
  async (db, most) =>
    (await lines(db, most)).map(({ number, name, pieces }) => ({
      key: number,
      text: `${name}（${number}）`,
      note: pieces === '0' ? 'なし' : `残り ${pieces}`,
      to: href('/admin/products/:number/stock', { number: numberInAddress(number) }),
    }))

/** Cards of きょう: claims without stock, low and sold-out products, holds of payment pages (K11). */
export const stockCards: readonly DeskCardSource[] = [
  {
    ...ofStock,
    kind: 'stock-short',
    tone: 'red',
    text: '約束より在庫が少ない生地',
    to: `${list}#short`,
    read: async ({ db }) => ({ count: await stockCounts.short(db) }),
  },
  {
    ...ofStock,
    kind: 'stock-found',
    text: '「布はありました」と押された生地',
    to: `${list}#found`,
    read: async ({ db }) => ({ count: await stockCounts.found(db), note: '数え直してください' }),
    rows: rowsOf(stockLines.found),
  },
  {
    ...ofStock,
    kind: 'stock-recount',
    text: '数え直す生地',
    to: `${list}#recount`,
    read: async ({ db }) => ({
      count: await stockCounts.recount(db),
      note: 'つなげ方の設定が変わりました',
    }),
    rows: rowsOf(stockLines.recount),
  },
  {
    ...ofStock,
    kind: 'stock-low',
    text: '在庫が少ない生地',
    to: `${href('/admin/stock', { state: 'low' })}#low`,
    read: async ({ db }) => ({ count: await stockCounts.low(db) }),
    rows: rowsOf(stockLines.low),
  },
  {
    ...ofStock,
    kind: 'sold-out',
    text: '売り切れ',
    to: `${href('/admin/stock', { state: 'sold-out' })}#sold-out`,
    read: async ({ db }) => ({ count: await stockCounts.soldOut(db) }),
    rows: rowsOf(stockLines.soldOut),
  },
  {
    ...ofStock,
    kind: 'stock-holds',
    text: 'お支払い中のお取り置き',
    unit: '件',
    waits: true,
    to: `${list}#holds`,
    read: async ({ db }) => ({ count: await stockCounts.holds(db) }),
  },
]
