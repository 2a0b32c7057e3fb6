import { listQuery } from '~/kernel/list-address.ts'
import type { ColourId, MaterialId, PatternId } from './facets.rules.ts'
import type { Kit, KitLevel } from './rules.ts'
import type { SearchHints } from './search.rules.ts'

/** 'usual' is the owner's order; of a search, the best matches first. */
export const orders = ['usual', 'new', 'cheap', 'name'] as const
export type Order = (typeof orders)[number]

/** What lists of products have in common: `q` is '' and `price` null for all. */
export interface Narrowing {
  readonly q: string
  /** Yen: this or less. */
  readonly price: number | null
  readonly order: Order
}

/** The list of fabrics that an address asks for; `name` is '' for all, `count` the most cards. */
export interface Listing extends Narrowing {
  readonly name: string
  readonly colour: ColourId | null
  readonly pattern: PatternId | null
  readonly material: MaterialId | null
  readonly count: number
}

const allProducts: Narrowing = { q: '', price: null, order: 'usual' }

/** The list of everything, its first page. */
export const allFabrics = (pageSize: number): Listing => ({
  ...allProducts,
  name: '',
  colour: null,
  pattern: null,
  material: null,
  count: pageSize,
})

/** A choice that a list offers, and how many it would leave. */
export interface Choice<Id> {
  readonly id: Id
  readonly name: string
  readonly count: number
}

/** In the order in which the screen has them. */
export interface FabricChoices {
  readonly colour: readonly Choice<ColourId>[]
  readonly pattern: readonly Choice<PatternId>[]
  readonly material: readonly Choice<MaterialId>[]
  readonly price: readonly Choice<number>[]
}

/** The parameters of an address, '' for what is left out. */
const narrowingParameters = ({ q, price, order }: Narrowing): Record<'q' | 'price' | 'sort', string> => ({
  q,
  price: price === null ? '' : String(price),
  sort: order === 'usual' ? '' : order,
})

/** The parameters of a list's address but its count, '' for what is left out. */
const listingParameters = (listing: Listing): Record<string, string> => {
  const { name, colour, pattern, material } = listing
  const { q, price, sort } = narrowingParameters(listing)
  return { q, name, colour: colour ?? '', pattern: pattern ?? '', material: material ?? '', price, sort }
}

/** The query of a list's address, without defaults. */
export const listingQuery = (listing: Listing, pageSize: number): string =>
  listQuery(listingParameters(listing), listing.count, pageSize)

/** The list that an address asks for; `level` is null for all kits, `count` the most cards. */
export interface KitListing extends Narrowing {
  readonly level: KitLevel | null
  readonly count: number
}

/** The list of everything, its first page. */
export const allKits = (pageSize: number): KitListing => ({
  q: '',
  level: null,
  price: null,
  order: 'usual',
  count: pageSize,
})

/** `total` counts what was asked for, `levels` are those of all kits. */
export interface KitPage {
  readonly kits: readonly Kit[]
  readonly total: number
  readonly levels: readonly KitLevel[]
  readonly prices: readonly Choice<number>[]
}

/** What the page of all kits shows; `more` is the count that the next もっと見る asks for, null when there is none. */
export interface ShownKits extends KitPage {
  readonly listing: KitListing
  /** What was searched for, where the list shows a part of it. */
  readonly typed: string
  readonly more: number | null
  readonly hints: SearchHints
}

/** The query of a list's address, without defaults. */
export const kitListingQuery = (listing: KitListing, pageSize: number): string => {
  const { q, price, sort } = narrowingParameters(listing)
  return listQuery({ q, level: listing.level ?? '', price, sort }, listing.count, pageSize)
}

/** Whether the list is searched or narrowed by more than a name: a page that anybody can make up. */
export const isNarrowed = ({ q, colour, pattern, material, price }: Listing): boolean =>
  q !== '' || [colour, pattern, material, price].some((choice) => choice !== null)

/** 全42点（6点を表示中）, or 「麻」18点; `isAll` when nothing narrows the list. */
export const countText = (
  { q, total, shown }: { readonly q: string; readonly total: number; readonly shown: number },
  isAll: boolean,
): string => {
  const part = shown < total ? `（${shown.toLocaleString('ja-JP')}点を表示中）` : ''
  return `${q === '' ? '' : `「${q}」`}${isAll ? '全' : ''}${total.toLocaleString('ja-JP')}点${part}`
}

/** As many recipes are counted on a card. */
export const mostOnCard = 100

/** 作品12件, or 作品100件以上. */
export const madeText = (recipes: number): string => `作品${recipes}件${recipes >= mostOnCard ? '以上' : ''}`
