import { listQuery } from '~/kernel/list-address.ts'
import { formatNumber } from '~/kernel/money.ts'
import type { CountedSearch } from '~/kernel/search-text.ts'
import type { ColourId, MaterialId, PatternId } from './facets.rules.ts'
import type { Kit, KitLevel } from './rules.ts'
import type { SearchHints } from './search.rules.ts'

/** 'usual' is the owner's order, or the best matches first in a search. */
export const productOrders = ['usual', 'new', 'cheap', 'name'] as const
export type ProductOrder = (typeof productOrders)[number]

/** `q` is '' and `price` null for no limit. */
export interface Narrowing {
  readonly q: string
  /** Yen, at most. */
  readonly price: number | null
  readonly order: ProductOrder
}

/** `name` is '' for all; `count` is the most cards. */
export interface ProductListing extends Narrowing {
  readonly name: string
  readonly colour: ColourId | null
  readonly pattern: PatternId | null
  readonly material: MaterialId | null
  readonly count: number
}

const allProducts: Narrowing = { q: '', price: null, order: 'usual' }

export const allFabrics = (pageSize: number): ProductListing => ({
  ...allProducts,
  name: '',
  colour: null,
  pattern: null,
  material: null,
  count: pageSize,
})

/** `count` products are what it would leave beside the other filters, `most` what it would leave alone. */
export interface Choice<Id> {
  readonly id: Id
  readonly name: string
  readonly count: number
  readonly most: number
}

/** In the screen's order. */
export interface FabricChoices {
  readonly colour: readonly Choice<ColourId>[]
  readonly pattern: readonly Choice<PatternId>[]
  readonly material: readonly Choice<MaterialId>[]
  readonly price: readonly Choice<number>[]
}

/** '' for defaults, which an address leaves out. */
const narrowingParameters = ({ q, price, order }: Narrowing): Record<'q' | 'price' | 'sort', string> => ({
  q,
  price: price === null ? '' : String(price),
  sort: order === 'usual' ? '' : order,
})

const listingParameters = (listing: ProductListing): Record<string, string> => {
  const { name, colour, pattern, material } = listing
  const { q, price, sort } = narrowingParameters(listing)
  return { q, name, colour: colour ?? '', pattern: pattern ?? '', material: material ?? '', price, sort }
}

/** Without defaults. */
export const listingQuery = (listing: ProductListing, pageSize: number): string =>
  listQuery(listingParameters(listing), listing.count, pageSize)

/** `level` is null for all kits; `count` is the most cards. */
export interface KitListing extends Narrowing {
  readonly level: KitLevel | null
  readonly count: number
}

export const allKits = (pageSize: number): KitListing => ({
  q: '',
  level: null,
  price: null,
  order: 'usual',
  count: pageSize,
})

/** `total` counts the listing's kits; `levels` are those of all kits. */
export interface KitPage {
  readonly kits: readonly Kit[]
  readonly total: number
  readonly levels: readonly KitLevel[]
  readonly prices: readonly Choice<number>[]
}

/** `more` is the count that もっと見る asks for; null at the end. `instead` is what a list without a hit shows (W55). */
export interface ShownKits extends KitPage {
  readonly instead: (Omit<KitPage, 'levels'> & { readonly words: readonly CountedSearch[] }) | null
  readonly listing: KitListing
  /** What was searched for, when the list shows results for a part of it. */
  readonly typed: string
  readonly more: number | null
  readonly hints: SearchHints
}

export const kitListingQuery = (listing: KitListing, pageSize: number): string => {
  const { q, price, sort } = narrowingParameters(listing)
  return listQuery({ q, level: listing.level ?? '', price, sort }, listing.count, pageSize)
}

/** Search engines should skip lists that anybody can make up. */
export const isNarrowed = ({ q, colour, pattern, material, price }: ProductListing): boolean =>
  q !== '' || [colour, pattern, material, price].some((choice) => choice !== null)

/** 全42点（6点を表示中）, or 「麻」18点; `isAll` when nothing narrows the list. */
export const productCountText = (
  { q, total, shown }: { readonly q: string; readonly total: number; readonly shown: number },
  isAll: boolean,
): string => {
  const part = shown < total ? `（${formatNumber(shown)}点を表示中）` : ''
  return `${q === '' ? '' : `「${q}」`}${isAll ? '全' : ''}${formatNumber(total)}点${part}`
}

export const mostOnCard = 100

/** 作品12件, or 作品100件以上. */
export const madeText = (recipes: number): string => `作品${recipes}件${recipes >= mostOnCard ? '以上' : ''}`
