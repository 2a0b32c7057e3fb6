import { type Alternatives, type SearchTerms, searchText, searchWords } from '~/kernel/search-text.ts'
import { codePointLength } from '~/kernel/text.ts'

/** What else is looked for in the place of a word: other spellings of it, and what is near and stands behind. */
export interface OtherWords {
  readonly same: readonly string[]
  readonly near: readonly string[]
}

/** The other words of some words, by each as search compares it. */
export type WordTable = ReadonlyMap<string, OtherWords>

/** Of a search so many words have other words, and each of them so many. */
const mostExpanded = 6
export const mostOtherWords = 12

/** What a search for `q` looks for, with the other words that a table has for each of its words (W30). */
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

/** Whatever holds 巾着袋 holds 巾着: the longer of two need not be looked for. */
const withoutLonger = (alternatives: readonly string[]): Alternatives =>
  alternatives.filter(
    (word, at) =>
      !alternatives.some(
        (other, place) => place !== at && isWithin(other, word) && !(place > at && isWithin(word, other)),
      ),
  )

const isWithin = (shorter: string, longer: string): boolean =>
  shorter.split(' ').every((part) => longer.split(' ').some((word) => word.includes(part)))

/** As search compares them, each once; one of several words means all of these. */
export const comparedWords = (words: readonly string[]): string[] => [
  ...new Set(words.map(searchText).filter((word) => word !== '')),
]

const longestKept = 40

/** What a search that found nothing is kept as; null where it may say who asks: an @, or four digits in a row (W33). */
export const keptWords = (q: string): string | null => {
  const plain = q.normalize('NFKC')
  if (/[@＠]|\p{Nd}{4}/u.test(plain)) return null
  const words = searchText(plain)
  return words === '' || codePointLength(words) > longestKept ? null : words
}
