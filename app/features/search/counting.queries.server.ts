import { type BitSet, countOfBits, inEach } from '~/kernel/bit-set.ts'
import type { Alternatives, SearchTerms } from '~/kernel/search-text.ts'

/** Counts the products of a list that have all words, for the many combinations of one search's parts (W32). `passing` gives what may count. */
export const countingIn = (
  having: (words: readonly Alternatives[]) => Promise<BitSet>,
  passing: (withFilters: boolean) => BitSet,
): ((q: string, terms: SearchTerms, withFilters: boolean) => Promise<number>) => {
  const known = new Map<boolean, BitSet>()
  return async (_, { wide }, withFilters) => {
    if (wide.length === 0) return 0
    const left = known.get(withFilters) ?? passing(withFilters)
    known.set(withFilters, left)
    return countOfBits(inEach([left, await having(wide)]))
  }
}
