import { prefectures } from '~/features/orders/address.rules.ts'
import { href } from '~/href.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import type { OrderFilterKey, OrderSort } from '../rules.ts'
import * as cells from './order-cells.tsx'

const periods = [
  { value: 'today', name: 'きょう' },
  { value: '7days', name: '7日' },
  { value: 'month', name: '今月' },
]

/** 注文 as a list of the desk. */
export const ordersList: DeskList<cells.ShownOrder, OrderSort, OrderFilterKey> = {
  name: '注文',
  mark: 'order',
  keyOf: ({ number }) => number,
  versionOf: ({ version }) => version,
  to: ({ number }) => href('/admin/orders/:number', { number }),
  linkText: cells.buyerOf,
  groupOf: ({ day }) => day,
  columns: [
    { key: 'number', name: '番号', phone: { place: 'title' }, cell: cells.numberCell },
    { key: 'at', name: '日時', sorts: 'desc', cell: cells.momentCell },
    { key: 'name', name: 'お客様', sorts: 'asc', phone: { place: 'second' }, cell: cells.buyerCell },
    { key: 'prefecture', name: '都道府県', sorts: 'asc', from: 'wide', cell: ({ prefecture }) => prefecture },
    { key: 'goods', name: '商品', cell: cells.goodsCell },
    {
      ...{ key: 'units', name: '点数', sorts: 'desc', align: 'end' },
      phone: { place: 'end', shows: cells.sumOnPhone },
      cell: ({ units }) => `${units}点`,
    },
    { key: 'total', name: '合計', sorts: 'desc', align: 'end', ownerOnly: true, cell: cells.totalCell },
    {
      key: 'state',
      name: '状態',
      phone: { place: 'foot', shows: cells.stateOnPhone },
      cell: cells.stateCell,
    },
    { key: 'parcel', name: '番号・発送日', from: 'wide', cell: cells.parcelCell },
    { key: 'note', name: 'メモ', from: 'widest', cell: cells.noteCell },
  ],
  filters: [
    { key: 'period', name: '期間', kind: 'choice', choices: periods },
    { key: 'from', name: 'から', kind: 'day' },
    { key: 'to', name: 'まで', kind: 'day' },
    { key: 'goods', name: '商品（番号か名前）', kind: 'text' },
    {
      ...{ key: 'prefecture', name: '都道府県', kind: 'choice' },
      choices: prefectures.map((name) => ({ value: name, name })),
    },
    { key: 'least', name: '合計 円から', kind: 'yen', ownerOnly: true },
    { key: 'most', name: '合計 円まで', kind: 'yen', ownerOnly: true },
    { key: 'noted', name: 'メモあり', kind: 'flag' },
    { key: 'unnumbered', name: '番号なし', kind: 'flag' },
  ],
  acts: [
    { key: 'print', name: '納品書', to: href('/admin/packing/print') },
    { key: 'labels', name: '送り状', to: href('/admin/packing/labels') },
    { key: 'numbers', name: '番号を入れる', to: href('/admin/packing/numbers') },
  ],
}
