import { sortByKana } from '~/kernel/kana-order.ts'
import { closedUp, searchText, searchWords, type WaysOn } from '~/kernel/search-text.ts'
import { nfkc } from '~/kernel/text.ts'

/** Separate indexes, so that each list finds only its own. */
export const productIndexes = ['fabric', 'kit'] as const
export type ProductIndex = (typeof productIndexes)[number]

/** `more` holds what the screen adds to the texts, such as a colour. */
export interface SearchedProduct {
  readonly number: string
  readonly name: string
  readonly reading?: string
  readonly description: string
  readonly more: string
}

/** Fields in order of rank. A number is found with and without its signs: F-10/2 is f102 too. */
export const productDocument = ({ number, name, reading = '', description, more }: SearchedProduct) => ({
  key: number,
  title: [name, reading, number, closedUp(number)].join('\n'),
  body: [description, more].join('\n'),
})

/** The title of its document as search compares it. */
export const plainTitle = (
  { number, reading }: Pick<SearchedProduct, 'number'> & { readonly reading: string },
  { plainNumber, plainName }: { readonly plainNumber: string; readonly plainName: string },
): string => [plainName, searchText(reading), searchText(number), plainNumber].join(' ')

/** Suggestions for an empty list; `hasWord` is false for a search of signs alone. */
export interface SearchHints extends WaysOn {
  readonly hasWord: boolean
}

interface Named {
  readonly name: string
  readonly reading?: string
}

interface NormallyNamed extends Named {
  /** As search compares it. */
  readonly plainName: string
}

/** Fabrics with the same key are one print. */
export const nameKey = (name: string): string => nfkc(name).trim()

/** As many stand in the page of fabrics itself (S38). */
const mostInPage = 60
/** No list of names is longer. */
export const mostNames = 5_000

export interface FilterNames {
  /** Empty where they come from an address of their own (S38). */
  readonly names: readonly string[]
  readonly hasMore: boolean
}

interface DistinctName extends Required<Named> {
  /** Of fabrics with it. */
  readonly count: number
}

const distinctNames = (products: readonly Named[]): readonly DistinctName[] => {
  const names = new Map<string, { readonly name: string; reading: string; count: number }>()
  for (const { name, reading = '' } of products) {
    const known = names.get(nameKey(name))
    if (known === undefined) names.set(nameKey(name), { name, reading, count: 1 })
    else {
      known.count += 1
      known.reading ||= reading
    }
  }
  return [...names.values()]
}

const inOrder = (names: readonly DistinctName[]): readonly string[] =>
  sortByKana(names, ({ name, reading }) => reading || name).map(({ name }) => name)

/** Unique names sorted by their kana (P6), at most 5,000: of more the most frequent ones, then the first (P25). */
export const namesInOrder = (products: readonly Named[]): readonly string[] =>
  inOrder(
    distinctNames(products)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, mostNames),
  )

/** What the filter has of them without asking: all names while they are few, else none (S38). */
export const filterNames = (products: readonly Named[]): FilterNames => {
  const all = distinctNames(products)
  const hasMore = all.length > mostInPage
  return { names: hasMore ? [] : inOrder(all), hasMore }
}

/** Fabrics of this name, else those whose name contains each of its words (P25). */
export const namedOrFound = <T extends NormallyNamed>(
  products: readonly T[],
  name: string,
): { readonly found: readonly T[]; readonly exact: boolean } => {
  const key = nameKey(name)
  const exact = products.filter((product) => nameKey(product.name) === key)
  if (exact.length > 0) return { found: exact, exact: true }
  const words = searchWords(name)
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  return {
    found: words.length === 0 ? [] : products.filter((product) => holdsAll(product.plainName)),
    exact: false,
  }
}
