import { nfkc, sortByKana } from '~/kernel/japanese-text.ts'
import { listQuery, nextCount } from '~/kernel/list-address.ts'

/** What the address asks for: fabrics of one name ('' for all), and how many cards at most. */
export interface Listing {
  readonly name: string
  readonly count: number
}

interface Named {
  readonly name: string
}

const nameKey = (name: string): string => nfkc(name).trim()

/** The names of the filter, each once however it is written, in the order of kana (P6). */
export const namesOf = (products: readonly Named[]): string[] => {
  const names = new Map<string, string>()
  for (const { name } of products) if (!names.has(nameKey(name))) names.set(nameKey(name), name)
  return sortByKana([...names.values()], (name) => name)
}

/** What a page of the list holds. `more` is the count that the next もっと見る asks for, null when all are shown. */
export interface ListedPage<T> {
  readonly total: number
  readonly shown: readonly T[]
  readonly more: number | null
}

/** The part of the list that the address asks for; もっと見る adds `pageSize` cards (S:L126, P6). */
export const listedPage = <T extends Named>(
  products: readonly T[],
  { name, count }: Listing,
  pageSize: number,
): ListedPage<T> => {
  const wanted =
    name === '' ? products : products.filter((product) => nameKey(product.name) === nameKey(name))
  const total = wanted.length
  return { total, shown: wanted.slice(0, count), more: nextCount(total, count, pageSize) }
}

/** The query of the list's address. */
export const listingQuery = ({ name, count }: Listing, pageSize: number): string =>
  listQuery({ name }, count, pageSize)
