import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { shopState } from '../shop-state.ts'
import { replaceFile, textOf } from '../whole-file.ts'
import { settledId } from './shop-in-database.ts'

const fileName = '.pictures-id'

/**
 * Folder and database bear the same id, given by the first process that opens both. Why this folder is not the one that the
 * processes of a database share, as a sentence (D10); null when it is.
 */
export const picturesProblem = async (db: Kysely<Schema>, imagesDir: string): Promise<string | null> => {
  const known = await shopState(db, 'pictures_id')
  const own = await idIn(imagesDir)
  if (known !== undefined && known === own) return null
  const uploads = own === undefined ? await missingUploads(db, imagesDir) : 0
  if (uploads > 0)
    return `The folder ${imagesDir} is empty, and the database knows ${uploads} uploads of pictures and PDFs: put the shop's folder there, or mount the one that its other processes use. To go on without them, run: npm run data -- accept`
  if (known === undefined && (await shareFolder(db, imagesDir, own ?? randomUUID()))) return null
  return `The folder ${imagesDir} is not the one that the other processes on this database use: a picture that is uploaded here is missing there. Mount one folder for all of them. If this is the only one from now on, run: npm run data -- accept`
}

/** Makes this folder the one of the database. */
export const acceptPictures = async (db: Kysely<Schema>, imagesDir: string): Promise<void> => {
  await db.deleteFrom('shopState').where('key', '=', 'pictures_id').execute()
  await shareFolder(db, imagesDir, (await idIn(imagesDir)) ?? randomUUID())
}

/** The file is first: a start that ends between the two leaves a folder whose id the database takes over. False when another was faster. */
const shareFolder = async (db: Kysely<Schema>, imagesDir: string, id: string): Promise<boolean> => {
  if ((await idIn(imagesDir)) !== id) await replaceFile(imagesDir, fileName, `${id}\n`)
  return (await settledId(db, 'pictures_id', id)) === id
}

const idIn = async (imagesDir: string): Promise<string | undefined> =>
  (await textOf(join(imagesDir, fileName)))?.trim()

/** How many files the database knows where the folder holds none at all. */
const missingUploads = async (db: Kysely<Schema>, imagesDir: string): Promise<number> => {
  const files = await readdir(join(imagesDir, 'uploads')).catch(() => [])
  if (files.length > 0) return 0
  const { uploads } = await db
    .selectFrom('upload')
    .select(sql<number>`count(*)`.as('uploads'))
    .executeTakeFirstOrThrow()
  return Number(uploads)
}
