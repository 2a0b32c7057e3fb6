import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { publicName } from '~/features/accounts/profile/rules.ts'
import { ofNobodySuspended } from '~/features/accounts/standing/queries.server.ts'
import { keepUploads } from '~/features/pictures/commands.server.ts'
import { pictureUrl } from '~/features/pictures/rules.ts'
import { shareCardName } from '~/features/pictures/share-card.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { cardMark } from '~/kernel/share-card.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { visibleTo } from './list.queries.server.ts'
import { isPossibleRecipeId } from './list.rules.ts'
import { recipeOfId } from './recipe.queries.server.ts'
import {
  cardVersionOf,
  type HiddenItem,
  type Hiding,
  hidingColumns,
  sharedPictureOf,
} from './recipe.rules.ts'

/** Locks a recipe before its likes change; false when `viewer` may not see it (A7). */
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

/** Includes hidden recipes; always in one order, to avoid deadlocks. */
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

/** Recounts the likes of locked recipes, without those of suspended members (R11, R57); neither `updatedAt` (R18) nor the index changes. */
export const recountLikes = async (trx: Transaction<Schema>, ids: readonly string[]): Promise<void> => {
  for (const some of inChunks(ids))
    await trx
      .updateTable('recipe')
      .set(({ selectFrom }) => ({
        likes: selectFrom('recipeLike')
          .whereRef('recipeLike.recipeId', '=', 'recipe.id')
          .where(ofNobodySuspended('recipe_like.member_id'))
          .select(({ fn }) => fn.countAll<number>().as('count')),
      }))
      .where('id', 'in', some)
      .execute()
}

/** Hides a recipe from everybody but its author, or shows it again (A7); repeatable. */
export const hideRecipe = (
  ctx: AppContext,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenItem, 'not_found'>> => inTransaction(ctx, (trx) => hideRecipeIn(trx, id, hiding))

/** The same in the caller's transaction; locks the recipe. */
export const hideRecipeIn = async (
  trx: Transaction<Schema>,
  id: string,
  hiding: Hiding,
): Promise<Result<HiddenItem, 'not_found'>> => {
  if (!isPossibleRecipeId(id)) return refused('not_found')
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
}

/** The only writer of `hidden`; leaves `updatedAt`, which is for the author's edits (R18). */
const writeHidden = async (trx: Transaction<Schema>, id: string, hiding: Hiding): Promise<void> => {
  await trx.updateTable('recipe').set(hidingColumns(hiding)).where('id', '=', id).execute()
}

type ShareCardAnswer = Result<{ readonly jpeg: Buffer; readonly version: string }, 'not_there' | 'busy'>

/** Recipes with one photograph have one card between them: whoever asks for theirs in turn has it drawn this seldom. */
const redrawMs = 10_000

/** Epoch ms at which a recipe's card was drawn, from its description; 0 where it does not tell. */
const drawnAt = (jpeg: Buffer): number =>
  Number(/card\d+-[\da-f]{8} (\d{1,15})/.exec(jpeg.toString('latin1', 0, 4_000))?.[1] ?? 0)

/**
 * The share picture of a recipe that `actor` may see (A7), with its title (W62): a JPEG and its version. It is made on the first
 * request, stored beside its photograph, made anew once the title is another, and removed with the photograph.
 */
export const shareCard = async (ctx: AppContext, actor: Actor, id: string): Promise<ShareCardAnswer> => {
  const recipe = await recipeOfId(ctx.db, actor, id)
  const picture = recipe && sharedPictureOf(recipe)
  if (recipe === undefined || picture === undefined) return refused('not_there')
  const { name } = picture
  const file = shareCardName(name)
  const words = { title: recipe.title, shop: ctx.settings.name }
  const version = cardVersionOf(name, words)
  const ofTheseWords = (jpeg: Buffer | undefined): ShareCardAnswer =>
    jpeg?.includes(cardMark(words)) ? ok({ jpeg, version }) : refused('not_there')
  const read = async () => ofTheseWords(await ctx.uploadFiles.read(file))
  const kept = await ctx.uploadFiles.read(file)
  const answer = ofTheseWords(kept)
  if (answer.ok) return answer
  if (kept !== undefined && ctx.now() - drawnAt(kept) < redrawMs) return refused('busy')
  const made = await ctx.pictureEncoder.shareCard({
    words,
    mark: `${cardMark(words)} ${ctx.now()}`,
    // Another request may have made it while this one waited for its turn.
    read: async () => ((await read()).ok ? undefined : ctx.uploadFiles.read(`${name}.jpg`)),
    // A card written during the photograph's removal would stay behind.
    keep: async (jpeg) => {
      const gone = await inTransaction(ctx, (trx) => keepUploads(trx, ctx.now(), [pictureUrl(name)]))
      if (gone.length > 0) return
      // One with another title: what is there would stay.
      await ctx.uploadFiles.remove(file)
      await ctx.uploadFiles.put(file, jpeg)
    },
  })
  if (made.ok) return ok({ jpeg: made.value, version })
  return made.error === 'not_there' ? read() : made
}
