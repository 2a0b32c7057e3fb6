import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { recipesWithIds } from '~/features/recipes/list.queries.server.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { lockVisibleRecipe, recountLikes } from '~/features/recipes/recipe.commands.server.ts'
import type { Actor, Member } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import type { CallLimits } from '~/server/call-limits.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { ReactionKind, ReactionRefusal } from './types.ts'

interface Wanted {
  readonly kind: ReactionKind
  readonly recipe: string
  readonly on: boolean
}

/** More than people tap, even when a household shares an address. */
const reactionsOfMinute: CallLimits = {
  name: 'reactions',
  spanMs: 60_000,
  perClient: 300,
  perNetwork: 300,
  together: 300,
}

/**
 * Sets a member's like or favourite to `on`, and the recipe's count of likes with it (R11); repeatable. A favourite can be removed
 * even when its recipe is gone (R12).
 */
export const setReaction = async (
  ctx: AppContext,
  actor: Actor,
  wanted: Wanted,
): Promise<Result<null, ReactionRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (ctx.calls.waitOfClient(reactionsOfMinute, actor.address, ctx.now()) > 0) return refused('too_many')
  if (!isPossibleRecipeId(wanted.recipe)) return refused('not_found')
  return inTransaction(ctx, async (trx) => {
    // Locked before any recipe, as account deletion does, against deadlocks.
    if (!(await lockMember(trx, actor.id))) return refused('not_signed_in')
    const set = wanted.kind === 'like' ? setLike : setFavourite
    return (await set(trx, actor, { ...wanted, now: ctx.now() })) ? ok(null) : refused('not_found')
  })
}

type SetReaction = (
  trx: Transaction<Schema>,
  member: Member,
  wanted: Wanted & { readonly now: number },
) => Promise<boolean>

const setLike: SetReaction = async (trx, member, { recipe, on, now }) => {
  if (!(await lockVisibleRecipe(trx, member, recipe))) return false
  if (on)
    await trx
      .insertInto('recipeLike')
      .values({ recipeId: recipe, memberId: member.id, createdAt: now })
      .onConflict((conflict) => conflict.columns(['recipeId', 'memberId']).doNothing())
      .execute()
  else
    await trx
      .deleteFrom('recipeLike')
      .where('recipeId', '=', recipe)
      .where('memberId', '=', member.id)
      .execute()
  await recountLikes(trx, [recipe])
  return true
}

const setFavourite: SetReaction = async (trx, member, { recipe, on, now }) => {
  if (!on) {
    await trx
      .deleteFrom('favourite')
      .where('memberId', '=', member.id)
      .where('recipeId', '=', recipe)
      .execute()
    return true
  }
  const [card] = await recipesWithIds(trx, member, [recipe])
  if (card === undefined) return false
  const { title, author, mainImageUrl } = card
  await trx
    .insertInto('favourite')
    .values({
      memberId: member.id,
      recipeId: recipe,
      title,
      author: author.name,
      mainImageUrl,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['memberId', 'recipeId']).doNothing())
    .execute()
  return true
}
