import type { AppContext } from '../app-context.ts'
import type { Env } from '../env.ts'
import { errorFields } from '../log.ts'
import { ownBucketOf, ownFolderOf } from '../pictures/own-pictures.ts'
import { BucketAway } from '../pictures/picture-bucket.ts'
import { type PicturesSettings, pictureBucketOf } from '../pictures/pictures-setting.ts'
import { claimPlace, type MarkedPlace, problemForNewShop } from '../place-mark.ts'
import { bucketOfPictures, folderOfPictures, type PicturesPlace, picturesProblem } from './pictures-folder.ts'

export const placeOfPictures = (
  env: Pick<Env, 'PICTURES'>,
  { imagesDir, pictureBucket }: Pick<AppContext, 'imagesDir' | 'pictureBucket'>,
): PicturesPlace =>
  pictureBucket === undefined
    ? folderOfPictures(imagesDir)
    : bucketOfPictures(pictureBucket, env.PICTURES ?? '')

const storeRefuses = ({ PICTURES }: Pick<Env, 'PICTURES'>, { message }: BucketAway): string =>
  `The store of the pictures (PICTURES=${PICTURES}) refuses its key, or has no such bucket: look at PICTURES and PICTURES_S3_… (${message}).`

/** Why a new shop must not use the store of PICTURES (D67), asked before a first start makes anything (D73); null without an answer. */
export const problemOfStore = async (env: Env): Promise<string | null> => {
  const bucket = pictureBucketOf(env)
  if (bucket === undefined) return null
  try {
    return await problemForNewShop(ownBucketOf(bucket, env.PICTURES ?? ''))
  } catch (error) {
    if (!(error instanceof BucketAway)) throw error
    return error.isRefused ? storeRefuses(env, error) : null
  }
}

/** Why the pictures' place must not be used (D10, D43), or null. A store that does not answer keeps nobody from selling. */
export const problemOfPictures = async (
  env: Pick<Env, 'PICTURES' | 'DATABASE_URL'>,
  ctx: Pick<AppContext, 'db' | 'imagesDir' | 'pictureBucket' | 'log'>,
): Promise<string | null> => {
  if (env.PICTURES === undefined && env.DATABASE_URL === undefined) return null
  try {
    return await picturesProblem(ctx.db, placeOfPictures(env, ctx))
  } catch (error) {
    if (!(error instanceof BucketAway)) throw error
    if (error.isRefused) return storeRefuses(env, error)
    ctx.log.error('the store of the pictures does not answer', { alarm: true, ...errorFields(error) })
    return null
  }
}

/** Folder or bucket of the pictures, as marked for its shop. Throws StartRefused for wrong settings. */
export const ownPlaceOfPictures = (
  env: PicturesSettings & Pick<Env, 'DATABASE_URL'>,
  imagesDir: string,
): MarkedPlace => {
  const bucket = pictureBucketOf(env)
  return bucket === undefined
    ? ownFolderOf(imagesDir, { isOfData: env.DATABASE_URL === undefined })
    : ownBucketOf(bucket, env.PICTURES ?? '')
}

/** Why the pictures' place is not this shop's (D67), or null. One that is away is asked later, before anything is written there. */
export const problemOfOwner = async (
  env: Parameters<typeof ownPlaceOfPictures>[0],
  { db, imagesDir }: Pick<AppContext, 'db' | 'imagesDir'>,
): Promise<string | null> => {
  try {
    return await claimPlace(db, ownPlaceOfPictures(env, imagesDir))
  } catch (error) {
    // `problemOfPictures` says why.
    if (error instanceof BucketAway) return null
    throw error
  }
}
