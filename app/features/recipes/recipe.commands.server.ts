import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { keepUploads } from '~/features/pictures/commands.server.ts'
import { pictureUrl } from '~/features/pictures/rules.ts'
import { shareCardName, shareCardOf } from '~/features/pictures/share-card.rules.ts'
import { publicName } from '~/features/profiles/rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { visibleTo } from './list.queries.server.ts'
import { isPossibleRecipeId } from './list.rules.ts'
import { recipeOfId } from './recipe.queries.server.ts'
import { type HiddenThing, type Hiding, hidingColumns, sharedPictureOf, versionOf } from './recipe.rules.ts'

/**
 * A step of the transaction that changes who likes a recipe, before it does: nobody else changes that meanwhile. False when
 * `viewer` may not see the recipe (A7).
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

/** As `lockVisibleRecipe`, for recipes that are visible or hidden; in one order, so that two do not wait for each other. */
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
 * A step of the transaction that changed who likes these recipes and has locked them: their likes are the number of rows again
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

/** Hides a recipe from everybody but its author, or shows it again, by the owner's word (A7); repeatable. */
export const hideRecipe = async (
  ctx: AppContext,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenThing, 'not_found'>> => {
  if (!isPossibleRecipeId(id)) return refused('not_found')
  return inTransaction(ctx, async (trx) => {
    const stored = await trx
      .selectFrom('recipe')
      .innerJoin('member', 'member.id', 'recipe.authorId')
      .where('recipe.id', '=', id)
      .select(['recipe.title', 'member.name'])
      .$call(forUpdate(trx))
      .executeTakeFirst()
    if (stored === undefined) return refused('not_found')
    await writeHidden(trx, id, hiding)
    return ok({ kind: 'recipe', title: stored.title, author: publicName(stored.name) })
  })
}

/** The one place that writes whether a recipe is hidden; `updatedAt` stays, for its author's edits are her own (R18). */
const writeHidden = async (trx: Transaction<Schema>, id: string, hiding: Hiding): Promise<void> => {
  await trx.updateTable('recipe').set(hidingColumns(hiding)).where('id', '=', id).execute()
}

type ShareCardAnswer = Result<{ readonly jpeg: Buffer; readonly version: string }, 'not_there' | 'busy'>

/**
 * The picture that is shared with a recipe, for anyone who may see the recipe (A7): a JPEG, and its version. It is made when it is first
 * asked for, lies beside the photograph that it is cut from, and goes with it.
 */
export const shareCard = async (ctx: AppContext, actor: Actor, id: string): Promise<ShareCardAnswer> => {
  const recipe = await recipeOfId(ctx.db, actor, id)
  const picture = recipe && sharedPictureOf(recipe)
  if (picture === undefined) return refused('not_there')
  const { name } = picture
  const file = shareCardName(name)
  const read = async (): Promise<ShareCardAnswer> => {
    const jpeg = await ctx.uploadFiles.read(file)
    return jpeg === undefined ? refused('not_there') : ok({ jpeg, version: versionOf(name) })
  }
  const kept = await read()
  if (kept.ok) return kept
  const made = await ctx.pictureEncoder.cut({
    ...shareCardOf(picture),
    // Another request may have made it while this one waited.
    read: async () => ((await ctx.uploadFiles.has(file)) ? undefined : ctx.uploadFiles.read(`${name}.jpg`)),
    // A photograph that is just being removed must leave no card behind.
    keep: async (jpeg) => {
      const gone = await inTransaction(ctx, (trx) => keepUploads(trx, ctx.now(), [pictureUrl(name)]))
      if (gone.length === 0) await ctx.uploadFiles.put(file, jpeg)
    },
  })
  if (made.ok) return ok({ jpeg: made.value, version: versionOf(name) })
  return made.error === 'not_there' ? read() : made
}
