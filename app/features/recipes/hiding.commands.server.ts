import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { publicName } from '~/features/profiles/rules.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { type HiddenThing, type Hiding, hidingColumns } from './hiding.rules.ts'
import { isPossibleRecipeId } from './list.rules.ts'

/** Hides a work from everybody but its author, or shows it again, by the owner's word (A7); repeatable. */
export const hideRecipe = async (
  ctx: AppContext,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenThing, 'not_found'>> => {
  if (!isPossibleRecipeId(id)) return refused('not_found')
  return inTransaction(ctx, async (trx) => {
    const work = await trx
      .selectFrom('recipe')
      .innerJoin('member', 'member.id', 'recipe.authorId')
      .where('recipe.id', '=', id)
      .select(['recipe.title', 'member.name'])
      .$call(forUpdate(trx))
      .executeTakeFirst()
    if (work === undefined) return refused('not_found')
    await writeHidden(trx, id, hiding)
    return ok({ kind: 'work', title: work.title, author: publicName(work.name) })
  })
}

/** The one place that writes whether a work is hidden; `updatedAt` stays, for its author's edits are her own (R18). */
const writeHidden = async (trx: Transaction<Schema>, id: string, hiding: Hiding): Promise<void> => {
  await trx.updateTable('recipe').set(hidingColumns(hiding)).where('id', '=', id).execute()
}
