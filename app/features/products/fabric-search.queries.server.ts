import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type BitSet, bitSet, countOfBits, hasBit, inEach } from '~/kernel/bit-set.ts'
import { type Alternatives, closedUp, plainTerms } from '~/kernel/search-text.ts'
import { idsWith } from '~/server/search/search-index.ts'
import type { ListedFabrics } from './listed-fabrics.queries.server.ts'
import type { Found } from './narrowing.rules.ts'

/** Searches that a list keeps; each takes 5 KB at 40,000 fabrics. */
const mostKnown = 200

/**
 * The listed fabrics that have all `words`. Each search is asked of the index once as long as the list stays the same: whoever writes what the
 * index reads of a fabric changes the list (W35, W36).
 */
export const fabricsHaving = async (
  db: Kysely<Schema>,
  { fabrics, documents, known }: ListedFabrics,
  words: readonly Alternatives[],
): Promise<BitSet> => {
  const keyOf = (some: readonly Alternatives[]) => JSON.stringify(some)
  const before = known.get(keyOf(words))
  if (before !== undefined) return before
  const [first, ...others] = words.flatMap((word) => known.get(keyOf([word])) ?? [])
  const areAllKnown = others.length === words.length - 1
  const placesOf = (ids: readonly number[]) => ids.flatMap((id) => documents.get(id) ?? [])
  const found =
    first !== undefined && areAllKnown
      ? inEach([first, ...others])
      : bitSet(fabrics.length, placesOf(await idsWith(db, 'fabric', words, 'anywhere')))
  const [oldest] = known.keys()
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
  known.set(keyOf(words), found)
  return found
}

/** Listed fabrics with the words of `q` or near ones, with their ranks, as `productsFound` gives them (W36). */
export const fabricsFound = async (
  db: Kysely<Schema>,
  listed: ListedFabrics,
  q: string,
  { exact, wide } = plainTerms(q),
): Promise<Found> => {
  if (q === '') return null
  const found = new Map<string, number>()
  if (exact.length === 0) return found
  // What has no near word has no word itself, and no title of such a fabric has.
  const nearby = await fabricsHaving(db, listed, wide)
  if (countOfBits(nearby) === 0) return found
  const anywhere = wide === exact ? nearby : await fabricsHaving(db, listed, exact)
  const plain = closedUp(q)
  for (const [place, { number, plainNumber, plainTitle }] of listed.fabrics.entries()) {
    if (hasBit(anywhere, place))
      found.set(number, holdsAll(plainTitle, exact) ? (plainNumber === plain ? 0 : 1) : 2)
    else if (hasBit(nearby, place)) found.set(number, holdsAll(plainTitle, wide) ? 3 : 4)
  }
  return found
}

const holdsAll = (text: string, words: readonly Alternatives[]): boolean =>
  words.every((alternatives) =>
    alternatives.some((one) => one.split(' ').every((word) => text.includes(word))),
  )
