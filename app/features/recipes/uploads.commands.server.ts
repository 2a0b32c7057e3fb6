import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { pictureOf, uploadNameOf, uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { recipeIdsOf } from './list.queries.server.ts'
import { pdfFileName } from './recipe.queries.server.ts'
import { type ColumnsWithUploads, photographsOf, uploadsIn } from './recipe.rules.ts'
import type { RecipeInput } from './types.ts'

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
export const takeUploads = async (
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
