import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ownProfile } from '~/features/accounts/profile/queries.server.ts'
import { postingRefusal, type WhyNoPosting } from '~/features/accounts/profile/rules.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { pictureOf, uploadNameOf, uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import { forUpdate, inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { countedFor, countTry, type Limit } from '~/server/rate-limit.ts'
import { indexRecipes, unindexRecipes } from './indexing.commands.server.ts'
import { isPublic, recipeIdsOf } from './list.queries.server.ts'
import { isPossibleRecipeId } from './list.rules.ts'
import { pdfFileName } from './recipe.queries.server.ts'
import { type ColumnsWithUploads, photographsOf, uploadsIn } from './recipe.rules.ts'
import type { RecipeInput } from './types.ts'

const postsOfDay: Limit = { name: 'works-of-day', spanMs: 86_400_000, most: 100 }

const possibleId = /^[\w-]{8,64}$/

/** `basedOn` is the `updatedAt` of the version that its author edited; 0 for a new recipe. */
interface RecipeSave {
  readonly id: string
  readonly content: RecipeInput
  readonly basedOn: number
  /** What her device called its PDF; '' or missing where the form does not know (R48). */
  readonly pdfName?: string
}

/** Missing uploads, foreign pictures, or uploads of somebody else (R40). */
interface NoSuchUploads {
  readonly reason: 'no_such_upload'
  readonly urls: readonly string[]
}

/** `updatedAt` is the other save's (R18). */
interface ChangedMeanwhile {
  readonly reason: 'changed_meanwhile'
  readonly updatedAt: number
}

export type PostRefusal =
  | { readonly reason: WhyNoPosting | 'too_many' | 'id_not_hers' }
  | ChangedMeanwhile
  | NoSuchUploads

/**
 * Posts a recipe under the id made for its form: repeating it changes nothing, other content is an edit and needs the posted
 * `updatedAt` as `basedOn` (R18, R19). Copies the author's name and links (R13).
 */
export const postRecipe = async (
  ctx: AppContext,
  actor: Actor,
  { id, content, basedOn = 0, pdfName = '' }: Omit<RecipeSave, 'basedOn'> & Partial<RecipeSave>,
): Promise<Result<null, PostRefusal>> => {
  if (actor.kind !== 'member') return refused({ reason: 'not_signed_in' })
  const refusal = postingRefusal(actor)
  if (refusal !== null) return refused({ reason: refusal })
  if (!possibleId.test(id)) return refused({ reason: 'id_not_hers' })
  if (!(await countTry(ctx, ctx.now(), [countedFor(postsOfDay, actor.id)])))
    return refused({ reason: 'too_many' })
  return inTransaction(ctx, async (trx) => {
    // Serializes the posts of one member.
    if (!(await lockMember(trx, actor.id))) return refused({ reason: 'not_signed_in' })
    const author = await ownProfile(trx, actor.id)
    if (author === undefined) return refused({ reason: 'not_signed_in' })
    const stored = await storedRecipe(trx, id)
    if (stored !== undefined && stored.authorId !== actor.id) return refused({ reason: 'id_not_hers' })
    const by = { now: ctx.now(), owner: actor.id }
    if (stored !== undefined) return rewrite(trx, by, { stored, content, basedOn, pdfName })
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
    await noteUploads(trx, id, pdfName)
    await indexRecipes(trx, [id])
    return ok(null)
  })
}

export type SaveRefusal =
  | { readonly reason: 'not_signed_in' | 'not_found' | 'not_hers' }
  | ChangedMeanwhile
  | NoSuchUploads

/** Saves an author's edit of her own recipe (R17), unless it changed since `basedOn` (R18); unchanged content writes nothing. */
export const saveRecipe = async (
  ctx: AppContext,
  actor: Actor,
  { id, content, basedOn, pdfName = '' }: RecipeSave,
): Promise<Result<null, SaveRefusal>> => {
  if (actor.kind !== 'member') return refused({ reason: 'not_signed_in' })
  return inTransaction(ctx, async (trx) => {
    const own = await ownRecipe(trx, actor.id, id)
    const by = { now: ctx.now(), owner: actor.id }
    return own.ok ? rewrite(trx, by, { stored: own.value, content, basedOn, pdfName }) : own
  })
}

const rewrite = async (
  trx: Transaction<Schema>,
  by: { readonly now: number; readonly owner: MemberId },
  { stored, content, basedOn, pdfName }: Required<Omit<RecipeSave, 'id'>> & { readonly stored: StoredRecipe },
): Promise<Result<null, ChangedMeanwhile | NoSuchUploads>> => {
  const isRenamed = pdfName !== '' && pdfName !== (await pdfFileName(trx, stored))
  if (isSame(stored, content) && !isRenamed) return ok(null)
  if (stored.updatedAt !== basedOn)
    return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt })
  const missing = await takeUploads(trx, by, stored, content)
  if (missing.length > 0) return refused({ reason: 'no_such_upload', urls: missing })
  await trx
    .updateTable('recipe')
    .set({ ...columnsOf(content), updatedAt: Math.max(by.now, stored.updatedAt + 1) })
    .where('id', '=', stored.id)
    .execute()
  await noteUploads(trx, stored.id, pdfName)
  await indexRecipes(trx, [stored.id])
  return ok(null)
}

/** Removes her own recipe with all its rows, or nothing (R35); the next collection removes its pictures. */
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

/** Ids that nobody can store, and recipes that she may not see, count as missing (A7, R30). */
const ownRecipe = async (
  trx: Transaction<Schema>,
  author: MemberId,
  id: string,
): Promise<Result<StoredRecipe, { readonly reason: 'not_found' | 'not_hers' }>> => {
  const stored = isPossibleRecipeId(id) ? await storedRecipe(trx, id) : undefined
  if (stored?.authorId === author) return ok(stored)
  const seen =
    stored === undefined
      ? undefined
      : await trx.selectFrom('recipe').where('id', '=', id).where(isPublic).select('id').executeTakeFirst()
  return refused({ reason: seen === undefined ? 'not_found' : 'not_hers' })
}

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

/** A recipe from an import. */
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

/** False when the id exists, whose recipe stays as it is. The caller has kept its uploads. */
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

/**
 * Notes the uploads that a recipe's texts name as used, after its row is written; they are deleted with the recipe. `pdfName` is what its PDF
 * is called; '' where the form does not know leaves the name that it had (R48).
 */
export const noteUploads = async (trx: Transaction<Schema>, id: string, pdfName = ''): Promise<void> => {
  const texts = await trx
    .selectFrom('recipe')
    .select(['mainImageUrl', 'moreImages', 'pdfUrl', 'steps', 'affiliateProducts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const names = new Set(uploadsIn(texts).flatMap((url) => uploadNameOf(url) ?? []))
  const pdf = uploadNameOf(texts.pdfUrl)
  const called = pdfName || (await pdfFileName(trx, { id, pdfUrl: texts.pdfUrl }))
  await trx.deleteFrom('recipeUpload').where('recipeId', '=', id).execute()
  for (const some of inChunks([...names]))
    await trx
      .insertInto('recipeUpload')
      .values(some.map((name) => ({ recipeId: id, name, fileName: name === pdf ? called : '' })))
      .execute()
}

export const uploadsOfRecipes: UploadsInUse = async (db, names) => {
  const rows = await db
    .selectFrom('recipeUpload')
    .select('name')
    .distinct()
    .where('name', 'in', names)
    .execute()
  return rows.map(({ name }) => name)
}

export const uploadsShownByRecipes: UploadsShownBy = async (db, names) => {
  const rows = await db
    .selectFrom('recipeUpload')
    .innerJoin('recipe', 'recipe.id', 'recipeUpload.recipeId')
    .select(['recipeUpload.name', 'recipe.title'])
    .where('recipeUpload.name', 'in', names)
    .orderBy('recipe.id')
    .execute()
  return new Map(rows.map(({ name, title }) => [name, `作品「${title}」`]))
}

/** Releases a closed account's pictures and PDFs (A17). */
export const releaseUploadsOf = async (trx: Transaction<Schema>, author: MemberId): Promise<void> => {
  await inPortions(await recipeIdsOf(trx, author), async (ids) => {
    const rows = await trx
      .selectFrom('recipeUpload')
      .where('recipeId', 'in', ids)
      .select('name')
      .distinct()
      .execute()
    await releaseUploads(
      trx,
      rows.map(({ name }) => uploadUrl(name)),
    )
  })
}

const picturesIn = ({ steps, affiliateProducts, ...photographs }: RecipeInput): string[] =>
  [
    ...photographsOf(photographs),
    ...[...steps, ...affiliateProducts].map(({ imageUrl }) => imageUrl ?? ''),
  ].filter((url) => url !== '')

const hasUpload = (
  { mainImageUrl, moreImages, pdfUrl, steps, affiliateProducts }: ColumnsWithUploads,
  url: string,
): boolean =>
  url === mainImageUrl ||
  url === pdfUrl ||
  moreImages.includes(JSON.stringify(url)) ||
  `${steps}${affiliateProducts}`.includes(`"imageUrl":${JSON.stringify(url)}`)

/**
 * Claims the uploads that are new in a recipe and releases those that it drops, before its row is written (R3). Gives the new
 * ones that its author did not upload.
 */
const takeUploads = async (
  trx: Transaction<Schema>,
  by: { readonly now: number; readonly owner: MemberId },
  stored: ColumnsWithUploads | undefined,
  content: RecipeInput,
): Promise<readonly string[]> => {
  const isNew = (url: string) => stored === undefined || !hasUpload(stored, url)
  const added = picturesIn(content).filter(isNew)
  const pdf = uploadUrlsIn(content.pdfUrl).filter((url) => url === content.pdfUrl && isNew(url))
  const foreign = added.filter((url) => pictureOf(url) === undefined)
  const wanted = [...added.filter((url) => pictureOf(url) !== undefined), ...pdf]
  const missing = wanted.length === 0 ? [] : await claimUploads(trx, by, wanted)
  if (foreign.length + missing.length > 0) return [...foreign, ...missing]
  const after = new Set(
    uploadsIn({
      ...content,
      moreImages: JSON.stringify(content.moreImages),
      steps: JSON.stringify(content.steps),
      affiliateProducts: JSON.stringify(content.affiliateProducts),
    }),
  )
  if (stored !== undefined)
    await releaseUploads(
      trx,
      uploadsIn(stored).filter((url) => !after.has(url)),
    )
  return []
}
