import { publicName } from '~/features/accounts/profile/rules.ts'
import { lockRecipes } from '~/features/recipes/recipe.commands.server.ts'
import { type HiddenItem, type Hiding, hidingColumns } from '~/features/recipes/recipe.rules.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { summaryLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { raiseVersion } from './commands.server.ts'
import { possibleCommentId } from './rules.ts'

const shownCharacters = 40

/** Hides a comment from all but its author, or shows it again (A7); repeatable. Raises the list's version. */
export const hideComment = async (
  ctx: AppContext,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenItem, 'not_found'>> => {
  if (!possibleCommentId.test(id)) return refused('not_found')
  const done = await inTransaction(ctx, async (trx) => {
    const comment = await trx
      .selectFrom('comment')
      .leftJoin('member', 'member.id', 'comment.authorId')
      .where('comment.id', '=', id)
      .select(['recipeId', 'text', 'name'])
      .executeTakeFirst()
    if (comment === undefined) return undefined
    await lockRecipes(trx, [comment.recipeId])
    await trx.updateTable('comment').set(hidingColumns(hiding)).where('id', '=', id).execute()
    await raiseVersion(trx, ctx, comment.recipeId)
    return comment
  })
  if (done === undefined) return refused('not_found')
  return ok({
    kind: 'comment',
    title: summaryLine(done.text, shownCharacters),
    author: publicName(done.name ?? ''),
  })
}
