import { setImmediate } from 'node:timers/promises'
import { popularKeywords } from '~/features/recipes/curation/queries.server.ts'
import { builtInKeywords } from '~/features/recipes/curation/rules.ts'
import { mostRecipesCounted } from '~/features/recipes/list.rules.ts'
import type { SearchArea } from '~/features/search/words/areas.rules.ts'
import { searchedFor } from '~/features/search/words/queries.server.ts'
import type { CountedSearch } from '~/kernel/search-text.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { countIn, type FindingContext } from './elsewhere.queries.server.ts'

const mostWords = 8
/** Recipes and kits change beside the list of fabrics. */
const keptMs = 60_000

/**
 * Of the popular words (`given`, or those of the gallery) those that find something in `area`, as anybody sees it. They are counted once for all who find nothing, and
 * kept beside the list of fabrics: as long as it stays the same, at most a minute (W70).
 */
export const popularFinding = async (
  ctx: FindingContext,
  area: SearchArea,
  given?: readonly string[],
): Promise<CountedSearch[]> => {
  const words = (given ?? (await popularWords(ctx))).slice(0, mostWords)
  const { counted } = await ctx.listedFabrics()
  const now = ctx.now()
  const before = counted.get(area)
  const isKept =
    before !== undefined && Math.abs(now - before.at) < keptMs && before.words.join('\n') === words.join('\n')
  const kept = isKept ? before : { at: now, words, counts: countedEach(ctx, area, words) }
  counted.set(area, kept)
  try {
    return (await kept.counts).filter(({ count }) => count > 0)
  } catch (error) {
    if (counted.get(area) === kept) counted.delete(area)
    throw error
  }
}

const popularWords = async (ctx: FindingContext): Promise<string[]> => {
  const popular = await readOrFailure(ctx, 'popular keywords', popularKeywords)
  return (popular.ok ? popular.value : builtInKeywords).map(({ name }) => name)
}

/** One after another, with others served in between (P40). */
const countedEach = async (
  ctx: FindingContext,
  area: SearchArea,
  words: readonly string[],
): Promise<CountedSearch[]> => {
  const counted: CountedSearch[] = []
  for (const q of words) {
    await setImmediate()
    counted.push({ q, count: await countIn[area](ctx, q, await searchedFor(ctx.db, q), mostRecipesCounted) })
  }
  return counted
}
