import { codePointLength, nfkc, sortByKana } from '~/kernel/japanese-text.ts'
import { listQuery, nextCount } from '~/kernel/list-address.ts'
import type { Yen } from '~/kernel/money.ts'

export type ProductType = 'fabric' | 'kit'

/** Who brought a product: the shop itself, the external feed, or the demo. */
export type ProductSource = 'own' | 'feed' | 'demo'

/** The one status whose products are shown and sold (P1). */
export const publishedStatus = '公開中'

/** What the shop shows and sells. `price` null is 価格確認中: shown, not for sale (C9). `imageUrl` is fit for `src`. */
export interface SellableProduct {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly price: Yen | null
  readonly imageUrl: string
  /** The owner does not sell it for now: shown, not for sale. */
  readonly suspended?: true
}

/** The number of the 送料 line on the payment page; no goods may bear it (S2). */
export const shippingNumber = 'shipping'

const longestNumber = 64

/**
 * A product's number in the one spelling that is stored and compared: NFKC, trimmed. Null when it cannot be one: empty,
 * over 64 characters, with control characters or blanks other than single spaces, or 'shipping', which means the fee (S2).
 */
export const productNumber = (text: string): string | null => {
  const number = nfkc(text.toWellFormed()).trim()
  const isOne = number !== '' && codePointLength(number) <= longestNumber && !/\p{C}|\s{2,}/u.test(number)
  return isOne && number.toLowerCase() !== shippingNumber ? number : null
}

/** What the address asks for: fabrics of one name ('' for all), and how many cards at most. */
export interface Listing {
  readonly name: string
  readonly count: number
}

interface Named {
  readonly name: string
}

const nameKey = (name: string): string => nfkc(name).trim()

const mostNames = 200

/** The names that the filter offers, and whether there are more of them, for the search. */
export interface FilterNames {
  readonly names: readonly string[]
  readonly hasMore: boolean
}

/**
 * The names of the filter, each once however it is written, in the order of kana (P6); beyond 200 the most frequent ones,
 * of equally frequent ones the first of the list (P25).
 */
export const filterNames = (products: readonly Named[]): FilterNames => {
  const names = new Map<string, { readonly name: string; count: number }>()
  for (const { name } of products) {
    const known = names.get(nameKey(name))
    if (known) known.count += 1
    else names.set(nameKey(name), { name, count: 1 })
  }
  const hasMore = names.size > mostNames
  const all = [...names.values()]
  const offered = hasMore ? all.sort((a, b) => b.count - a.count).slice(0, mostNames) : all
  return { names: sortByKana(offered, ({ name }) => name).map(({ name }) => name), hasMore }
}

/** Letters of either kana and either case are alike to a search. */
const searchKey = (text: string): string =>
  nfkc(text)
    .toLowerCase()
    .replace(/[\u30A1-\u30F6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/** Those called `name`; where there are none, those whose name holds each of its words (P25). */
const called = <T extends Named>(
  products: readonly T[],
  name: string,
): { found: readonly T[]; exact: boolean } => {
  const exact = products.filter((product) => nameKey(product.name) === nameKey(name))
  if (exact.length > 0) return { found: exact, exact: true }
  const words = searchKey(name).split(/\s+/)
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  return { found: products.filter((product) => holdsAll(searchKey(product.name))), exact: false }
}

/** What a page of the list holds. `more` is the count that the next もっと見る asks for, null when all are shown. */
export interface ListedPage<T> {
  readonly total: number
  /** Is the list whole, or that of one name? Else it was searched for. */
  readonly exact: boolean
  readonly shown: readonly T[]
  readonly more: number | null
}

/** The part of the list that the address asks for; もっと見る adds `pageSize` cards (P6). */
export const listedPage = <T extends Named>(
  products: readonly T[],
  { name, count }: Listing,
  pageSize: number,
): ListedPage<T> => {
  const { found, exact } = name === '' ? { found: products, exact: true } : called(products, name)
  const total = found.length
  return { total, exact, shown: found.slice(0, count), more: nextCount(total, count, pageSize) }
}

/** The query of the list's address. */
export const listingQuery = ({ name, count }: Listing, pageSize: number): string =>
  listQuery({ name }, count, pageSize)
