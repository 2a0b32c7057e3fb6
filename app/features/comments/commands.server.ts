import type { Insertable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isBlockedByAuthor } from '~/features/accounts/blocks/queries.server.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { suspensionOf } from '~/features/accounts/standing/queries.server.ts'
import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { lockRecipes, lockVisibleRecipe } from '~/features/recipes/recipe.commands.server.ts'
import { type HiddenItem, type Hiding, hidingColumns } from '~/features/recipes/recipe.rules.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { summaryLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import { inPortions } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { countedFor, countTryWithin, type Limit } from '~/server/rate-limit.ts'
import { anyVisitor } from './queries.server.ts'
import { commentTopic, possibleCommentId, readComment } from './rules.ts'
import type { DeleteCommentRefusal, PostCommentRefusal } from './texts.ts'

const commentsOfMinute: Limit = { name: 'comments-of-minute', spanMs: 60_000, most: 10 }

type Changed<Refusal> = Result<{ readonly version: number }, Refusal>

/** Under the browser's id, so that a repeated request adds nothing (R14); ten a minute. */
export const postComment = async (
  ctx: AppContext,
  actor: Actor,
  { id, recipe, typed }: { readonly id: string; readonly recipe: string; readonly typed: string },
): Promise<Changed<PostCommentRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const read = readComment(typed)
  if (!read.ok) return read
  if (!possibleCommentId.test(id)) return refused('id_used')
  if (!isPossibleRecipeId(recipe)) return refused('no_such_work')
  return inTransaction(ctx, async (trx): Promise<Changed<PostCommentRefusal>> => {
    // The member is locked before the recipe, as for likes and deleted accounts.
    const author = await lockMember(trx, actor.id)
    if (author === undefined) return refused('not_signed_in')
    if (!(await lockVisibleRecipe(trx, anyVisitor, recipe))) return refused('no_such_work')
    // Both in one place and both always asked: no answer tells one from the other, nor its time (R61).
    const isBlocked = await isBlockedByAuthor(trx, actor.id, recipe)
    if (isBlocked || !actor.canComment) return refused('muted')
    const comment = { id, recipeId: recipe, authorId: actor.id, text: read.value }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('comment')
      .values({ ...comment, authorName: author.name, source: 'own', createdAt: ctx.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return postedBefore(trx, comment)
    if (!(await countTryWithin(trx, ctx.now(), [countedFor(commentsOfMinute, actor.id)])))
      throw new TooManyComments()
    return ok({ version: await raiseVersion(trx, ctx, recipe) })
  }).catch((error: unknown) => {
    if (error instanceof TooManyComments) return refused('too_many' as const)
    throw error
  })
}

/** Rolls back the comment beyond the limit. */
class TooManyComments extends Error {}

/** Only the author deletes a comment, not even an admin (A7). */
export const deleteComment = async (
  ctx: AppContext,
  actor: Actor,
  { id, recipe }: { readonly id: string; readonly recipe: string },
): Promise<Changed<DeleteCommentRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (!possibleCommentId.test(id) || !isPossibleRecipeId(recipe)) return refused('not_found')
  return inTransaction(ctx, async (trx): Promise<Changed<DeleteCommentRefusal>> => {
    const comments = trx.selectFrom('comment').where('id', '=', id).where('recipeId', '=', recipe)
    await lockRecipes(trx, [recipe])
    const stored = await comments.select('authorId').executeTakeFirst()
    if (stored === undefined) return refused('not_found')
    if (stored.authorId !== actor.id) return refused('not_hers')
    await trx.deleteFrom('comment').where('id', '=', id).execute()
    return ok({ version: await raiseVersion(trx, ctx, recipe) })
  })
}

/** For a deleted account: comments below others' recipes stay without a name, on open pages too (A17, R16). */
export const forgetAuthor = async (
  trx: AppTransaction,
  member: MemberId,
  ctx: Pick<AppContext, 'notices'>,
): Promise<void> => {
  // Nobody reads them while she is suspended, and her going is no way to show them again (R56).
  const hidden = (await suspensionOf(trx, member)) === undefined ? {} : { hidden: 1 }
  await inListsOf(trx, member, ctx, async (recipes) => {
    await trx
      .updateTable('comment')
      .set({ authorId: null, authorName: '', ...hidden })
      .where('authorId', '=', member)
      .where('recipeId', 'in', recipes)
      .execute()
  })
}

/** Open pages with a comment of hers read their lists again after the commit: for what changes who sees them (`shownTo`). Locks these recipes. */
export const tellListsOf = (
  trx: AppTransaction,
  member: MemberId,
  ctx: Pick<AppContext, 'notices'>,
): Promise<void> => inListsOf(trx, member, ctx, async () => {})

const inListsOf = async (
  trx: AppTransaction,
  member: MemberId,
  ctx: Pick<AppContext, 'notices'>,
  change: (recipes: readonly string[]) => Promise<void>,
): Promise<void> => {
  await inPortions(await listsWithCommentsOf(trx, member), async (recipes) => {
    await lockRecipes(trx, recipes)
    await change(recipes)
    for (const recipe of recipes) await raiseVersion(trx, ctx, recipe)
  })
}

/** Recipes with a comment of this member, in lock order. */
const listsWithCommentsOf = async (trx: AppTransaction, author: MemberId): Promise<string[]> => {
  const lists = await trx
    .selectFrom('comment')
    .where('authorId', '=', author)
    .select('recipeId')
    .distinct()
    .execute()
  return lists.map(({ recipeId }) => recipeId).toSorted()
}

const postedBefore = async (
  trx: AppTransaction,
  comment: {
    readonly id: string
    readonly recipeId: string
    readonly authorId: string
    readonly text: string
  },
): Promise<Changed<'id_used'>> => {
  const stored = await trx
    .selectFrom('comment')
    .innerJoin('commentList', 'commentList.recipeId', 'comment.recipeId')
    .where('comment.id', '=', comment.id)
    .where('comment.recipeId', '=', comment.recipeId)
    .where('comment.authorId', '=', comment.authorId)
    .where('comment.text', '=', comment.text)
    .select('version')
    .executeTakeFirst()
  return stored === undefined ? refused('id_used') : ok(stored)
}

/** Gives the list's new version; open pages are told once the caller's transaction is committed. */
const raiseVersion = async (
  trx: AppTransaction,
  { notices }: Pick<AppContext, 'notices'>,
  recipe: string,
): Promise<number> => {
  const { version } = await trx
    .insertInto('commentList')
    .values({ recipeId: recipe, version: 1 })
    .onConflict((conflict) =>
      conflict.column('recipeId').doUpdateSet((eb) => ({ version: eb('commentList.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  trx.onCommit(() => notices.publish(commentTopic(recipe), version))
  return version
}

export interface DemoComment {
  readonly id: string
  readonly recipe: string
  readonly author: string
  readonly text: string
  /** Epoch ms. */
  readonly createdAt: number
}

export const seedDemoComments = async (ctx: AppContext, comments: readonly DemoComment[]): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const [recipes, members] = await Promise.all([
      trx.selectFrom('recipe').where('source', '=', 'demo').select('id').execute(),
      trx.selectFrom('member').select(['id', 'name', 'email']).execute(),
    ])
    const rows = comments.flatMap(({ id, recipe, author: email, text, createdAt }) => {
      const author = members.find((member) => member.email === email)
      const isWanted = recipes.some((each) => each.id === recipe)
      return author === undefined || !isWanted
        ? []
        : [{ id, recipeId: recipe, authorId: author.id, authorName: author.name, text, createdAt }]
    })
    const changed = new Set<string>()
    for (const row of rows) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('comment')
        .values({ ...row, source: 'demo' })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) changed.add(row.recipeId)
    }
    for (const recipe of changed) await raiseVersion(trx, ctx, recipe)
  })
}

/** Deletes the demo's comments, also below recipes that were kept. */
export const removeDemoComments = async (ctx: AppContext): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const gone = await trx.deleteFrom('comment').where('source', '=', 'demo').returning('recipeId').execute()
    for (const recipe of new Set(gone.map(({ recipeId }) => recipeId))) await raiseVersion(trx, ctx, recipe)
  })
}

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

const shownCharacters = 40

/** Hides a comment from all but its author, or shows it again (A7); repeatable. Raises the list's version. */
export const hideComment = (
  ctx: AppContext,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenItem, 'not_found'>> =>
  inTransaction(ctx, (trx) => hideCommentIn(trx, ctx, id, hiding))

/** The same in the caller's transaction; locks the recipe, then writes. */
export const hideCommentIn = async (
  trx: AppTransaction,
  ctx: Pick<AppContext, 'notices'>,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenItem, 'not_found'>> => {
  if (!possibleCommentId.test(id)) return refused('not_found')
  const found = await trx.selectFrom('comment').where('id', '=', id).select('recipeId').executeTakeFirst()
  if (found === undefined) return refused('not_found')
  await lockRecipes(trx, [found.recipeId])
  // Under the lock: its author may have deleted it meanwhile.
  const comment = await trx
    .selectFrom('comment')
    .leftJoin('member', 'member.id', 'comment.authorId')
    .where('comment.id', '=', id)
    .select(['text', 'name'])
    .executeTakeFirst()
  if (comment === undefined) return refused('not_found')
  await trx.updateTable('comment').set(hidingColumns(hiding)).where('id', '=', id).execute()
  await raiseVersion(trx, ctx, found.recipeId)
  return ok({
    kind: 'comment',
    title: summaryLine(comment.text, shownCharacters),
    author: publicName(comment.name ?? ''),
  })
}
