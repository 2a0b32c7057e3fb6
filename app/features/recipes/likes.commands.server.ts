import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import { visibleTo } from './queries.server.ts'

/**
 * A step of the transaction that changes who likes a work, before it does: nobody else changes that meanwhile. False when
 * `viewer` may not see the work (A7).
 */
export const lockVisibleRecipe = async (
  trx: Transaction<Schema>,
  viewer: Actor,
  id: string,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('recipe')
    .where('recipe.id', '=', id)
    .where(visibleTo(viewer))
    .select('recipe.id')
    .$call(forUpdate(trx))
    .executeTakeFirst()
  return row !== undefined
}

/** As `lockVisibleRecipe`, for works whoever may see them; in one order, so that two do not wait for each other. */
export const lockRecipes = async (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> => {
  for (const some of inChunks(ids.toSorted()))
    await trx
      .selectFrom('recipe')
      .where('id', 'in', some)
      .select('id')
      .orderBy('id')
      .$call(forUpdate(trx))
      .execute()
}

/**
 * A step of the transaction that changed who likes these works and has locked them: their likes are the number of rows again
 * (R11). Neither `updatedAt` (R18) nor the index follows.
 */
export const recountLikes = async (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> => {
  for (const some of inChunks(ids))
    await trx
      .updateTable('recipe')
      .set(({ selectFrom }) => ({
        likes: selectFrom('recipeLike')
          .whereRef('recipeLike.recipeId', '=', 'recipe.id')
          .select(({ fn }) => fn.countAll<number>().as('count')),
      }))
      .where('id', 'in', some)
      .execute()
}
