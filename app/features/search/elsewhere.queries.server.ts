import { fabricsHaving } from '~/features/products/fabric-search.queries.server.ts'
import { countedKits } from '~/features/products/kit.queries.server.ts'
import type { ListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { productListState } from '~/features/products/queries.server.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { countedRecipes } from '~/features/recipes/search.queries.server.ts'
import {
  elsewhereText,
  type FoundElsewhere,
  mostCountedElsewhere,
  type SearchArea,
  type SearchPart,
  searchAddress,
} from '~/features/search/words/areas.rules.ts'
import { searchedFor, type TermsByArea } from '~/features/search/words/queries.server.ts'
import type { Visitor } from '~/kernel/actor.ts'
import { countOfBits, inAny } from '~/kernel/bit-set.ts'
import { hasNoWord } from '~/kernel/search-text.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { fabricsTied } from './tied-fabrics.queries.server.ts'

export interface FindingContext extends RequestContext {
  readonly listedFabrics: () => Promise<ListedFabrics>
}

/** For pages that are the same for everybody. */
const anybody: Visitor = { kind: 'visitor', address: '' }

export const countIn: Readonly<
  Record<
    SearchArea,
    (ctx: FindingContext, q: string, terms: TermsByArea, mostRecipes?: number) => Promise<number>
  >
> = {
  recipe: ({ db }, q, terms, mostRecipes = mostCountedElsewhere) =>
    countedRecipes(db, anybody, listingOf(new URLSearchParams({ q }), []), terms('recipe'), mostRecipes),
  fabric: async ({ db, listedFabrics }, _, terms) => {
    if ((await productListState(db)).kind !== 'ready') return 0
    const { wide } = terms('fabric')
    if (wide.length === 0) return 0
    const listed = await listedFabrics()
    const having = await fabricsHaving(db, listed, wide)
    return countOfBits(inAny([having, await fabricsTied({ db }, listed, terms('recipe'))]))
  },
  kit: ({ db }, _, terms) => countedKits(db, terms('kit')),
}

/** Other areas with results for all words of `q`, whose terms are `termsOfAll`, or else for `part` (W32); empty if they cannot be read. */
export const elsewhereOf = async (
  ctx: FindingContext,
  q: string,
  termsOfAll: TermsByArea,
  part: SearchPart | null,
  areas: readonly SearchArea[],
): Promise<FoundElsewhere[]> => {
  if (q === '' || hasNoWord(q)) return []
  const read = await readOrFailure(ctx, 'what other areas have', async (db) => {
    const of = async (words: string, terms: TermsByArea) => {
      const counted = areas.map(async (area) => {
        const count = await countIn[area](ctx, words, terms)
        const text = `「${words}」の${elsewhereText({ area, count })}`
        return { area, q: words, count, text, to: searchAddress(area, words) }
      })
      return (await Promise.all(counted)).filter(({ count }) => count > 0)
    }
    const all = await of(q, termsOfAll)
    return all.length > 0 || part === null ? all : of(part.q, await searchedFor(db, part.q))
  })
  return read.ok ? read.value : []
}
