import { mostParts } from '~/features/search-words/parts.rules.ts'
import { type BitSet, countOfBits, inEach } from '~/kernel/bit-set.ts'
import type { Alternatives, SearchTerms } from '~/kernel/search-text.ts'

/**
 * Counts the products of a list that have all words, for the many combinations of one search's parts (W32): `having` looks for each word
 * once, and combinations are put together here. `passing` gives what may count.
 */
export const countingIn = (
  having: (words: readonly Alternatives[]) => Promise<BitSet>,
  passing: (withFilters: boolean) => BitSet,
): ((q: string, terms: SearchTerms, withFilters: boolean) => Promise<number>) => {
  const known = new Map<string, Promise<BitSet>>()
  const once = (key: string, read: () => Promise<BitSet>): Promise<BitSet> => {
    const bits = known.get(key) ?? read()
    known.set(key, bits)
    return bits
  }
  return async (_, { wide }, withFilters) => {
    if (wide.length === 0) return 0
    // A whole search may have more words than its parts, and is counted once.
    const together = wide.length > mostParts ? [wide] : wide.map((alternatives) => [alternatives])
    const [first, ...others] = await Promise.all([
      once(`passing ${withFilters}`, async () => passing(withFilters)),
      ...together.map((words) => once(JSON.stringify(words), () => having(words))),
    ])
    return countOfBits(inEach([first, ...others]))
  }
}
