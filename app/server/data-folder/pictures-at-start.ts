import type { AppContext } from '../app-context.ts'
import type { Env } from '../env.ts'
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

const sentenceOf = ({ PICTURES }: Pick<Env, 'PICTURES'>, { message }: BucketAway): string =>
  `写真の場所（PICTURES=${PICTURES}）が使えません。${message}`

/**
 * Why a new shop must not use the store of PICTURES (D67, D90), asked before a first start makes anything (D73); null where it only
 * does not answer.
 */
export const problemOfStore = async (env: Env): Promise<string | null> => {
  const bucket = pictureBucketOf(env)
  if (bucket === undefined) return null
  try {
    await bucket.check()
    return await problemForNewShop(ownBucketOf(bucket, env.PICTURES ?? ''))
  } catch (error) {
    if (!(error instanceof BucketAway)) throw error
    return error.mayPass ? null : sentenceOf(env, error)
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
    const problem = sentenceOf(env, error)
    if (error.isRefused) return problem
    ctx.log.error('the store of the pictures does not answer', { alarm: true, problem })
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

/**
 * Why the pictures' place refuses this shop (D90) or is not its own (D67), or null. One that is away is asked later, before anything is
 * written there.
 */
export const problemOfOwner = async (
  env: Parameters<typeof ownPlaceOfPictures>[0],
  { db, imagesDir }: Pick<AppContext, 'db' | 'imagesDir'>,
): Promise<string | null> => {
  try {
    await pictureBucketOf(env)?.check()
    return await claimPlace(db, ownPlaceOfPictures(env, imagesDir))
  } catch (error) {
    if (!(error instanceof BucketAway)) throw error
    // Of one that is away `problemOfPictures` says why.
    return error.isRefused ? sentenceOf(env, error) : null
  }
}
