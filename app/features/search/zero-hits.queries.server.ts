import { setImmediate } from 'node:timers/promises'
import type { SearchArea, SearchPart } from '~/features/search/words/areas.rules.ts'
import { bestPart, typedParts } from '~/features/search/words/parts.rules.ts'
import { isDefaultWord, searchedForEach, type TermsByArea } from '~/features/search/words/queries.server.ts'
import { keptWords } from '~/features/search/words/rules.ts'
import type { CountedSearch, SearchTerms } from '~/kernel/search-text.ts'
import { hasNoWord } from '~/kernel/search-text.ts'
import type { RequestContext } from '~/server/app-context.ts'

/** `isNarrowed` if filters are set. */
interface Searched {
  readonly area: SearchArea
  readonly q: string
  readonly isNarrowed: boolean
  readonly count: (q: string, terms: TermsByArea, withFilters: boolean) => Promise<number>
  /** False only where `count` is 0. */
  readonly mayHave?: (terms: SearchTerms) => Promise<boolean>
}

interface Instead {
  /** The part shown instead, or null. */
  readonly part: SearchPart | null
  readonly wider: number
  readonly near: readonly CountedSearch[]
}

const nothing: Instead = { part: null, wider: 0, near: [] }

/**
 * For an empty list: all words without filters, else most words with filters, else each word without (W32). Words without results are
 * recorded for the owner (W33).
 */
export const insteadOf = async (
  ctx: Pick<RequestContext, 'db' | 'actor' | 'zeroHits' | 'now'>,
  { area, q, isNarrowed, count, mayHave }: Searched,
): Promise<Instead> => {
  if (q === '' || hasNoWord(q)) return nothing
  const parts = typedParts(q, isDefaultWord)
  const terms = await searchedForEach(ctx.db, [q, ...parts])
  /** Others are served between the counts: SQLite holds the process meanwhile. */
  const counted = async (words: string, withFilters: boolean) => {
    await setImmediate()
    return count(words, (each) => terms(words, each), withFilters)
  }
  const wider = isNarrowed ? await counted(q, false) : 0
  if (wider > 0) return { part: null, wider, near: [] }
  noteZeroHit(ctx, area, q)
  const best = await bestPart(
    parts,
    (words) => counted(words, true),
    mayHave && ((words) => mayHave(terms(words, area))),
  )
  if (best !== null) return { part: { typed: q, q: best.q }, wider: 0, near: [] }
  const near: CountedSearch[] = []
  for (const word of isNarrowed ? parts : []) near.push({ q: word, count: await counted(word, false) })
  return { part: null, wider: 0, near: near.filter((each) => each.count > 0) }
}

const noteZeroHit = (
  { actor, zeroHits, now }: Pick<RequestContext, 'actor' | 'zeroHits' | 'now'>,
  area: SearchArea,
  q: string,
): void => {
  const words = keptWords(q)
  if (words === null) return
  zeroHits.note({ area, words, typed: q.normalize('NFKC').slice(0, 80), address: actor.address }, now())
}
