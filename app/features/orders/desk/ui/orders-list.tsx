import { prefectures } from '~/features/orders/address.rules.ts'
import { href } from '~/href.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import { orderFilterNames as names, type OrderFilterKey, type OrderSort } from '../rules.ts'
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
  beside: ({ number }) => href('/admin/orders/beside/:number', { number }),
  linkText: cells.buyerOf,
  groupOf: ({ day }) => day,
  columns: [
    { key: 'number', name: '番号', phone: { place: 'title' }, cell: cells.numberCell },
    { key: 'at', name: '日時', sorts: 'desc', cell: cells.momentCell },
    { key: 'name', name: 'お客様', sorts: 'asc', phone: { place: 'second' }, cell: cells.buyerCell },
    { key: 'prefecture', name: '都道府県', sorts: 'asc', from: 'wide', cell: ({ prefecture }) => prefecture },
    { key: 'goods', name: '商品', cell: cells.productsCell },
    {
      ...{ key: 'units', name: '点数', sorts: 'desc', align: 'end' },
      phone: { place: 'end', shows: cells.sumOnPhone },
      cell: ({ units }) => `${units}点`,
    },
    { key: 'total', name: '合計', sorts: 'desc', align: 'end', ownerOnly: true, cell: cells.totalCell },
    {
      ...{ key: 'state', name: '状態', sorts: 'asc' },
      phone: { place: 'foot', shows: cells.stateOnPhone },
      cell: cells.stateCell,
    },
    { key: 'parcel', name: '番号・発送日', from: 'wide', cell: cells.parcelCell },
    { key: 'note', name: 'メモ', from: 'wide', cell: cells.noteCell },
  ],
  filters: [
    { key: 'period', name: names.period, kind: 'choice', choices: periods },
    { key: 'from', name: names.from, kind: 'day' },
    { key: 'to', name: names.to, kind: 'day' },
    { key: 'goods', name: names.goods, kind: 'text' },
    {
      ...{ key: 'prefecture', name: names.prefecture, kind: 'choice' },
      choices: prefectures.map((name) => ({ value: name, name })),
    },
    { key: 'least', name: names.least, kind: 'yen', ownerOnly: true },
    { key: 'most', name: names.most, kind: 'yen', ownerOnly: true },
    { key: 'noted', name: names.noted, kind: 'flag' },
    { key: 'unnumbered', name: names.unnumbered, kind: 'flag' },
  ],
  acts: [
    { key: 'print', name: '納品書', to: href('/admin/packing/print') },
    { key: 'labels', name: '送り状', to: href('/admin/packing/labels') },
    { key: 'numbers', name: '番号を入れる', to: href('/admin/packing/numbers') },
    { key: 'ship', name: '発送済みにする', to: href('/admin/orders/marked/:act', { act: 'shipping' }) },
    { key: 'note', name: 'メモ', to: href('/admin/orders/marked/:act', { act: 'note' }) },
    {
      ...{ key: 'mail', name: 'メールを送り直す', ownerOnly: true },
      to: href('/admin/orders/marked/:act', { act: 'mail' }),
    },
    { key: 'file', name: 'CSV', ownerOnly: true, to: href('/admin/orders/file') },
  ],
}
