import { type CountedSearch, searchText } from '~/kernel/search-text.ts'

/** Most parts that `typedParts` gives; each is a single word for the search. */
const mostParts = 5
const runs = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[\p{Script=Hiragana}ー]{3,}|[a-z0-9]{2,}/giu
/** What ends a word for the search, a middle dot too. */
const notInWords = /(?:(?!\p{Emoji_Modifier})[\s\p{P}\p{Sm}\p{Sc}\p{Sk}\p{C}])+/u
const particles = /(?:の|と|を|に|で|が|は)(?=\p{L}|$)/gu

/**
 * The words of `q` as typed, at most 5. A single word is split: known words in it (`isKnown` takes a normalized part), then runs of
 * one script (がま口バッグ: バッグ).
 */
export const typedParts = (q: string, isKnown: (word: string) => boolean): string[] => {
  const typed = q
    .normalize('NFKC')
    .split(notInWords)
    .filter((word) => searchText(word) !== '')
  if (typed.length > 1) return [...new Set(typed)].slice(0, mostParts)
  const [only = ''] = typed
  const known = knownParts(only, isKnown)
  const parts = [
    ...known,
    ...(only.match(runs) ?? []),
    ...only.split(particles).filter((part) => part.length > 1),
  ]
  return [...new Set(parts)].filter((part) => searchText(part) !== searchText(only)).slice(0, mostParts)
}

/** The longest known words in `text`, from the left, not overlapping. */
const knownParts = (text: string, isKnown: (word: string) => boolean): string[] => {
  const characters = [...text].slice(0, 40)
  const parts: string[] = []
  for (let from = 0; from < characters.length; from += 1) {
    let end = Math.min(characters.length, from + 12)
    while (end > from + 1 && !isKnown(searchText(characters.slice(from, end).join('')))) end -= 1
    if (end <= from + 1) continue
    parts.push(characters.slice(from, end).join(''))
    from = end - 1
  }
  return parts
}

/**
 * The largest combination of `parts` with results, among equal sizes the one with most; null if none has any (W32). `mayHave` is false only for
 * what has no result, where that is cheaper to say than a count: words that are found together need none of their own.
 */
export const bestPart = async (
  parts: readonly string[],
  countOf: (q: string) => Promise<number>,
  mayHave?: (q: string) => Promise<boolean>,
): Promise<CountedSearch | null> => {
  const counts = new Map<string, Promise<number>>()
  const counted = async (q: string): Promise<CountedSearch> => {
    const count = counts.get(q) ?? countOf(q)
    counts.set(q, count)
    return { q, count: await count }
  }
  const hasSome = mayHave ?? (async (q: string) => (await counted(q)).count > 0)
  const possible: string[] = []
  for (const part of parts) if (await hasSome(part)) possible.push(part)
  if (possible.length === 0) return null
  const all = await counted(possible.join(' '))
  if (all.count > 0) return all
  const alone: CountedSearch[] = []
  for (const part of possible) alone.push(await counted(part))
  const found = alone.filter(({ count }) => count > 0)
  const words = found.map(({ q }) => q)
  for (let size = words.length; size > 1; size -= 1) {
    const best = largest(await Promise.all(chosenOf(words, size).map((chosen) => counted(chosen.join(' ')))))
    if (best !== null) return best
  }
  return largest(found)
}

const largest = (parts: readonly CountedSearch[]): CountedSearch | null =>
  parts.reduce<CountedSearch | null>((best, part) => (part.count > (best?.count ?? 0) ? part : best), null)

/** Enough for all combinations of one size from five parts. */
const mostTried = 10

const chosenOf = (words: readonly string[], size: number): string[][] => {
  if (size === 0) return [[]]
  return words
    .flatMap((word, at) => chosenOf(words.slice(at + 1), size - 1).map((rest) => [word, ...rest]))
    .slice(0, mostTried)
}
