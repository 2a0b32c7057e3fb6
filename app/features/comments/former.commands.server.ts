import type { Insertable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { raiseVersion } from './commands.server.ts'

export const putFormerComments = async (
  trx: AppTransaction,
  ctx: Pick<AppContext, 'notices'>,
  comments: readonly Insertable<Schema['comment']>[],
): Promise<number> => {
  const changed = new Set<string>()
  let added = 0
  for (const comment of comments) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('comment')
      .values(comment)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) continue
    added += 1
    changed.add(comment.recipeId)
  }
  for (const recipe of changed) await raiseVersion(trx, ctx, recipe)
  return added
}
