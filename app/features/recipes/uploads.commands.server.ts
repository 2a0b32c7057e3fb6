import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { releaseUploads } from '~/features/pictures/commands.server.ts'
import { uploadUrlsIn } from '~/features/pictures/rules.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { inPortions } from '~/server/database/engine.ts'
import { recipeIdsOf } from './queries.server.ts'

const textsOf = (db: Kysely<Schema>) =>
  db.selectFrom('recipe').select(['mainImageUrl', 'pdfUrl', 'steps', 'affiliateProducts'])

const joined = (rows: readonly Readonly<Record<string, string>>[]): string[] =>
  rows.map((row) => Object.values(row).join('\n'))

/** All texts of works that may refer to an upload. */
export const textsOfWorks = async (db: Kysely<Schema>): Promise<string[]> =>
  joined(await textsOf(db).execute())

/** A step of the transaction in which an author's account goes: so do her pictures and PDFs (A17). */
export const releaseUploadsOf = async (trx: Transaction<Schema>, author: MemberId): Promise<void> => {
  await inPortions(await recipeIdsOf(trx, author), async (ids) => {
    const rows = await textsOf(trx).where('id', 'in', ids).execute()
    await releaseUploads(trx, joined(rows).flatMap(uploadUrlsIn))
  })
}
