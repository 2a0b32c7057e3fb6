import {
  type BitSet,
  bitSet,
  countInBoth,
  countOfBits,
  inAny,
  inEach,
  placesIn,
  without,
} from '~/kernel/bit-set.ts'
import { sortByKana } from '~/kernel/kana-order.ts'
import { nextCount } from '~/kernel/list-address.ts'
import type { Yen } from '~/kernel/money.ts'
import { formatNumber } from '~/kernel/money.ts'
import { type CountedSearch, readSearch, searchWords } from '~/kernel/search-text.ts'
import { colours, type Facets, type Kind, materials, patterns } from './facets.rules.ts'
import {
  type Choice,
  type FabricChoices,
  type KitListing,
  type Narrowing,
  type ProductListing,
  type ProductOrder,
  productOrders,
} from './listing.rules.ts'
import type { KitLevel, SellableProduct } from './rules.ts'
import { type FilterNames, namedOrFound, type SearchHints } from './search.rules.ts'

/** `createdAt` in epoch ms. */
export interface ListedProduct {
  readonly number: string
  readonly name: string
  /** In kana, '' when the owner gave none. */
  readonly reading: string
  readonly price: Yen | null
  readonly createdAt: number
}

export interface ListedFabric extends ListedProduct, Facets {
  readonly suspended?: true
  /** Its name and the words of its facets as search compares them (W35). */
  readonly plainName: string
  readonly facetWords: string
}

/** Ranks by number: 0 the number itself, 1 in the name, 2 elsewhere, then near matches; null without a search. */
export type Found = ReadonlyMap<string, number> | null

const elsewhereRank = 2

/** Of what recipes with the words are sewn from: behind what holds the words, before what is only near to them (W54). */
export const tiedRank = 2.5

/** Ignores impossible values; the first of repeated parameters counts (P24). */
export const readNarrowing = (parameters: URLSearchParams): Narrowing => {
  const price = parameters.get('price') ?? ''
  return {
    q: readSearch(parameters.get('q')),
    price: /^[1-9]\d{0,5}$/.test(price) ? Number(price) : null,
    order: productOrders.find((order) => order === parameters.get('sort')) ?? 'usual',
  }
}

const priceless = Number.MAX_SAFE_INTEGER

/** A stable sort of `products`, given in their usual order; a search's best ranks stand first in that one alone. */
export const inOrder = <T extends ListedProduct>(
  products: readonly T[],
  order: ProductOrder,
  rankOf: ((product: T) => number) | null,
): readonly T[] => {
  if (order === 'new') return products.toSorted((a, b) => b.createdAt - a.createdAt)
  if (order === 'cheap') return products.toSorted((a, b) => (a.price ?? priceless) - (b.price ?? priceless))
  if (order === 'name') return sortByKana(products, ({ name, reading }) => reading || name)
  if (rankOf === null) return products
  const groups = new Map<number, T[]>()
  for (const product of products) {
    const rank = rankOf(product)
    const group = groups.get(rank)
    if (group === undefined) groups.set(rank, [product])
    else group.push(product)
  }
  return [...groups].sort(([a], [b]) => a - b).flatMap(([, group]) => group)
}

const isWithin = (price: Yen | null, limit: number | null): boolean =>
  limit === null || (price !== null && price <= limit)

/** A single choice changes nothing, so it is offered only when chosen. */
const offered = <Id>(choices: readonly Choice<Id>[], chosen: Id | null): Choice<Id>[] => {
  const some = choices.filter(({ id, count }) => count > 0 || id === chosen)
  return some.length > 1 || chosen !== null ? some : []
}

const quarters = [0.25, 0.5, 0.75]

/** Round limits in yen near the quartiles of the prices. */
export const priceLimits = (products: readonly ListedProduct[]): number[] => {
  const prices = products.flatMap(({ price }) => (price === null ? [] : [price])).sort((a, b) => a - b)
  const limits = quarters.map((part) => {
    const yen = prices[Math.floor((prices.length - 1) * part)] ?? 0
    const step = yen > 2_000 ? 500 : 100
    return Math.ceil(yen / step) * step
  })
  return [...new Set(limits)].filter((limit) => limit > 0 && limit < (prices.at(-1) ?? 0))
}

/** `countUpTo` counts what costs a limit at most, narrowed by everything but the price. */
const priceChoices = (
  known: readonly number[],
  chosen: number | null,
  countUpTo: (limit: number) => number,
): Choice<number>[] => {
  const limits = new Set([...known, ...(chosen === null ? [] : [chosen])])
  const choices = [...limits]
    .sort((a, b) => a - b)
    .map((id) => ({ id, name: `${formatNumber(id)}円まで`, count: countUpTo(id) }))
  return offered(choices, chosen)
}

const kindChoices = <Id extends string>(
  kinds: readonly Kind<Id>[],
  chosen: Id | null,
  countOf: (id: Id) => number,
): Choice<Id>[] =>
  offered(
    kinds.map(({ id, name }) => ({ id, name, count: countOf(id) })),
    chosen,
  )

export interface NarrowedFabrics<T> {
  readonly total: number
  /** How many of them are there for recipes that are sewn from them (W54). */
  readonly tied: number
  /** False when the address's name is unknown and was searched for instead. */
  readonly exact: boolean
  readonly shown: readonly T[]
  /** The count that もっと見る asks for; null at the end. */
  readonly more: number | null
  readonly choices: FabricChoices
}

const kinds = ['colour', 'pattern', 'material'] as const
type FacetKind = (typeof kinds)[number]

/** Fabrics in the owner's order, with the places of those that a filter lets pass: worked out once for a list, however many searches narrow it. */
export interface NarrowableFabrics<T> {
  readonly fabrics: readonly T[]
  /** Limits of price in yen that part them. */
  readonly limits: readonly number[]
  readonly all: BitSet
  readonly none: BitSet
  readonly having: Readonly<Record<FacetKind, ReadonlyMap<string, BitSet>>>
  readonly upTo: ReadonlyMap<number, BitSet>
}

const placesUpTo = (fabrics: readonly ListedFabric[], limit: number): BitSet =>
  placesWhere(fabrics, ({ price }) => isWithin(price, limit))

const placesWhere = <T>(fabrics: readonly T[], holds: (fabric: T) => boolean): BitSet => {
  const places: number[] = []
  for (const [place, fabric] of fabrics.entries()) if (holds(fabric)) places.push(place)
  return bitSet(fabrics.length, places)
}

export const narrowable = <T extends ListedFabric>(fabrics: readonly T[]): NarrowableFabrics<T> => {
  const having = (kind: FacetKind) => {
    const places = new Map<string, number[]>()
    for (const [place, fabric] of fabrics.entries())
      for (const id of fabric[kind]) {
        const some = places.get(id)
        if (some === undefined) places.set(id, [place])
        else some.push(place)
      }
    return new Map([...places].map(([id, some]) => [id, bitSet(fabrics.length, some)] as const))
  }
  const limits = priceLimits(fabrics)
  return {
    fabrics,
    limits,
    all: bitSet(fabrics.length, fabrics.keys()),
    none: bitSet(fabrics.length, []),
    having: { colour: having('colour'), pattern: having('pattern'), material: having('material') },
    upTo: new Map(limits.map((limit) => [limit, placesUpTo(fabrics, limit)])),
  }
}

/** Places of what was found, by its rank: each stands in one of them. Null without a search. */
export type RankedPlaces = ReadonlyMap<number, BitSet> | null

/** With those places at `tiedRank` that have no better one. */
export const withTied = (found: ReadonlyMap<number, BitSet>, tied: BitSet): ReadonlyMap<number, BitSet> => {
  if (countOfBits(tied) === 0) return found
  const ranked = new Map<number, BitSet>()
  let left = tied
  for (const [rank, places] of found) {
    if (rank < tiedRank) left = without(left, places)
    ranked.set(rank, rank < tiedRank ? places : without(places, tied))
  }
  return ranked.set(tiedRank, left)
}

/** What each filter that is chosen lets pass. */
const passing = <T extends ListedFabric>(
  { fabrics, none, having, upTo }: NarrowableFabrics<T>,
  listing: ProductListing,
): ReadonlyMap<FacetKind | 'price', BitSet> => {
  const chosen = new Map<FacetKind | 'price', BitSet>()
  for (const kind of kinds) {
    const id = listing[kind]
    if (id !== null) chosen.set(kind, having[kind].get(id) ?? none)
  }
  const { price } = listing
  if (price !== null) chosen.set('price', upTo.get(price) ?? placesUpTo(fabrics, price))
  return chosen
}

/** The fabrics that pass the filters and the name of `listing`, whatever is searched for. */
export const fabricsPassing = <T extends ListedFabric>(
  list: NarrowableFabrics<T>,
  listing: ProductListing,
): BitSet => inEach([namedIn(list, listing).places, ...passing(list, listing).values()])

const namedIn = <T extends ListedFabric>(
  { fabrics, all }: NarrowableFabrics<T>,
  { name }: ProductListing,
) => {
  if (name === '') return { places: all, exact: true }
  const { found, exact } = namedOrFound(fabrics, name)
  const named = new Set(found)
  return { places: placesWhere(fabrics, (fabric) => named.has(fabric)), exact }
}

export const narrowedFabrics = <T extends ListedFabric>(
  list: NarrowableFabrics<T>,
  listing: ProductListing,
  found: RankedPlaces,
  pageSize: number,
): NarrowedFabrics<T> => {
  const { fabrics, limits, none, having, upTo } = list
  const { colour, pattern, material, price, count } = listing
  const named = namedIn(list, listing)
  const chosen = passing(list, listing)
  const within = found === null ? named.places : inEach([named.places, inAny([none, ...found.values()])])
  // Counts of choices leave out the choice of their own kind.
  const besides = (own: FacetKind | 'price' | null) =>
    inEach([within, ...[...chosen].flatMap(([filter, places]) => (filter === own ? [] : [places]))])
  const left = besides(null)
  const countedIn = (kind: FacetKind) => {
    const rest = besides(kind)
    return (id: string) => {
      const places = having[kind].get(id)
      return places === undefined ? 0 : countInBoth(rest, places)
    }
  }
  const ofAnyPrice = besides('price')
  const total = countOfBits(left)
  return {
    total,
    tied: countInBoth(left, found?.get(tiedRank) ?? none),
    exact: named.exact,
    shown: firstOf(list, listing, found, left),
    more: nextCount(total, count, pageSize),
    choices: {
      colour: kindChoices(colours, colour, countedIn('colour')),
      pattern: kindChoices(patterns, pattern, countedIn('pattern')),
      material: kindChoices(materials, material, countedIn('material')),
      price: priceChoices(limits, price, (limit) =>
        countInBoth(ofAnyPrice, upTo.get(limit) ?? placesUpTo(fabrics, limit)),
      ),
    },
  }
}

/** A facet counts before a mention in the description: 赤 means a red fabric, 赤ちゃん does not. */
const firstOf = <T extends ListedFabric>(
  { fabrics }: NarrowableFabrics<T>,
  { q, order, count }: ProductListing,
  found: RankedPlaces,
  left: BitSet,
): readonly T[] => {
  const at = (places: readonly number[]): T[] => places.flatMap((place) => fabrics[place] ?? [])
  if (order !== 'usual') return inOrder(at(placesIn(left)), order, null).slice(0, count)
  if (found === null) return at(placesIn(left).slice(0, count))
  const words = searchWords(q)
  const isSaid = ({ facetWords }: T) => words.every((word) => facetWords.includes(word))
  let shown: readonly T[] = []
  for (const [rank, places] of [...found].sort(([a], [b]) => a - b)) {
    if (shown.length >= count) break
    const some = placesIn(inEach([places, left]))
    if (rank !== elsewhereRank) shown = [...shown, ...at(some.slice(0, count - shown.length))]
    else {
      const elsewhere = at(some)
      shown = [...shown, ...elsewhere.filter(isSaid), ...elsewhere.filter((fabric) => !isSaid(fabric))]
    }
  }
  return shown.slice(0, count)
}

export interface ListedKit extends ListedProduct {
  readonly level: KitLevel
}

/** `kits` are in their usual order. */
export const narrowedKits = (
  kits: readonly ListedKit[],
  { level, price, order }: KitListing,
  found: Found,
): { readonly chosen: readonly ListedKit[]; readonly prices: readonly Choice<number>[] } => {
  const rest = kits.filter(
    (kit) => (found === null || found.has(kit.number)) && (level === null || kit.level === level),
  )
  const chosen = rest.filter((kit) => isWithin(kit.price, price))
  const rankOf = found && (({ number }: ListedKit) => found.get(number) ?? 0)
  return {
    chosen: inOrder(chosen, order, rankOf),
    prices: priceChoices(
      priceLimits(kits),
      price,
      (limit) => rest.filter((kit) => isWithin(kit.price, limit)).length,
    ),
  }
}

/** What a list without a hit shows beside saying so (W55): the shop's own filters and first fabrics, and words that find some. */
export interface FabricsInstead
  extends Pick<NarrowedFabrics<SellableProduct>, 'total' | 'shown' | 'choices'> {
  readonly words: readonly CountedSearch[]
}

export interface FabricPage extends NarrowedFabrics<SellableProduct> {
  readonly listing: ProductListing
  /** Null where something was found. */
  readonly instead: FabricsInstead | null
  /** What was searched for, when the list shows results for a part of it. */
  readonly typed: string
  readonly filter: FilterNames
  readonly hints: SearchHints
}
