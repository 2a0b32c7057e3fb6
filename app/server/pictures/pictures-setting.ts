import type { Env } from '../env.ts'
import { s3PlaceAt } from '../s3-place.ts'
import { StartRefused } from '../start.ts'
import { openPictureBucket, type PictureBucket } from './picture-bucket.ts'

export type PicturesSettings = Pick<
  Env,
  'PICTURES' | 'PICTURES_S3_ENDPOINT' | 'PICTURES_S3_REGION' | 'PICTURES_S3_KEY_ID' | 'PICTURES_S3_SECRET'
>

/** Undefined when pictures lie in the folder. Throws StartRefused for wrong settings. */
export const pictureBucketOf = (
  env: PicturesSettings,
  place: string | undefined = env.PICTURES,
): PictureBucket | undefined => {
  if (place === undefined) return undefined
  const { PICTURES_S3_KEY_ID: keyId, PICTURES_S3_SECRET: secret } = env
  if (keyId === undefined || secret === undefined)
    throw new StartRefused([
      'PICTURES_S3_KEY_ID and PICTURES_S3_SECRET are missing: the key that may list, read, write and delete in the bucket of PICTURES',
    ])
  const { PICTURES_S3_ENDPOINT: endpoint, PICTURES_S3_REGION: region } = env
  const found = s3PlaceAt(place, { endpoint, region, keyId, secret })
  if (found === undefined)
    throw new StartRefused(['PICTURES must be the address of a bucket, such as s3://my-shop/pictures'])
  return openPictureBucket(found)
}
