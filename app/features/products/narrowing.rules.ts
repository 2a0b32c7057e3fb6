import { type BitSet, bitSet } from '~/kernel/bit-set.ts'
import { sortByKana } from '~/kernel/kana-order.ts'
import { nextCount } from '~/kernel/list-address.ts'
import type { Yen } from '~/kernel/money.ts'
import { formatNumber } from '~/kernel/money.ts'
import { type CountedSearch, readSearch, searchWords } from '~/kernel/search-text.ts'
import {
  colours,
  type Facets,
  facetsOf,
  type Kind,
  type MaterialId,
  materials,
  patterns,
} from './facets.rules.ts'
import {
  type Choice,
  type FabricChoices,
  type KitListing,
  type Narrowing,
  type ProductListing,
  type ProductOrder,
  productOrders,
} from './listing.rules.ts'
import { isForSale, type Kit, type KitLevel, type SellableProduct } from './rules.ts'
import { type FilterNames, namedOrFound, nameKey, type SearchHints } from './search.rules.ts'

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

/** Ranks by number: 0 the number itself, 1 in the name, 2 elsewhere, `tiedRank`, then near matches; null without a search. */
export type Found = ReadonlyMap<string, number> | null

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
const inOrder = <T extends ListedProduct>(
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

/** Counts of `rest`, which is narrowed by everything but the price. */
const priceChoices = (
  known: readonly number[],
  rest: readonly ListedProduct[],
  chosen: number | null,
): Choice<number>[] => {
  const limits = new Set([...known, ...(chosen === null ? [] : [chosen])])
  const choices = [...limits]
    .sort((a, b) => a - b)
    .map((id) => ({
      id,
      name: `${formatNumber(id)}円まで`,
      count: rest.filter(({ price }) => isWithin(price, id)).length,
    }))
  return offered(choices, chosen)
}

const kindChoices = <Id extends string>(
  counts: ReadonlyMap<string, number>,
  kinds: readonly Kind<Id>[],
  chosen: Id | null,
): Choice<Id>[] =>
  offered(
    kinds.map(({ id, name }) => ({ id, name, count: counts.get(id) ?? 0 })),
    chosen,
  )

/** A facet counts before a mention in the description: 赤 means a red fabric, 赤ちゃん does not. */
const rankByFacets = (found: Found, q: string): ((fabric: ListedFabric) => number) | null => {
  if (found === null) return null
  const words = searchWords(q)
  return ({ number, facetWords }) => {
    const rank = found.get(number) ?? 0
    return rank === 2 && words.every((word) => facetWords.includes(word)) ? 1.5 : rank
  }
}

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
const filters = [...kinds, 'price'] as const
type Filter = (typeof filters)[number]

const passes: Readonly<Record<Filter, (fabric: ListedFabric, listing: ProductListing) => boolean>> = {
  colour: (fabric, { colour }) => colour === null || fabric.colour.includes(colour),
  pattern: (fabric, { pattern }) => pattern === null || fabric.pattern.includes(pattern),
  material: (fabric, { material }) => material === null || fabric.material.includes(material),
  price: (fabric, { price }) => isWithin(fabric.price, price),
}

/** The fabrics that pass the filters and the name of `listing`, whatever is searched for. */
export const fabricsPassing = (fabrics: readonly ListedFabric[], listing: ProductListing): BitSet => {
  const { found } = namedIn(fabrics, listing)
  const named = found === fabrics ? null : new Set(found)
  const chosen = filters.filter((filter) => listing[filter] !== null)
  const places: number[] = []
  for (const [place, fabric] of fabrics.entries())
    if (named?.has(fabric) !== false && chosen.every((filter) => passes[filter](fabric, listing)))
      places.push(place)
  return bitSet(fabrics.length, places)
}

const namedIn = <T extends ListedFabric>(fabrics: readonly T[], { name }: ProductListing) =>
  name === '' ? { found: fabrics, exact: true } : namedOrFound(fabrics, name)

/** `fabrics` are in the owner's order; `limits` are their limits of price. */
export const narrowedFabrics = <T extends ListedFabric>(
  fabrics: readonly T[],
  listing: ProductListing,
  found: Found,
  pageSize: number,
  limits: readonly number[] = priceLimits(fabrics),
): NarrowedFabrics<T> => {
  const { colour, pattern, material, price, order, count } = listing
  const named = namedIn(fabrics, listing)
  const left: T[] = []
  const counts = new Map<string, number>()
  const ofAnyPrice: T[] = []
  const chosen = filters.filter((filter) => listing[filter] !== null)
  for (const fabric of found?.size === 0 ? [] : named.found) {
    if (found?.has(fabric.number) === false) continue
    const failed = chosen.length === 0 ? chosen : chosen.filter((filter) => !passes[filter](fabric, listing))
    if (failed.length > 1) continue
    if (failed.length === 0) left.push(fabric)
    // Counts of choices leave out the choice of their own kind.
    const [alone] = failed
    for (const kind of kinds)
      if (alone === undefined || alone === kind)
        for (const id of fabric[kind]) counts.set(id, (counts.get(id) ?? 0) + 1)
    if (alone === undefined || alone === 'price') ofAnyPrice.push(fabric)
  }
  return {
    total: left.length,
    tied: left.filter(({ number }) => found?.get(number) === tiedRank).length,
    exact: named.exact,
    shown: inOrder(left, order, rankByFacets(found, listing.q)).slice(0, count),
    more: nextCount(left.length, count, pageSize),
    choices: {
      colour: kindChoices(counts, colours, colour),
      pattern: kindChoices(counts, patterns, pattern),
      material: kindChoices(counts, materials, material),
      price: priceChoices(limits, ofAnyPrice, price),
    },
  }
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
  return { chosen: inOrder(chosen, order, rankOf), prices: priceChoices(priceLimits(kits), rest, price) }
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

const share = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.some((each) => others.includes(each))

const isPlain = ({ pattern }: Facets): boolean => pattern.includes('plain')

/** Most points first, each name but `own` once; those without points are left out. Names are compared only until there are enough. */
const ranked = (
  fabrics: readonly ListedFabric[],
  points: (fabric: ListedFabric) => number,
  { most, own }: { readonly most: number; readonly own: string },
): string[] => {
  const best = fabrics
    .map((fabric) => ({ fabric, points: points(fabric) }))
    .filter((each) => each.points > 0)
    .sort((a, b) => b.points - a.points)
  const names = new Set([own])
  const numbers: string[] = []
  for (const { fabric } of best) {
    if (numbers.length === most) break
    const name = nameKey(fabric.name)
    if (names.has(name)) continue
    names.add(name)
    numbers.push(fabric.number)
  }
  return numbers
}

/**
 * Numbers of similar fabrics (by pattern, then colour and material) and of matching plain ones (of its colours, then white), at most
 * `most` each, nearest first, without other colours of the same name (W14). A plain fabric gets only similar ones.
 */
export const nearFabrics = (
  fabric: ListedFabric,
  fabrics: readonly ListedFabric[],
  most: number,
): { readonly alike: readonly string[]; readonly plain: readonly string[] } => {
  const others = fabrics.filter(({ price }) => price !== null)
  const shown = { most, own: nameKey(fabric.name) }
  const likeness = (other: ListedFabric): number => {
    const [pattern, colour] = [share(fabric.pattern, other.pattern), share(fabric.colour, other.colour)]
    // Plain fabrics resemble each other only by colour.
    if (!pattern || (isPlain(fabric) && !colour)) return 0
    return 4 + (colour ? 2 : 0) + (share(fabric.material, other.material) ? 1 : 0)
  }
  const fit = (other: ListedFabric): number => {
    if (!isPlain(other)) return 0
    if (share(fabric.colour, other.colour)) return 2
    return other.colour.includes('white') ? 1 : 0
  }
  return { alike: ranked(others, likeness, shown), plain: isPlain(fabric) ? [] : ranked(others, fit, shown) }
}

export interface ListForKit {
  readonly material: MaterialId | null
  readonly order: ProductOrder
}

/** The list whose first fabric is for sale: of the kit's material, for beginners of cotton, else of all; null if none (W15). */
export const listForKit = (
  { name, description, level }: Pick<Kit, 'name' | 'description' | 'level'>,
  fabrics: readonly ListedFabric[],
): ListForKit | null => {
  const named = facetsOf({ name: `${name} ${description}`, description: '' }).material
  for (const material of [...named, ...(level === 'beginner' ? (['cotton'] as const) : []), null]) {
    const left = material === null ? fabrics : fabrics.filter((each) => each.material.includes(material))
    for (const order of ['usual', 'cheap', 'new'] as const)
      if (inOrder(left, order, null).slice(0, 1).some(isForSale)) return { material, order }
  }
  return null
}
