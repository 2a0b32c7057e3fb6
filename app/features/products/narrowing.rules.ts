import { sortByKana } from '~/kernel/kana-order.ts'
import { nextCount } from '~/kernel/list-address.ts'
import type { Yen } from '~/kernel/money.ts'
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

/** What lists order products by; `createdAt` in epoch ms. */
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

/** What was found, by number: 0 for the number itself, 1 in the name, 2 elsewhere, then what is near; null when nothing was searched for. */
export type Found = ReadonlyMap<string, number> | null

/** What the parameters of an address ask for; an impossible value is none, of two the first counts (P24). */
export const readNarrowing = (parameters: URLSearchParams): Narrowing => {
  const price = parameters.get('price') ?? ''
  return {
    q: readSearch(parameters.get('q')),
    price: /^[1-9]\d{0,5}$/.test(price) ? Number(price) : null,
    order: orders.find((order) => order === parameters.get('sort')) ?? 'usual',
  }
}

const priceless = Number.MAX_SAFE_INTEGER

/** `products`, which stand in their usual order, in another one; what is alike keeps its place. */
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

/** A single choice changes nothing and is not offered, unless it was chosen. */
const offered = <Id>(choices: readonly Choice<Id>[], chosen: Id | null): Choice<Id>[] => {
  const some = choices.filter(({ id, count }) => count > 0 || id === chosen)
  return some.length > 1 || chosen !== null ? some : []
}

const quarters = [0.25, 0.5, 0.75]

/** Round limits in yen up to which about a quarter, a half and three quarters of the products cost. */
export const priceLimits = (products: readonly ListedProduct[]): number[] => {
  const prices = products.flatMap(({ price }) => (price === null ? [] : [price])).sort((a, b) => a - b)
  const limits = quarters.map((part) => {
    const yen = prices[Math.floor((prices.length - 1) * part)] ?? 0
    const step = yen > 2_000 ? 500 : 100
    return Math.ceil(yen / step) * step
  })
  return [...new Set(limits)].filter((limit) => limit > 0 && limit < (prices.at(-1) ?? 0))
}

/** The limits of `all`, and how many of `rest`, which nothing but the price may still narrow, each would leave. */
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
      name: `${id.toLocaleString('ja-JP')}円まで`,
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

/** What a fabric is counts before what its description mentions. */
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
  /** False when the name in the address is none, and names were searched for it. */
  readonly exact: boolean
  readonly shown: readonly T[]
  /** The count that the next もっと見る asks for, null when there is none. */
  readonly more: number | null
  readonly choices: FabricChoices
}

/** Of `fabrics`, in the owner's order, those that an address asks for, and what it could ask for besides. */
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
  /** What is left when one kind of choice is undone. */
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

/** Those of `kits`, which stand in their usual order, that an address asks for. */
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

/** What the page of all fabrics shows. */
export interface FabricPage extends NarrowedFabrics<SellableProduct> {
  readonly listing: Listing
  /** What was searched for, where the list shows a part of it. */
  readonly typed: string
  readonly filter: FilterNames
  readonly hints: SearchHints
}

const share = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.some((each) => others.includes(each))

const isPlain = ({ pattern }: Facets): boolean => pattern.includes('plain')

/** Those with the most points first, each name once, at most `most`; none without a point. */
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
 * Numbers of fabrics that look like this one, and of plain ones that go with it, at most `most` each, the nearest first (W14): of its
 * pattern, then of its colour and material too; plain ones of a colour of its own, then white ones. Neither has other colours of
 * its own name, and a plain fabric has no plain ones beside those that look like it.
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
    // Of plain fabrics nothing but the colour is alike.
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

/** Where 布を選ぶ of a kit leads: a list of all fabrics, or of those of a material. */
export interface ListForKit {
  readonly material: MaterialId | null
  readonly order: Order
}

/**
 * Fabrics of the material that a kit's texts name, of cotton for beginners, else all, in an order whose first one is for sale; null
 * where no such list is (W15).
 */
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
