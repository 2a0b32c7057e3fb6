import { href } from '~/href.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import { type ProductFilterKey, type ProductSort, productFilters, rowVersion } from '../list.rules.ts'
import * as cells from './product-cells.tsx'
import { deskProductPath } from './product-path.ts'

/** 商品 as a list of the desk. */
export const productsList: DeskList<cells.ShownProduct, ProductSort, ProductFilterKey> = {
  name: '商品',
  mark: 'product',
  keyOf: ({ number }) => number,
  versionOf: rowVersion,
  to: ({ number }) => deskProductPath(number),
  columns: [
    { key: 'number', name: '管理番号', sorts: 'asc', phone: { place: 'title' }, cell: cells.productCell },
    { key: 'name', name: '名前', sorts: 'asc', cell: ({ name }) => name },
    { key: 'colour', name: '色', sorts: 'asc', cell: cells.colourCell },
    { key: 'material', name: '素材', sorts: 'asc', from: 'wide', cell: ({ material }) => material },
    { key: 'type', name: '種類', sorts: 'asc', from: 'widest', cell: cells.typeCell },
    {
      ...{ key: 'price', name: '価格', sorts: 'asc', align: 'end' },
      phone: { place: 'end', shows: cells.priceOnPhone },
      cell: cells.priceCell,
    },
    { key: 'longest', name: 'いちばん長い', sorts: 'desc', align: 'end', cell: cells.longestCell },
    { key: 'total', name: '在庫', sorts: 'desc', align: 'end', cell: cells.totalCell },
    { key: 'sold', name: '30日に売れた', sorts: 'desc', align: 'end', from: 'wide', cell: cells.soldCell },
    { key: 'status', name: '状態', sorts: 'asc', cell: cells.stateCell },
    { key: 'changed', name: '変更', sorts: 'desc', from: 'widest', cell: cells.changedCell },
  ],
  filters: productFilters,
  acts: [
    { key: 'sell-out', name: '売り切れにする' },
    {
      key: 'several',
      name: '価格・公開・順番・ファイル',
      to: href('/admin/products/several'),
      ownerOnly: true,
    },
    { key: 'close', name: '休止する', ownerOnly: true },
    { key: 'open', name: '再開する', ownerOnly: true },
  ],
}

/** Who packs and does not count marks nothing. */
export const productsListFor = (mayCount: boolean): typeof productsList =>
  mayCount ? productsList : { ...productsList, acts: [] }
