import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { releaseUploads } from '~/features/pictures/commands.server.ts'
import { uploadNameOf, uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { recipeIdsOf } from './queries.server.ts'

/**
 * A step of the transaction that writes a work, after its row: the uploads that its texts name are in use from now on. With the
 * work they are forgotten.
 */
export const noteUploads = async (trx: Transaction<Schema>, id: string): Promise<void> => {
  const texts = await trx
    .selectFrom('recipe')
    .select(['mainImageUrl', 'pdfUrl', 'steps', 'affiliateProducts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const names = new Set(
    uploadUrlsIn(Object.values(texts).join('\n')).flatMap((url) => uploadNameOf(url) ?? []),
  )
  await trx.deleteFrom('recipeUpload').where('recipeId', '=', id).execute()
  for (const some of inChunks([...names]))
    await trx
      .insertInto('recipeUpload')
      .values(some.map((name) => ({ recipeId: id, name })))
      .execute()
}

/** Which of these uploads a work refers to. */
export const uploadsOfRecipes: UploadsInUse = async (db, names) => {
  const rows = await db
    .selectFrom('recipeUpload')
    .select('name')
    .distinct()
    .where('name', 'in', names)
    .execute()
  return rows.map(({ name }) => name)
}

/** A step of the transaction in which an author's account goes: so do her pictures and PDFs (A17). */
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
