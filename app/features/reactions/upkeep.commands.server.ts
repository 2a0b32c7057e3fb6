import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { recipeIdsOf } from '~/features/recipes/list.queries.server.ts'
import { lockRecipes, recountLikes } from '~/features/recipes/recipe.commands.server.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'

/**
 * Within the transaction that closes an account, before its recipes are removed: removes the member's likes, and blanks her recipes
 * in others' favourites (A17). Her own favourites are deleted with her row.
 */
export const forgetReactionsOf = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  const liked = await trx.selectFrom('recipeLike').where('memberId', '=', member).select('recipeId').execute()
  await inPortions(liked.map(({ recipeId }) => recipeId).toSorted(), async (ids) => {
    await lockRecipes(trx, ids)
    await trx.deleteFrom('recipeLike').where('memberId', '=', member).where('recipeId', 'in', ids).execute()
    await recountLikes(trx, ids)
  })
  await inPortions(await recipeIdsOf(trx, member), (ids) =>
    trx
      .updateTable('favourite')
      .set({ title: '', author: '', mainImageUrl: '' })
      .where('recipeId', 'in', ids)
      .execute(),
  )
}

/** Corrects counts of likes that differ from their rows (R11); returns how many. */
export const correctLikeCounts = async (ctx: Pick<AppContext, 'db' | 'log'>): Promise<number> => {
  const wrong = await ctx.db
    .selectFrom('recipe')
    .where('likes', '<>', ({ selectFrom }) =>
      selectFrom('recipeLike')
        .whereRef('recipeLike.recipeId', '=', 'recipe.id')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )
    .select('id')
    .execute()
  for (const { id } of wrong)
    await inTransaction(ctx, async (trx) => {
      await lockRecipes(trx, [id])
      await recountLikes(trx, [id])
    })
  return wrong.length
}

interface FormerReactions {
  readonly likes: readonly Insertable<Schema['recipeLike']>[]
  readonly favourites: readonly Insertable<Schema['favourite']>[]
}

/** Within a transaction: adds imported likes and favourites, each once, and recounts likes (R11). Returns how many are new. */
export const putFormerReactions = async (
  trx: Transaction<Schema>,
  { likes, favourites }: FormerReactions,
): Promise<number> => {
  let added = 0
  for (const some of inChunks(likes)) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('recipeLike')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows)
  }
  for (const some of inChunks(favourites)) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('favourite')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows)
  }
  await recountLikes(trx, [...new Set(likes.map(({ recipeId }) => recipeId))])
  return added
}
