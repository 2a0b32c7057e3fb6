export interface S3Place {
  /** With the bucket, for example https://s3.ap-northeast-1.amazonaws.com/my-bucket. */
  readonly endpoint: string
  readonly region: string
  /** '' or ending in '/'. */
  readonly prefix: string
  readonly keyId: string
  readonly secret: string
}

export interface S3Key {
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly keyId: string
  readonly secret: string
}

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.\-/]*))?$/

export const isS3 = (place: string): boolean => place.startsWith('s3://')

/** `place` is like s3://bucket/folder; undefined when it is not. */
export const s3PlaceAt = (place: string, { endpoint, keyId, secret, ...key }: S3Key): S3Place | undefined => {
  const [, bucket, path = ''] = address.exec(place) ?? []
  if (bucket === undefined) return undefined
  const region = key.region ?? 'ap-northeast-1'
  const server = endpoint ?? `https://s3.${region}.amazonaws.com`
  const folder = path.replace(/^\/+|\/+$/g, '')
  return {
    endpoint: `${server.replace(/\/+$/, '')}/${bucket}`,
    region,
    prefix: folder === '' ? '' : `${folder}/`,
    keyId,
    secret,
  }
}
