import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { recipesWithIds, visibleTo } from '~/features/recipes/list.queries.server.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import type { Member } from '~/kernel/actor.ts'
import type { Favourite, OwnReactions } from './rules.ts'

/** A member's like and favourite of a recipe; `asOf` is a time before this call. Undefined if the member may not see it (A7). */
export const ownReactions = async (
  db: Kysely<Schema>,
  member: Member,
  recipe: { readonly id: string; readonly asOf: number },
): Promise<OwnReactions | undefined> => {
  if (!isPossibleRecipeId(recipe.id)) return undefined
  const row = await db
    .selectFrom('recipe')
    .leftJoin('recipeLike as liked', (join) =>
      join.onRef('liked.recipeId', '=', 'recipe.id').on('liked.memberId', '=', member.id),
    )
    .leftJoin('favourite as kept', (join) =>
      join.onRef('kept.recipeId', '=', 'recipe.id').on('kept.memberId', '=', member.id),
    )
    .where('recipe.id', '=', recipe.id)
    .where(visibleTo(member))
    .select(['recipe.likes', 'liked.memberId as liker', 'kept.memberId as keeper'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { like: row.liker !== null, favourite: row.keeper !== null, likes: row.likes, asOf: recipe.asOf }
}

/** Number of a member's favourites, including deleted recipes. */
export const favouriteTotal = async (db: Kysely<Schema>, member: Member): Promise<number> => {
  const { count } = await db
    .selectFrom('favourite')
    .where('memberId', '=', member.id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A member's latest `count` favourites, with the recipes' current data (R12, R25). */
export const favouritesOf = async (
  db: Kysely<Schema>,
  member: Member,
  count: number,
): Promise<Favourite[]> => {
  const kept = await db
    .selectFrom('favourite')
    .where('memberId', '=', member.id)
    .select('recipeId')
    .orderBy('createdAt', 'desc')
    .orderBy('recipeId', 'desc')
    .limit(count)
    .execute()
  const cards = await recipesWithIds(
    db,
    member,
    kept.map(({ recipeId }) => recipeId),
  )
  const cardOf = new Map<string, Favourite['card']>(cards.map((card) => [card.id, card]))
  return kept.map(({ recipeId }) => ({ recipeId, card: cardOf.get(recipeId) ?? null }))
}
