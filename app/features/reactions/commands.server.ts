import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isBlockedByAuthor } from '~/features/accounts/blocks/queries.server.ts'
import { ofNobodySuspended } from '~/features/accounts/standing/queries.server.ts'
import { recipeIdsOf, recipesWithIds } from '~/features/recipes/list.queries.server.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { lockRecipes, lockVisibleRecipe, recountLikes } from '~/features/recipes/recipe.commands.server.ts'
import type { Actor, Member, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import type { CallLimits } from '~/server/call-limits.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import type { ReactionKind, ReactionRefusal } from './rules.ts'

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
    return set(trx, actor, { ...wanted, now: ctx.now() })
  })
}

type SetReaction = (
  trx: Transaction<Schema>,
  member: Member,
  wanted: Wanted & { readonly now: number },
) => Promise<Result<null, ReactionRefusal>>

const setLike: SetReaction = async (trx, member, { recipe, on, now }) => {
  if (!(await lockVisibleRecipe(trx, member, recipe))) return refused('not_found')
  if (on && (await isBlockedByAuthor(trx, member.id, recipe))) return refused('muted')
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
  return ok(null)
}

const setFavourite: SetReaction = async (trx, member, { recipe, on, now }) => {
  if (!on) {
    await trx
      .deleteFrom('favourite')
      .where('memberId', '=', member.id)
      .where('recipeId', '=', recipe)
      .execute()
    return ok(null)
  }
  const [card] = await recipesWithIds(trx, member, [recipe])
  if (card === undefined) return refused('not_found')
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
  return ok(null)
}

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

/** Within the transaction that suspends a member or lifts it: counts her likes out, or in again (R57). */
export const recountLikesOf = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  const liked = await trx.selectFrom('recipeLike').where('memberId', '=', member).select('recipeId').execute()
  await inPortions(liked.map(({ recipeId }) => recipeId).toSorted(), async (ids) => {
    await lockRecipes(trx, ids)
    await recountLikes(trx, ids)
  })
}

/** Corrects counts of likes that differ from their rows (R11); returns how many. */
export const correctLikeCounts = async (ctx: Pick<AppContext, 'db' | 'log'>): Promise<number> => {
  const wrong = await ctx.db
    .selectFrom('recipe')
    .where('likes', '<>', ({ selectFrom }) =>
      selectFrom('recipeLike')
        .whereRef('recipeLike.recipeId', '=', 'recipe.id')
        .where(ofNobodySuspended('recipe_like.member_id'))
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

const minute = 60_000

/** Daily: corrects counts of likes that differ from their rows (R11). */
export const recountLikesJob = (ctx: Pick<AppContext, 'db' | 'log'>): Job => ({
  name: 'recount likes',
  everyMs: 24 * 60 * minute,
  firstAfterMs: 30 * minute,
  limitMs: 5 * minute,
  run: async () => {
    const corrected = await correctLikeCounts(ctx)
    if (corrected > 0)
      ctx.log.warn('likes that did not fit their rows were corrected', { recipes: corrected })
  },
})

export interface DemoReactions {
  /** Mail address. */
  readonly member: string
  /** Ids of recipes, latest first. */
  readonly likes: readonly string[]
  readonly keeps: readonly string[]
}

const hour = 3_600_000

/** Stores the demo's likes and favourites once, so that a visitor's changes to the demo stay. */
export const seedDemoReactions = async (
  ctx: AppContext,
  actor: Actor,
  all: readonly DemoReactions[],
): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    if (await isSeeded(trx)) return
    const liked = [...new Set(all.flatMap(({ likes }) => likes))]
    await lockRecipes(trx, liked)
    for (const each of all) await putReactions(trx, actor, { ...each, now: ctx.now() })
    await recountLikes(trx, liked)
  })
}

const isSeeded = async (trx: Transaction<Schema>): Promise<boolean> => {
  const row = await trx
    .selectFrom('recipeLike')
    .innerJoin('memberProfile', 'memberProfile.memberId', 'recipeLike.memberId')
    .where('memberProfile.source', '=', 'demo')
    .select('recipeLike.recipeId')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const putReactions = async (
  trx: Transaction<Schema>,
  actor: Actor,
  { member: email, likes, keeps, now }: DemoReactions & { readonly now: number },
): Promise<void> => {
  const member = await trx.selectFrom('member').where('email', '=', email).select('id').executeTakeFirst()
  if (member === undefined) return
  const cards = new Map(
    (await recipesWithIds(trx, actor, [...likes, ...keeps])).map((card) => [String(card.id), card]),
  )
  const rowsOf = (ids: readonly string[]) =>
    ids.flatMap((id, at) => {
      const card = cards.get(id)
      const row = { memberId: member.id, recipeId: id, createdAt: now - at * hour }
      return card === undefined ? [] : [{ row, card }]
    })
  for (const { row } of rowsOf(likes))
    await trx
      .insertInto('recipeLike')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { row, card } of rowsOf(keeps))
    await trx
      .insertInto('favourite')
      .values({ ...row, title: card.title, author: card.author.name, mainImageUrl: card.mainImageUrl })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Removes favourites of demo recipes when a demo ends; likes go with their recipes and members. */
export const removeDemoReactions = async ({ db }: AppContext): Promise<void> => {
  await db
    .deleteFrom('favourite')
    .where('recipeId', 'in', db.selectFrom('recipe').where('source', '=', 'demo').select('id'))
    .execute()
}
