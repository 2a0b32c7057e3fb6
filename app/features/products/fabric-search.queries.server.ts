import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type BitSet, bitSet, countOfBits, inEach, placesIn, placesWhich, without } from '~/kernel/bit-set.ts'
import { type Alternatives, closedUp, plainTerms } from '~/kernel/search-text.ts'
import { hasSome, idsWith } from '~/server/search/search-index.ts'
import type { ListedFabrics } from './listed-fabrics.queries.server.ts'
import type { RankedPlaces } from './narrowing.rules.ts'

/** Bytes of what a list keeps of searches, and how many at most: a bit for each fabric. */
const bytesKnown = 1_000_000
const mostKnown = 2_000
/** Of so many fabrics and words at most each is looked for by itself: others searched for most of them before. */
const mostByWord = { fabrics: 10_000, words: 8 }

/**
 * The listed fabrics that have all `words`. Each search is asked of the index once as long as the list stays the same: whoever writes what the
 * index reads of a fabric changes the list (W35, W36).
 */
export const fabricsHaving = async (
  db: Kysely<Schema>,
  list: ListedFabrics,
  words: readonly Alternatives[],
): Promise<BitSet> => {
  const key = JSON.stringify(words)
  const before = list.known.get(key)
  if (before !== undefined) return before
  const found = await (words.length > 1 && isKnownByWord(list, words)
    ? havingEach(db, list, words)
    : havingAll(db, list, words))
  const [oldest] = list.known.keys()
  const most = Math.min(mostKnown, (8 * bytesKnown) / list.fabrics.length)
  if (list.known.size >= most && oldest !== undefined) list.known.delete(oldest)
  list.known.set(key, found)
  return found
}

/**
 * Words are asked for one by one when they have many alternatives: together these cost as much, and once more each where they find nothing (W32).
 * The index puts plain words together in less time than it takes to list what each of them has.
 */
const isKnownByWord = ({ fabrics, known }: ListedFabrics, words: readonly Alternatives[]): boolean =>
  looksByWord(fabrics.length, words) ||
  words.flat().length > 2 * words.length ||
  words.every((word) => known.has(JSON.stringify([word])))

const looksByWord = (fabrics: number, words: readonly Alternatives[]): boolean =>
  fabrics <= mostByWord.fabrics && words.length <= mostByWord.words

/** False only when none has all `words`; unlike `fabricsHaving` it ends at the first that has them, listed or not. */
export const fabricsMayHave = async (
  db: Kysely<Schema>,
  list: ListedFabrics,
  words: readonly Alternatives[],
): Promise<boolean> => {
  const having = looksByWord(list.fabrics.length, words)
    ? await fabricsHaving(db, list, words)
    : list.known.get(JSON.stringify(words))
  return having === undefined ? hasSome(db, 'fabric', words) : countOfBits(having) > 0
}

/** Ends at the first word that leaves nothing. */
const havingEach = async (
  db: Kysely<Schema>,
  list: ListedFabrics,
  words: readonly Alternatives[],
): Promise<BitSet> => {
  let left: BitSet | undefined
  for (const word of words) {
    const having = await fabricsHaving(db, list, [word])
    left = left === undefined ? having : inEach([left, having])
    if (countOfBits(left) === 0) break
  }
  return left ?? bitSet(list.fabrics.length, [])
}

const havingAll = async (
  db: Kysely<Schema>,
  { fabrics, documents }: ListedFabrics,
  words: readonly Alternatives[],
): Promise<BitSet> => {
  const places: number[] = []
  let at = 0
  for (const id of await idsWith(db, 'fabric', words)) {
    while ((documents[at]?.id ?? id) < id) at += 1
    const document = documents[at]
    if (document?.id === id) places.push(document.place)
  }
  return bitSet(fabrics.length, places)
}

/** Places of the listed fabrics with the words of `q` or near ones, by the ranks that `productsFound` gives them (W36). */
export const fabricsFound = async (
  db: Kysely<Schema>,
  listed: ListedFabrics,
  q: string,
  { exact, wide } = plainTerms(q),
): Promise<RankedPlaces> => {
  if (q === '') return null
  if (exact.length === 0) return new Map()
  // What has no near word has no word itself, and no title of such a fabric has.
  const nearby = await fabricsHaving(db, listed, wide)
  if (countOfBits(nearby) === 0) return new Map()
  const anywhere = wide === exact ? nearby : await fabricsHaving(db, listed, exact)
  const { fabrics } = listed
  const titled = (having: BitSet, words: readonly Alternatives[]) => {
    const isTitled = holderOf(words)
    return placesWhich(having, (place) => isTitled(fabrics[place]?.plainTitle ?? ''))
  }
  const plain = closedUp(q)
  const inName = titled(anywhere, exact)
  const numbered = placesWhich(inName, (place) => fabrics[place]?.plainNumber === plain)
  const rest = without(nearby, anywhere)
  const nearInName = titled(rest, wide)
  return new Map([
    [0, numbered],
    [1, without(inName, numbered)],
    [2, without(anywhere, inName)],
    [3, nearInName],
    [4, without(rest, nearInName)],
  ])
}

/** The same by number. */
export const ranksOf = ({ fabrics }: ListedFabrics, found: RankedPlaces): Map<string, number> => {
  const ranks = new Map<string, number>()
  for (const [rank, places] of found ?? [])
    for (const { number } of placesIn(places).flatMap((place) => fabrics[place] ?? []))
      ranks.set(number, rank)
  return ranks
}

/** Whether a text that search compares has all words. */
const holderOf = (words: readonly Alternatives[]): ((text: string) => boolean) => {
  const parts = words.map((alternatives) => alternatives.map((one) => one.split(' ')))
  return (text) =>
    parts.every((alternatives) => alternatives.some((one) => one.every((word) => text.includes(word))))
}
