import { codePointLength, nfkc, sortByKana } from '~/kernel/japanese-text.ts'
import { listQuery, nextCount } from '~/kernel/list-address.ts'
import type { Yen } from '~/kernel/money.ts'
import type { Joined } from '~/kernel/shop-settings.ts'

export type ProductType = 'fabric' | 'kit'

export type ProductSource = 'own' | 'feed' | 'demo'

/** The one status whose products are shown and sold (P1). */
export const publishedStatus = '公開中'

/** A number as the last part of an address, which cannot end like a folder or like the data of another page. */
export const numberInAddress = (number: string): string =>
  /^\.{1,2}$|\.data$/.test(number) ? `${number}~` : number

/** The page of a product; its number is kept to the letter (P28). */
export const productPath = ({ type, number }: Pick<SellableProduct, 'type' | 'number'>): string =>
  `${type === 'fabric' ? '/all-products' : '/kits'}/${encodeURIComponent(numberInAddress(number))}`

/** The numbers that an address may mean, the likeliest first; `written` is its last part, decoded. */
export const numbersWritten = (written: string): string[] =>
  [written, ...(written.endsWith('~') ? [written.slice(0, -1)] : [])].flatMap(
    (text) => productNumber(text) ?? [],
  )

const side = 50

/** More units are wound on a roll, whose length people ask for instead of reading it here. */
const mostMeasured = 10

/** What several units of one fabric come as (P29); null for one unit, and for a kit. */
export const joinedPiece = (type: ProductType, units: number, joined: Joined): string | null => {
  if (type === 'kit' || units < 2) return null
  if (joined === 'lengthwise' && units <= mostMeasured)
    return `${units}枚 = ${side}cm × ${side * units}cm の1枚でお届け`
  return `${units}枚分をつなげたままお届け`
}

/** What the shop shows and sells; a `price` of null is 価格確認中: shown, not for sale (C9). `imageUrl` is fit for `src`. */
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

/** What a product's page shows beside what lists do. */
export interface ProductOfPage extends SellableProduct {
  /** Fit for `src`; the first is `imageUrl`. */
  readonly pictures: readonly string[]
}

/** The number of the 送料 line on the payment page; no goods may bear it (S2). */
export const shippingNumber = 'shipping'

const longestNumber = 64

/** A product's number as it is stored and compared (NFKC, trimmed); null for a text that can be none (S2). */
export const productNumber = (text: string): string | null => {
  const number = nfkc(text.toWellFormed()).trim()
  const isOne = number !== '' && codePointLength(number) <= longestNumber && !/\p{C}|\s{2,}/u.test(number)
  return isOne && number.toLowerCase() !== shippingNumber ? number : null
}

/** The list that an address asks for; `name` is '' for all fabrics, `count` the most cards. */
export interface Listing {
  readonly name: string
  readonly count: number
}

interface Named {
  readonly name: string
}

/** Names with the same key are one print. */
export const nameKey = (name: string): string => nfkc(name).trim()

const mostNames = 200

export interface FilterNames {
  readonly names: readonly string[]
  readonly hasMore: boolean
}

/** The filter's names, each once, in the order of kana (P6); beyond 200 the most frequent ones (P25). */
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

const searchKey = (text: string): string =>
  nfkc(text)
    .toLowerCase()
    .replace(/[\u30A1-\u30F6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/** Those of this name; where there are none, those whose name holds each of its words (P25). */
const namedOrFound = <T extends Named>(
  products: readonly T[],
  name: string,
): { found: readonly T[]; exact: boolean } => {
  const exact = products.filter((product) => nameKey(product.name) === nameKey(name))
  if (exact.length > 0) return { found: exact, exact: true }
  const words = searchKey(name).split(/\s+/)
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  return { found: products.filter((product) => holdsAll(searchKey(product.name))), exact: false }
}

/** `more` is the count that the next もっと見る asks for, null when there is none. */
export interface ListedPage<T> {
  readonly total: number
  /** False when the list was searched for. */
  readonly exact: boolean
  readonly shown: readonly T[]
  readonly more: number | null
}

export const listedPage = <T extends Named>(
  products: readonly T[],
  { name, count }: Listing,
  pageSize: number,
): ListedPage<T> => {
  const { found, exact } = name === '' ? { found: products, exact: true } : namedOrFound(products, name)
  const total = found.length
  return { total, exact, shown: found.slice(0, count), more: nextCount(total, count, pageSize) }
}

export const listingQuery = ({ name, count }: Listing, pageSize: number): string =>
  listQuery({ name }, count, pageSize)
