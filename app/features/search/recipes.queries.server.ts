import { recipesOf, recipeTotals } from '~/features/recipes/list.queries.server.ts'
import {
  listingOf,
  type MemberListing,
  mostRecipesCounted,
  type RecipeListing,
  recipesPerPage,
} from '~/features/recipes/list.rules.ts'
import { countedRecipes, listedRecipes } from '~/features/recipes/search.queries.server.ts'
import type { RecipeList } from '~/features/recipes/types.ts'
import { searchedFor, type TermsByArea } from '~/features/search/words/queries.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { type CountedSearch, plainTerms, type SearchTerms } from '~/kernel/search-text.ts'
import { elsewhereOf, type FindingContext } from './elsewhere.queries.server.ts'
import type { Beside } from './lists.queries.server.ts'
import { popularFinding } from './popular-words.queries.server.ts'
import { insteadOf } from './zero-hits.queries.server.ts'

/** Links from an empty list; `any`: there is at least one recipe. */
export interface RecipeWays {
  readonly wider: number
  readonly near: readonly CountedSearch[]
  readonly keywords: readonly CountedSearch[]
  readonly any: boolean
}

/** A member's recipes as her pages list them (W52), and totals of all that the viewer may see (R25). */
export interface FoundOfMember extends RecipeList {
  readonly totalRecipes: number
  readonly totalLikes: number
}

/** `total` of what is found is counted as that of a search: up to `mostRecipesCounted` + 1. */
export const findRecipesOf = async (
  { db, actor }: Pick<FindingContext, 'db' | 'actor'>,
  author: MemberId,
  { q, order, count }: MemberListing,
): Promise<FoundOfMember> => {
  if (q === '') {
    const listed = await recipesOf(db, actor, { author, count, order: order === 'popular' ? order : 'new' })
    return { ...listed, total: listed.totalRecipes }
  }
  const listing = { ...listingOf(new URLSearchParams(), []), q, order, count, author }
  // Of the few of one member only what holds the words, not what is near them.
  const { exact } = (await searchedFor(db, q))('recipe')
  const found = await listedRecipes(db, actor, listing, undefined, { exact, wide: exact })
  return { ...found, ...(await recipeTotals(db, actor, author)) }
}

/** `keywords` are popular ones, suggested if the list is empty. */
export const findRecipes = async (
  ctx: FindingContext,
  asked: RecipeListing,
  keywords: readonly string[],
): Promise<Beside & RecipeList & { readonly listing: RecipeListing; readonly ways: RecipeWays | null }> => {
  const listed = (listing: RecipeListing, terms: TermsByArea) =>
    listedRecipes(ctx.db, ctx.actor, listing, undefined, terms('recipe'))
  const terms = await searchedFor(ctx.db, asked.q)
  const first = await listed(asked, terms)
  const all = { ...asked, level: null, situation: null, product: null, category: '', count: recipesPerPage }
  const counted = (listing: RecipeListing, terms: SearchTerms) =>
    countedRecipes(ctx.db, ctx.actor, listing, terms, mostRecipesCounted)
  const { part, ...found } =
    first.total > 0
      ? { part: null, wider: 0, near: [] }
      : await insteadOf(ctx, {
          area: 'recipe',
          q: asked.q,
          isNarrowed: [asked.level, asked.situation, asked.product].some((filter) => filter !== null),
          count: (q, terms, withFilters) => counted({ ...(withFilters ? asked : all), q }, terms('recipe')),
        })
  const elsewhere = await elsewhereOf(ctx, asked.q, terms, part, ['fabric', 'kit'])
  if (first.total > 0) return { listing: asked, ...first, ways: null, part, elsewhere }
  if (part !== null) {
    const listing = { ...asked, q: part.q }
    const found = await listed(listing, await searchedFor(ctx.db, part.q))
    return { listing, ...found, ways: null, part, elsewhere }
  }
  const any = await countedRecipes(ctx.db, ctx.actor, { ...all, q: '' }, plainTerms(''), 1)
  const ways = { ...found, keywords: await popularFinding(ctx, 'recipe', keywords), any: any > 0 }
  return { listing: asked, ...first, ways, part, elsewhere }
}
