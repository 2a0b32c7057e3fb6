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

/** The terms of a search for `q`, with each word's alternatives from the table (W30). */
export const termsOf = (q: string, table: WordTable): SearchTerms => {
  const words = searchWords(q)
  const expanded = (...kinds: readonly (keyof OtherWords)[]): readonly Alternatives[] =>
    words.map((word, at) => {
      const others = at < mostExpanded ? table.get(word) : undefined
      const added = kinds.flatMap((kind) => others?.[kind].slice(0, mostOtherWords) ?? [])
      return withoutLonger([...new Set([word, ...added])])
    })
  const exact = expanded('same')
  const wide = expanded('same', 'near')
  return { exact, wide: JSON.stringify(wide) === JSON.stringify(exact) ? exact : wide }
}

/** Text with 巾着袋 also has 巾着: the longer of two is redundant. */
const withoutLonger = (alternatives: readonly string[]): Alternatives =>
  alternatives.filter(
    (word, at) =>
      !alternatives.some(
        (other, place) => place !== at && isWithin(other, word) && !(place > at && isWithin(word, other)),
      ),
  )

const isWithin = (shorter: string, longer: string): boolean =>
  shorter.split(' ').every((part) => longer.split(' ').some((word) => word.includes(part)))

/** Normalized, without duplicates; an alternative of several words needs all of them. */
export const comparedWords = (words: readonly string[]): string[] => [
  ...new Set(words.map(searchText).filter((word) => word !== '')),
]

const longestKept = 40

/** The stored form of a search without results; null when it may be personal: an @, or four digits in a row (W33). */
export const keptWords = (q: string): string | null => {
  const plain = q.normalize('NFKC')
  if (/[@＠]|\p{Nd}{4}/u.test(plain)) return null
  const words = searchText(plain)
  return words === '' || codePointLength(words) > longestKept ? null : words
}
