export interface S3Place {
  /** With the bucket, for example https://s3.ap-northeast-1.amazonaws.com/my-bucket. */
  readonly endpoint: string
  readonly region: string
  /** '' or ending in '/'. */
  readonly prefix: string
  readonly keyId: string
  readonly secret: string
  /** Of a key that ends by itself. */
  readonly sessionToken?: string | undefined
}

export interface S3Key {
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly keyId: string
  readonly secret: string
  readonly sessionToken?: string | undefined
}

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.\-/]*))?$/

export const isS3 = (place: string): boolean => place.startsWith('s3://')

/** In an address `.` and `..` lead elsewhere, so that what is written there is looked for in another place (D90). */
const leadsElsewhere = (folder: string): boolean => folder.split('/').some((part) => /^\.\.?$/.test(part))

/** `place` is like s3://bucket/folder; undefined when it is not. */
export const s3PlaceAt = (place: string, { endpoint, ...key }: S3Key): S3Place | undefined => {
  const [, bucket, path = ''] = address.exec(place) ?? []
  if (bucket === undefined || leadsElsewhere(path)) return undefined
  const region = key.region ?? 'ap-northeast-1'
  const server = endpoint ?? `https://s3.${region}.amazonaws.com`
  const folder = path.replace(/^\/+|\/+$/g, '')
  return {
    ...key,
    endpoint: `${server.replace(/\/+$/, '')}/${bucket}`,
    region,
    prefix: folder === '' ? '' : `${folder}/`,
  }
}
