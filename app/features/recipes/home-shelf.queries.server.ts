import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { parsedJson } from '~/kernel/json.ts'
import { shopState } from '~/server/shop-state.ts'
import { homeShelfSize, recipeIdIn } from './home-shelf.rules.ts'
import { recipesWithIds, topRecipes } from './list.queries.server.ts'
import { isPossibleRecipeId, listingOf } from './list.rules.ts'
import { listedRecipes } from './search.queries.server.ts'
import type { RecipeCardFacts } from './types.ts'

// The page is the same for everybody, so it shows what visitors may see (A7).
const anybody = { kind: 'visitor', address: '' } as const

/** The ids that the owner chose for the shop's home, in her order; none: the most popular are shown. */
export const chosenForHome = async (db: Kysely<Schema>): Promise<string[]> => {
  const kept = z.array(z.string()).safeParse(parsedJson((await shopState(db, 'home_recipes')) ?? ''))
  return kept.success ? kept.data.slice(0, homeShelfSize) : []
}

const inChosenOrder = async (db: Kysely<Schema>, ids: readonly string[]): Promise<RecipeCardFacts[]> => {
  const cards = new Map((await recipesWithIds(db, anybody, ids)).map((card) => [String(card.id), card]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The recipes of the shop's home (R49): the chosen ones that visitors may see, then the most popular. */
export const homeShelf = async (db: Kysely<Schema>): Promise<RecipeCardFacts[]> => {
  const chosen = await inChosenOrder(db, await chosenForHome(db))
  if (chosen.length >= homeShelfSize) return chosen
  const popular = await topRecipes(db, anybody, { order: 'popular', limit: homeShelfSize })
  const isChosen = new Set(chosen.map(({ id }) => id))
  return [...chosen, ...popular.filter(({ id }) => !isChosen.has(id))].slice(0, homeShelfSize)
}

/** The chosen ones for the desk; `card` is null for one that visitors do not see any more. */
export const chosenOfDesk = async (db: Kysely<Schema>) => {
  const ids = await chosenForHome(db)
  const cards = await inChosenOrder(db, ids)
  return ids.map((id) => ({ id, card: cards.find((card) => card.id === id) ?? null }))
}

const mostOffered = 8

/** The recipe whose address or id was typed, or else what a search of the gallery finds. */
export const recipesToChoose = async (db: Kysely<Schema>, typed: string): Promise<RecipeCardFacts[]> => {
  if (typed === '') return []
  const id = recipeIdIn(typed)
  const named = isPossibleRecipeId(id) ? await recipesWithIds(db, anybody, [id]) : []
  if (named.length > 0) return named
  const listing = { ...listingOf(new URLSearchParams({ q: typed }), []), count: mostOffered }
  return [...(await listedRecipes(db, anybody, listing)).cards]
}

/** Whether visitors see this recipe. */
export const isSeen = async (db: Kysely<Schema>, id: string): Promise<boolean> =>
  isPossibleRecipeId(id) && (await recipesWithIds(db, anybody, [id])).length > 0
