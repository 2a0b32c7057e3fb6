import type { NumbersWith } from '~/features/products/queries.server.ts'
import { mostParts } from '~/features/search-words/parts.rules.ts'
import type { Alternatives, SearchTerms } from '~/kernel/search-text.ts'

/** One flag for each of the products, in their order. */
type Flags = Uint8Array

/**
 * Counts `products` that have all words, for the many combinations of one search's parts (W32): each word is looked for once, and
 * combinations are put together here. `passing` gives the numbers that may count.
 */
export const countingIn = (
  numbersWith: NumbersWith,
  products: ReadonlyArray<{ readonly number: string }>,
  passing: (withFilters: boolean) => Iterable<string>,
): ((q: string, terms: SearchTerms, withFilters: boolean) => Promise<number>) => {
  const places = new Map(products.map(({ number }, at) => [number, at]))
  const known = new Map<string, Promise<Flags>>()
  const once = (key: string, read: () => Promise<Iterable<string>>): Promise<Flags> => {
    const flags = known.get(key) ?? read().then(flagged)
    known.set(key, flags)
    return flags
  }
  const flagged = (numbers: Iterable<string>): Flags => {
    const flags = new Uint8Array(products.length)
    for (const number of numbers) {
      const at = places.get(number)
      if (at !== undefined) flags[at] = 1
    }
    return flags
  }
  const having = (words: readonly Alternatives[]) =>
    once(JSON.stringify(words), () => numbersWith(words, 'anywhere'))
  return async (_, { wide }, withFilters) => {
    if (wide.length === 0) return 0
    // A whole search may have more words than its parts, and is counted once.
    const together = wide.length > mostParts ? [wide] : wide.map((alternatives) => [alternatives])
    const [first, ...others] = await Promise.all([
      once(`passing ${withFilters}`, async () => passing(withFilters)),
      ...together.map(having),
    ])
    const left = first.slice()
    for (const flags of others)
      for (let at = 0; at < left.length; at += 1) left[at] = (left[at] ?? 0) & (flags[at] ?? 0)
    let count = 0
    for (const flag of left) count += flag
    return count
  }
}
