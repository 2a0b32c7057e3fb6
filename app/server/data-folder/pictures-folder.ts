import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { PictureBucket } from '../pictures/picture-bucket.ts'
import { uploadsFolder } from '../pictures/picture-files.ts'
import { shopState } from '../shop-state.ts'
import { replaceFile, textOf } from '../whole-file.ts'
import { settledId } from './shop-in-database.ts'

/** Which place of all belongs to a database (D10); whose it is says the shop's own mark (D67). */
export const pairName = '.pictures-id'

export interface PicturesPlace {
  /** Its name in sentences, such as: 写真のフォルダー（/srv/shop/images） */
  readonly text: string
  readonly advice: string
  readonly id: () => Promise<string | undefined>
  readonly putId: (id: string) => Promise<void>
  readonly isEmpty: () => Promise<boolean>
}

export const folderOfPictures = (imagesDir: string): PicturesPlace => ({
  text: `写真のフォルダー（${imagesDir}）`,
  advice: 'どのプロセスからも同じフォルダーが見えるようにしてください。',
  id: async () => (await textOf(join(imagesDir, pairName)))?.trim(),
  putId: (id) => replaceFile(imagesDir, pairName, `${id}\n`),
  isEmpty: async () => (await readdir(join(imagesDir, 'uploads')).catch(() => [])).length === 0,
})

export const bucketOfPictures = (bucket: PictureBucket, address: string): PicturesPlace => ({
  text: `写真の場所（${address}）`,
  advice: 'どのプロセスの PICTURES にも、同じ場所を書いてください。',
  id: async () => (await bucket.words(pairName))?.trim(),
  putId: (id) => bucket.putWords(pairName, `${id}\n`),
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
    return `${place.text}は空ですが、データベースには写真とPDFが${uploads}個登録されています。お店の写真をそこへ移すか（npm run data -- move-pictures）、ほかのプロセスが使っている場所を書いてください。写真なしで続けるときだけ：npm run data -- accept`
  if (known === undefined && (await sharePlace(db, place, own ?? randomUUID()))) return null
  return `${place.text}は、このデータベースを使うほかのプロセスの写真の場所と違います。ここで登録した写真が、そちらでは見つかりません。${place.advice}これからはこの1つだけを使うなら：npm run data -- accept`
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
