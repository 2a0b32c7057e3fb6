import type { Env } from '../env.ts'
import { s3PlaceAt } from '../s3/s3-place.ts'
import { StartRefused } from '../start.ts'
import { openPictureBucket, type PictureBucket } from './picture-bucket.ts'

export type PicturesSettings = Pick<
  Env,
  | 'PICTURES'
  | 'PICTURES_S3_ENDPOINT'
  | 'PICTURES_S3_REGION'
  | 'PICTURES_S3_KEY_ID'
  | 'PICTURES_S3_SECRET'
  | 'PICTURES_S3_SESSION_TOKEN'
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
      'PICTURES のバケットの鍵（PICTURES_S3_KEY_ID と PICTURES_S3_SECRET：一覧・読み・書き・削除ができるもの）を、設定（.env）に書いてください。',
    ])
  const { PICTURES_S3_ENDPOINT: endpoint, PICTURES_S3_REGION: region } = env
  const sessionToken = env.PICTURES_S3_SESSION_TOKEN
  const found = s3PlaceAt(place, { endpoint, region, keyId, secret, sessionToken })
  if (found === undefined)
    throw new StartRefused([
      'PICTURES は s3://バケット名/フォルダー の形で書いてください（「.」や「..」だけのフォルダーは使えません）。',
    ])
  return openPictureBucket(found)
}
