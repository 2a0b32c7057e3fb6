import { type Alternatives, type SearchTerms, searchText, searchWords } from '~/kernel/search-text.ts'
import { codePointLength } from '~/kernel/text.ts'

/** Alternatives of a word: other spellings, and related words ranked behind. */
export interface OtherWords {
  readonly same: readonly string[]
  readonly near: readonly string[]
}

/** Alternatives by normalized word. */
export type WordTable = ReadonlyMap<string, OtherWords>

/** Most words of a search that get alternatives, and most alternatives of each. */
const mostExpanded = 6
export const mostOtherWords = 12

interface WordTerms {
  readonly exact: Alternatives
  readonly wide: Alternatives
}

/** The terms of a search for `q`, with each word's alternatives from the table (W30). `known` keeps those of words for the next text. */
export const termsOf = (q: string, table: WordTable, known = new Map<string, WordTerms>()): SearchTerms => {
  const expanded = (word: string, ...added: ReadonlyArray<readonly string[]>): Alternatives =>
    withoutLonger([...new Set([word, ...added.flatMap((some) => some.slice(0, mostOtherWords))])])
  const words = searchWords(q).map((word, at): WordTerms => {
    const others = at < mostExpanded ? table.get(word) : undefined
    if (others === undefined) return { exact: [word], wide: [word] }
    const { same, near } = others
    const terms = known.get(word) ?? { exact: expanded(word, same), wide: expanded(word, same, near) }
    known.set(word, terms)
    return terms
  })
  const exact = words.map((word) => word.exact)
  const wide = words.map((word) => word.wide)
  return { exact, wide: JSON.stringify(wide) === JSON.stringify(exact) ? exact : wide }
}

/** Text with 巾着袋 also has 巾着: the longer of two is redundant. */
const withoutLonger = (alternatives: readonly string[]): Alternatives => {
  // Split once: this is done for each word of each search.
  const parts = alternatives.map((word) => word.split(' '))
  const holds = (longer: readonly string[], shorter: readonly string[]): boolean =>
    shorter.every((part) => longer.some((word) => word.includes(part)))
  return alternatives.filter((_, at) => {
    const own = parts[at] ?? []
    return !parts.some(
      (other, place) => place !== at && holds(own, other) && !(place > at && holds(other, own)),
    )
  })
}

/** Normalized, without duplicates; an alternative of several words needs all of them. */
export const comparedWords = (words: readonly string[]): string[] => [
  ...new Set(words.map(searchText).filter((word) => word !== '')),
]

export const longestKept = 40

/** The stored form of a search without results; null when it may be personal: an @, or four digits in a row (W33). */
export const keptWords = (q: string): string | null => {
  const plain = q.normalize('NFKC')
  if (/[@＠]|\p{Nd}{4}/u.test(plain)) return null
  const words = searchText(plain)
  return words === '' || codePointLength(words) > longestKept ? null : words
}
