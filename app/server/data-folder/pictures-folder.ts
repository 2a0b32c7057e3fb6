import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type PictureBucket, wholeOf } from '../pictures/picture-bucket.ts'
import { uploadsFolder } from '../pictures/picture-files.ts'
import { shopState } from '../shop-state.ts'
import { replaceFile, textOf } from '../whole-file.ts'
import { settledId } from './shop-in-database.ts'

/** Which place of all belongs to a database (D10); whose it is says the shop's own mark (D67). */
export const pairName = '.pictures-id'

export interface PicturesPlace {
  /** Its name in sentences, such as: The folder /srv/shop/images */
  readonly text: string
  readonly advice: string
  readonly id: () => Promise<string | undefined>
  readonly putId: (id: string) => Promise<void>
  readonly isEmpty: () => Promise<boolean>
}

export const folderOfPictures = (imagesDir: string): PicturesPlace => ({
  text: `The folder ${imagesDir}`,
  advice: 'Mount one folder for all of them.',
  id: async () => (await textOf(join(imagesDir, pairName)))?.trim(),
  putId: (id) => replaceFile(imagesDir, pairName, `${id}\n`),
  isEmpty: async () => (await readdir(join(imagesDir, 'uploads')).catch(() => [])).length === 0,
})

export const bucketOfPictures = (bucket: PictureBucket, address: string): PicturesPlace => ({
  text: `The place ${address}`,
  advice: 'Set PICTURES to the same place for all of them.',
  id: async () => {
    const mark = await bucket.get(pairName)
    return mark && (await wholeOf(mark)).toString().trim()
  },
  putId: (id) => bucket.put(pairName, Buffer.from(`${id}\n`)),
  isEmpty: async () => {
    for await (const _ of bucket.list(uploadsFolder)) return false
    return true
  },
})

/** Why this is not the place that the processes share (D10, D43), or null. Database and place carry one id. */
export const picturesProblem = async (db: Kysely<Schema>, place: PicturesPlace): Promise<string | null> => {
  const known = await shopState(db, 'pictures_id')
  const own = await place.id()
  if (known !== undefined && known === own) return null
  const uploads = own === undefined && (await place.isEmpty()) ? await uploadsIn(db) : 0
  if (uploads > 0)
    return `${place.text} is empty, and the database knows ${uploads} uploads of pictures and PDFs: put the shop's pictures there (npm run data -- move-pictures), or name the place that its other processes use. To go on without them, run: npm run data -- accept`
  if (known === undefined && (await sharePlace(db, place, own ?? randomUUID()))) return null
  return `${place.text} is not the one that the other processes on this database use: a picture that is uploaded here is missing there. ${place.advice} If this is the only one from now on, run: npm run data -- accept`
}

export const acceptPictures = async (db: Kysely<Schema>, place: PicturesPlace): Promise<void> => {
  await db.deleteFrom('shopState').where('key', '=', 'pictures_id').execute()
  await sharePlace(db, place, (await place.id()) ?? randomUUID())
}

/** The place first: after a crash in between, the database takes over its id. False when another process was faster. */
export const sharePlace = async (db: Kysely<Schema>, place: PicturesPlace, id: string): Promise<boolean> => {
  if ((await place.id()) !== id) await place.putId(id)
  return (await settledId(db, 'pictures_id', id)) === id
}

const uploadsIn = async (db: Kysely<Schema>): Promise<number> => {
  const { uploads } = await db
    .selectFrom('upload')
    .select(sql<number>`count(*)`.as('uploads'))
    .executeTakeFirstOrThrow()
  return Number(uploads)
}
