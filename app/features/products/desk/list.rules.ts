import { type ColourId, colours, type MaterialId, materials } from '~/features/products/facets.rules.ts'
import type { ProductType } from '~/features/products/rules.ts'
import type { ListAsked, ListFilter } from '~/kernel/desk-list.ts'
import { type DeskProductRow, type ProductState, productStates } from './rules.ts'

/** What the list of products can be in the order of. */
export const productSorts = [
  'number',
  'name',
  'colour',
  'material',
  'type',
  'price',
  'longest',
  'total',
  'sold',
  'status',
  'changed',
] as const
export type ProductSort = (typeof productSorts)[number]

/** Of what is counted; `none` is what is sold without a count. */
export const stockChoices = [
  { id: 'sold-out', name: '売り切れ' },
  { id: 'low', name: '少ない' },
  { id: 'there', name: 'あり' },
  { id: 'none', name: '数えていない' },
] as const
export type StockChoice = (typeof stockChoices)[number]['id']

/** What the list shows; null is all. */
export interface ProductsAsked {
  readonly q: string
  readonly type: ProductType | null
  readonly state: ProductState | null
  readonly stock: StockChoice | null
  readonly colour: ColourId | null
  readonly material: MaterialId | null
  readonly withoutPicture: boolean
  /** Null for the order of the shop. */
  readonly sort: ProductSort | null
  readonly isDescending: boolean
  /** From 1. */
  readonly page: number
  readonly size: number
}

export const everyProduct: ProductsAsked = {
  q: '',
  type: null,
  state: null,
  stock: null,
  colour: null,
  material: null,
  withoutPicture: false,
  sort: null,
  isDescending: false,
  page: 1,
  size: 50,
}

/** A row of the table: `longest` and `total` in units, null where nothing is counted; `changedAt` in epoch ms. */
export interface ListedProduct extends DeskProductRow {
  readonly colour: string
  readonly material: string
  readonly longest: number | null
  readonly total: number | null
  /** Units, of orders paid within 30 days. */
  readonly sold: number
  readonly changedAt: number
  readonly stockVersion: number
}

/**
 * The version of a row: another one as soon as the product or its stock was changed by anybody. Compared for equality alone; both parts
 * only rise.
 */
export const rowVersion = ({
  changedAt,
  stockVersion,
}: Pick<ListedProduct, 'changedAt' | 'stockVersion'>): number => changedAt + stockVersion

/** A product that an act of several names, with the version of its row. */
export interface MarkedProduct {
  readonly number: string
  readonly version: number
}

const typeChoices = [
  { id: 'fabric', name: '生地' },
  { id: 'kit', name: 'キット' },
] as const satisfies readonly { readonly id: ProductType; readonly name: string }[]

const choicesOf = (choices: readonly { readonly id: string; readonly name: string }[]) =>
  choices.map(({ id, name }) => ({ value: id, name }))

export type ProductFilterKey = 'type' | 'stock' | 'colour' | 'material' | 'unpictured'

/** What the list is narrowed by beside its state, which is chosen above it. */
export const productFilters: readonly ListFilter<ProductFilterKey>[] = [
  { key: 'type', name: '種類', kind: 'choice', choices: choicesOf(typeChoices) },
  { key: 'stock', name: '在庫', kind: 'choice', choices: choicesOf(stockChoices) },
  { key: 'colour', name: '色', kind: 'choice', choices: choicesOf(colours) },
  { key: 'material', name: '素材', kind: 'choice', choices: choicesOf(materials) },
  { key: 'unpictured', name: '写真なし', kind: 'flag' },
]

/** The chips of the list as a filter of its address, for names of what it shows. */
export const stateFilter: ListFilter = {
  ...{ key: 'state', name: '状態', kind: 'choice' },
  choices: [...productStates, 'すべて'].map((name) => ({ value: name === 'すべて' ? 'all' : name, name })),
}

const idOf = <Id extends string>(
  choices: readonly { readonly id: Id }[],
  value: string | undefined,
): Id | null => choices.find(({ id }) => id === value)?.id ?? null

/** What an address asks of the list; `state` and `q` are no filters of its own. */
export const productsAsked = (
  { filters, sort, direction, page, size }: ListAsked<ProductSort, ProductFilterKey>,
  { q, state }: Pick<ProductsAsked, 'q' | 'state'>,
): ProductsAsked => ({
  ...{ q, state, sort, page, size },
  isDescending: direction === 'desc',
  type: idOf(typeChoices, filters.type),
  stock: idOf(stockChoices, filters.stock),
  colour: idOf(colours, filters.colour),
  material: idOf(materials, filters.material),
  withoutPicture: filters.unpictured === '1',
})
