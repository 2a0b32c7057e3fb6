import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { recipesWithIds } from '~/features/recipes/queries.server.ts'
import type { Member } from '~/kernel/actor.ts'
import type { Favourite, OwnReactions } from './rules.ts'

/** What a member has to do with a work that she may see; `asOf` is a time before this call. */
export const ownReactions = async (
  db: Kysely<Schema>,
  member: Member,
  recipe: { readonly id: string; readonly asOf: number },
): Promise<OwnReactions> => {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('recipeLike')
        .where('recipeId', '=', recipe.id)
        .where('memberId', '=', member.id)
        .select('memberId')
        .as('like'),
      eb
        .selectFrom('favourite')
        .where('recipeId', '=', recipe.id)
        .where('memberId', '=', member.id)
        .select('memberId')
        .as('favourite'),
      eb.selectFrom('recipe').where('id', '=', recipe.id).select('likes').as('likes'),
    ])
    .executeTakeFirst()
  return {
    like: Boolean(row?.like),
    favourite: Boolean(row?.favourite),
    likes: row?.likes ?? 0,
    asOf: recipe.asOf,
  }
}

/** How many works a member keeps, deleted ones too. */
export const favouriteTotal = async (db: Kysely<Schema>, member: Member): Promise<number> => {
  const { count } = await db
    .selectFrom('favourite')
    .where('memberId', '=', member.id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The `count` works that a member kept last, as they are now (R12, R25). */
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
