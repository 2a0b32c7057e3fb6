import { sortByKana } from '~/kernel/kana-order.ts'
import { nextCount } from '~/kernel/list-address.ts'
import type { Yen } from '~/kernel/money.ts'
import { formatNumber } from '~/kernel/money.ts'
import { readSearch } from '~/kernel/search-text.ts'
import {
  colours,
  type Facets,
  facetsHold,
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
  type Listing,
  type Narrowing,
  type Order,
  orders,
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
}

/** Ranks by number: 0 the number itself, 1 in the name, 2 elsewhere, then near matches; null without a search. */
export type Found = ReadonlyMap<string, number> | null

/** Ignores impossible values; the first of repeated parameters counts (P24). */
export const readNarrowing = (parameters: URLSearchParams): Narrowing => {
  const price = parameters.get('price') ?? ''
  return {
    q: readSearch(parameters.get('q')),
    price: /^[1-9]\d{0,5}$/.test(price) ? Number(price) : null,
    order: orders.find((order) => order === parameters.get('sort')) ?? 'usual',
  }
}

const priceless = Number.MAX_SAFE_INTEGER

/** A stable sort of `products`, given in their usual order. */
const inOrder = <T extends ListedProduct>(
  products: readonly T[],
  order: Order,
  found: Found,
): readonly T[] => {
  if (order === 'new') return products.toSorted((a, b) => b.createdAt - a.createdAt)
  if (order === 'cheap') return products.toSorted((a, b) => (a.price ?? priceless) - (b.price ?? priceless))
  if (order === 'name') return sortByKana(products, ({ name, reading }) => reading || name)
  const rank = ({ number }: T) => found?.get(number) ?? 0
  return found === null ? products : products.toSorted((a, b) => rank(a) - rank(b))
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

/** Limits come from `all`, their counts from `rest`, which is narrowed by everything but the price. */
const priceChoices = (
  all: readonly ListedProduct[],
  rest: readonly ListedProduct[],
  chosen: number | null,
): Choice<number>[] => {
  const limits = new Set([...priceLimits(all), ...(chosen === null ? [] : [chosen])])
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
  rest: ReadonlyArray<readonly Id[]>,
  kinds: readonly Kind<Id>[],
  chosen: Id | null,
): Choice<Id>[] =>
  offered(
    kinds.map(({ id, name }) => ({ id, name, count: rest.filter((ids) => ids.includes(id)).length })),
    chosen,
  )

/** A facet counts before a mention in the description. */
const rankedByFacets = (fabrics: readonly ListedFabric[], found: Found, q: string): Found =>
  found &&
  new Map(
    fabrics.map((fabric) => {
      const rank = found.get(fabric.number) ?? 0
      return [fabric.number, rank === 2 && facetsHold(fabric, q) ? 1.5 : rank]
    }),
  )

export interface NarrowedFabrics<T> {
  readonly total: number
  /** False when the address's name is unknown and was searched for instead. */
  readonly exact: boolean
  readonly shown: readonly T[]
  /** The count that もっと見る asks for; null at the end. */
  readonly more: number | null
  readonly choices: FabricChoices
}

/** `fabrics` are in the owner's order. */
export const narrowedFabrics = <T extends ListedFabric>(
  fabrics: readonly T[],
  listing: Listing,
  found: Found,
  pageSize: number,
): NarrowedFabrics<T> => {
  const { name, colour, pattern, material, price, order, count } = listing
  const named = name === '' ? { found: fabrics, exact: true } : namedOrFound(fabrics, name)
  const searched = found === null ? named.found : named.found.filter(({ number }) => found.has(number))
  const passes = {
    colour: (fabric: T) => colour === null || fabric.colour.includes(colour),
    pattern: (fabric: T) => pattern === null || fabric.pattern.includes(pattern),
    material: (fabric: T) => material === null || fabric.material.includes(material),
    price: (fabric: T) => isWithin(fabric.price, price),
  }
  /** Counts of choices leave out the choice of their own kind. */
  const without = (undone?: keyof typeof passes) =>
    searched.filter((fabric) =>
      Object.entries(passes).every(([kind, pass]) => kind === undone || pass(fabric)),
    )
  const left = without()
  return {
    total: left.length,
    exact: named.exact,
    shown: inOrder(left, order, rankedByFacets(left, found, listing.q)).slice(0, count),
    more: nextCount(left.length, count, pageSize),
    choices: {
      colour: kindChoices(
        without('colour').map((fabric) => fabric.colour),
        colours,
        colour,
      ),
      pattern: kindChoices(
        without('pattern').map((fabric) => fabric.pattern),
        patterns,
        pattern,
      ),
      material: kindChoices(
        without('material').map((fabric) => fabric.material),
        materials,
        material,
      ),
      price: priceChoices(fabrics, without('price'), price),
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
  return { chosen: inOrder(chosen, order, found), prices: priceChoices(kits, rest, price) }
}

export interface FabricPage extends NarrowedFabrics<SellableProduct> {
  readonly listing: Listing
  /** What was searched for, when the list shows results for a part of it. */
  readonly typed: string
  readonly filter: FilterNames
  readonly hints: SearchHints
}

const share = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.some((each) => others.includes(each))

const isPlain = ({ pattern }: Facets): boolean => pattern.includes('plain')

/** Most points first, each name once; those without points are left out. */
const ranked = (
  fabrics: readonly ListedFabric[],
  points: (fabric: ListedFabric) => number,
  most: number,
): string[] => {
  const best = fabrics
    .map((fabric) => ({ fabric, points: points(fabric) }))
    .filter((each) => each.points > 0)
    .sort((a, b) => b.points - a.points)
  const names = new Map(best.toReversed().map(({ fabric }) => [nameKey(fabric.name), fabric.number]))
  const isFirst = ({ name, number }: ListedFabric) => names.get(nameKey(name)) === number
  return best.flatMap(({ fabric }) => (isFirst(fabric) ? fabric.number : [])).slice(0, most)
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
  const name = nameKey(fabric.name)
  const others = fabrics.filter((each) => each.price !== null && nameKey(each.name) !== name)
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
  return { alike: ranked(others, likeness, most), plain: isPlain(fabric) ? [] : ranked(others, fit, most) }
}

export interface ListForKit {
  readonly material: MaterialId | null
  readonly order: Order
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
