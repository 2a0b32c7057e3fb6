import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { releaseUploads } from '~/features/pictures/commands.server.ts'
import { ownProfile } from '~/features/profiles/profile.queries.server.ts'
import { type PostingRefusal, postingRefusal } from '~/features/profiles/rules.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { countedFor, countTry, type Limit } from '~/server/rate-limit.ts'
import { indexRecipes, unindexRecipes } from './indexing.commands.server.ts'
import { isPossibleRecipeId } from './list.rules.ts'
import { uploadsIn } from './recipe.rules.ts'
import type { RecipeInput } from './types.ts'
import { noteUploads, takeUploads } from './uploads.commands.server.ts'

const postsOfDay: Limit = { name: 'works-of-day', spanMs: 86_400_000, most: 100 }

const possibleId = /^[\w-]{8,64}$/

/** The content of a recipe, and the `updatedAt` of the one that its author saw: 0 for none. */
interface RecipeSave {
  readonly id: string
  readonly content: RecipeInput
  readonly basedOn: number
}

/** Pictures that are no uploads of ours, or none any more, or those of somebody else (R40). */
interface NoSuchUploads {
  readonly reason: 'no_such_upload'
  readonly urls: readonly string[]
}

/** `updatedAt` is that of the other save (R18). */
interface ChangedMeanwhile {
  readonly reason: 'changed_meanwhile'
  readonly updatedAt: number
}

export type PostRefusal =
  | { readonly reason: PostingRefusal | 'too_many' | 'id_not_hers' }
  | ChangedMeanwhile
  | NoSuchUploads

/**
 * Posts a recipe under the id that was made for its form: the same content again is harmless, other content is an edit of what was
 * posted, which needs its `updatedAt` as `basedOn` (R18, R19). Name and links of the author are copied (R13).
 */
export const postRecipe = async (
  ctx: AppContext,
  actor: Actor,
  { id, content, basedOn = 0 }: Omit<RecipeSave, 'basedOn'> & Partial<RecipeSave>,
): Promise<Result<null, PostRefusal>> => {
  if (actor.kind !== 'member') return refused({ reason: 'not_signed_in' })
  const refusal = postingRefusal(actor)
  if (refusal !== null) return refused({ reason: refusal })
  if (!possibleId.test(id)) return refused({ reason: 'id_not_hers' })
  if (!(await countTry(ctx, ctx.now(), [countedFor(postsOfDay, actor.id)])))
    return refused({ reason: 'too_many' })
  return inTransaction(ctx, async (trx) => {
    // What one member posts comes one after the other.
    if (!(await lockMember(trx, actor.id))) return refused({ reason: 'not_signed_in' })
    const author = await ownProfile(trx, actor.id)
    if (author === undefined) return refused({ reason: 'not_signed_in' })
    const stored = await storedRecipe(trx, id)
    if (stored !== undefined && stored.authorId !== actor.id) return refused({ reason: 'id_not_hers' })
    const by = { now: ctx.now(), owner: actor.id }
    if (stored !== undefined) return rewrite(trx, by, { stored, content, basedOn })
    const missing = await takeUploads(trx, by, undefined, content)
    if (missing.length > 0) return refused({ reason: 'no_such_upload', urls: missing })
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('recipe')
      .values({
        ...columnsOf(content),
        id,
        authorId: actor.id,
        authorName: author.displayName,
        authorSns: JSON.stringify(author.authorSNS),
        source: 'own',
        createdAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return refused({ reason: 'id_not_hers' })
    await noteUploads(trx, id)
    await indexRecipes(trx, [id])
    return ok(null)
  })
}

export type SaveRefusal =
  | { readonly reason: 'not_signed_in' | 'not_found' | 'not_hers' }
  | ChangedMeanwhile
  | NoSuchUploads

/**
 * Writes what an author may write of her own recipe (R17), if it is still the one of `basedOn`, its `updatedAt` (R18). The same
 * content again is no conflict and writes nothing.
 */
export const saveRecipe = async (
  ctx: AppContext,
  actor: Actor,
  { id, content, basedOn }: RecipeSave,
): Promise<Result<null, SaveRefusal>> => {
  if (actor.kind !== 'member') return refused({ reason: 'not_signed_in' })
  return inTransaction(ctx, async (trx) => {
    const own = await ownRecipe(trx, actor.id, id)
    const by = { now: ctx.now(), owner: actor.id }
    return own.ok ? rewrite(trx, by, { stored: own.value, content, basedOn }) : own
  })
}

/** Makes a recipe anew that is still the one of `basedOn` (R18); the same content writes nothing. */
const rewrite = async (
  trx: Transaction<Schema>,
  by: { readonly now: number; readonly owner: MemberId },
  { stored, content, basedOn }: Omit<RecipeSave, 'id'> & { readonly stored: StoredRecipe },
): Promise<Result<null, ChangedMeanwhile | NoSuchUploads>> => {
  if (isSame(stored, content)) return ok(null)
  if (stored.updatedAt !== basedOn)
    return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt })
  const missing = await takeUploads(trx, by, stored, content)
  if (missing.length > 0) return refused({ reason: 'no_such_upload', urls: missing })
  await trx
    .updateTable('recipe')
    .set({ ...columnsOf(content), updatedAt: Math.max(by.now, stored.updatedAt + 1) })
    .where('id', '=', stored.id)
    .execute()
  await noteUploads(trx, stored.id)
  await indexRecipes(trx, [stored.id])
  return ok(null)
}

/** Removes her own recipe with all that belongs to it, whole or not at all (R35); its pictures go with the next collection. */
export const deleteRecipe = async (
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<Result<null, 'not_signed_in' | 'not_found' | 'not_hers'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  return inTransaction(ctx, async (trx) => {
    const own = await ownRecipe(trx, actor.id, id)
    if (!own.ok) return refused(own.error.reason)
    await unindexRecipes(trx, [id])
    await trx.deleteFrom('recipe').where('id', '=', id).execute()
    await releaseUploads(trx, uploadsIn(own.value))
    return ok(null)
  })
}

const storedRecipe = (trx: Transaction<Schema>, id: string) =>
  trx.selectFrom('recipe').selectAll().where('id', '=', id).$call(forUpdate(trx)).executeTakeFirst()

type StoredRecipe = NonNullable<Awaited<ReturnType<typeof storedRecipe>>>

/** What somebody may not see, or nobody can store, is not there (A7, R30). */
const ownRecipe = async (
  trx: Transaction<Schema>,
  author: MemberId,
  id: string,
): Promise<Result<StoredRecipe, { readonly reason: 'not_found' | 'not_hers' }>> => {
  const stored = isPossibleRecipeId(id) ? await storedRecipe(trx, id) : undefined
  if (stored?.authorId === author) return ok(stored)
  return refused({ reason: stored === undefined || stored.hidden === 1 ? 'not_found' : 'not_hers' })
}

/** What an author writes as the columns of `recipe` hold it. */
export const columnsOf = ({
  ingredients,
  ties,
  steps,
  affiliateProducts,
  tags,
  moreImages,
  ...texts
}: RecipeInput) => ({
  ...texts,
  moreImages: JSON.stringify(moreImages),
  ingredients: JSON.stringify(ingredients),
  materialTies: JSON.stringify(ties),
  steps: JSON.stringify(steps),
  affiliateProducts: JSON.stringify(affiliateProducts),
  tags: JSON.stringify(tags),
})

const isSame = (stored: StoredRecipe, content: RecipeInput): boolean => {
  const before: Readonly<Record<string, unknown>> = stored
  return Object.entries(columnsOf(content)).every(([column, text]) => before[column] === text)
}

/** A recipe that was written elsewhere, as it stood there. */
export interface FormerRecipe {
  readonly id: string
  readonly authorId: MemberId
  readonly authorName: string
  /** JSON. */
  readonly authorSns: string
  readonly content: ReturnType<typeof columnsOf>
  readonly views: number
  readonly hidden: boolean
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A step of a transaction: false where a recipe has the id, which stays as it is, hidden or not. Its uploads are kept already. */
export const putFormerRecipe = async (
  trx: Transaction<Schema>,
  { content, hidden, ...recipe }: FormerRecipe,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('recipe')
    .values({ ...recipe, ...content, hidden: hidden ? 1 : 0, source: 'own' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await noteUploads(trx, recipe.id)
  await indexRecipes(trx, [recipe.id])
  return true
}
