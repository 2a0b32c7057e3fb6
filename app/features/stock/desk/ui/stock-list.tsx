import { numberInAddress } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import type { CountedFilterKey, CountedSort } from '../counted.rules.ts'
import * as cells from './stock-cells.tsx'

const states = [
  { value: 'low', name: '少ない' },
  { value: 'sold-out', name: '売り切れ' },
  { value: 'short', name: '約束より少ない' },
  { value: 'awaited', name: '待っている方がいる', ownerOnly: true },
  { value: 'reordered', name: '頼んでいる', ownerOnly: true },
]

/** 在庫 as a list of the desk: every counted product (K36). */
export const stockList: DeskList<cells.ShownProduct, CountedSort, CountedFilterKey> = {
  name: '在庫',
  mark: 'product',
  keyOf: ({ number }) => number,
  to: ({ number }) => href('/admin/products/:number/stock', { number: numberInAddress(number) }),
  linkText: ({ name }) => name,
  columns: [
    {
      ...{ key: 'number', name: '番号', sorts: 'asc', cell: cells.numberCell },
      phone: { place: 'title' },
    },
    {
      ...{ key: 'name', name: '名前', sorts: 'asc', cell: cells.nameCell },
      phone: { place: 'second', shows: cells.toldOnPhone },
    },
    {
      ...{ key: 'longest', name: '最長', sorts: 'desc', align: 'end', cell: cells.longestCell },
      phone: { place: 'end', shows: cells.leftOnPhone },
    },
    { key: 'total', name: '残り', sorts: 'desc', align: 'end', cell: cells.totalCell },
    { key: 'promised', name: '約束', sorts: 'desc', align: 'end', cell: cells.promisedCell },
    {
      ...{ key: 'soldWeek', name: '売れ 7日', sorts: 'desc', align: 'end', from: 'wide', ownerOnly: true },
      cell: cells.weekCell,
    },
    {
      ...{ key: 'soldMonth', name: '売れ 30日', sorts: 'desc', align: 'end', ownerOnly: true },
      cell: cells.monthCell,
    },
    {
      ...{ key: 'daysLeft', name: 'あと', sorts: 'asc', align: 'end', ownerOnly: true },
      cell: cells.daysCell,
    },
    { key: 'lowAt', name: '少ない数', sorts: 'desc', align: 'end', cell: cells.lowAtCell },
    {
      ...{ key: 'waiting', name: '待つ方', sorts: 'desc', align: 'end', from: 'wide', ownerOnly: true },
      cell: cells.waitingCell,
    },
    { key: 'reordered', name: '頼んだ数', sorts: 'asc', ownerOnly: true, cell: cells.reorderCell },
  ],
  filters: [
    { key: 'state', name: '状態', kind: 'choice', choices: states },
    {
      ...{ key: 'type', name: '種類', kind: 'choice' },
      choices: [
        { value: 'fabric', name: '生地' },
        { value: 'kit', name: 'キット' },
      ],
    },
  ],
  acts: [],
}
