import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { chunksInTime, S3Cut, type S3Limits, s3FetchIn } from '../s3-fetch.ts'
import type { S3Place } from '../s3-place.ts'
import { putFirstObject } from '../s3-put-first.ts'

export interface BucketObject {
  readonly body: AsyncIterable<Uint8Array>
  readonly bytes: number
  readonly etag: string
  readonly lastModified: string
  /** For a reader that stops early. */
  readonly leave: () => void
}

/** Throws BucketAway when the object does not arrive whole. */
export const wholeOf = async ({ body }: BucketObject): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export interface ListedObject {
  readonly name: string
  readonly bytes: number
  readonly putAt: number
}

/** Pictures and PDFs in S3, by their paths below /Image/ (D43). Failures throw BucketAway. */
export interface PictureBucket {
  put(name: string, content: Uint8Array): Promise<void>
  /** Leaves an object that is there already; what is read back tells. */
  putFirst(name: string, content: string): Promise<void>
  has(name: string): Promise<boolean>
  get(name: string): Promise<BucketObject | undefined>
  remove(name: string): Promise<void>
  /** `folder` is '' or ends in '/'; a thousand per request. */
  list(folder: string): AsyncIterable<ListedObject>
}

/** Timeout and too many requests: a later call may succeed. */
const passes = new Set([408, 429])

/** The store does not answer, or refuses; `isRefused` where the owner has to mend the key or the name of the bucket. */
export class BucketAway extends Error {
  override readonly name = 'BucketAway'
  readonly isRefused: boolean
  constructor(cause: unknown) {
    super(`the store of the pictures failed: ${String(cause).slice(0, 200)}`, { cause })
    this.isRefused = cause instanceof S3ServiceError && cause.status < 500 && !passes.has(cause.status)
  }
}

const bucketLimits: S3Limits = { answerMs: 10_000, writeMs: 30_000 }

export const openPictureBucket = (
  { endpoint, region, prefix, keyId, secret }: S3Place,
  limits: S3Limits = bucketLimits,
): PictureBucket => {
  const s3 = new S3mini({
    accessKeyId: keyId,
    secretAccessKey: secret,
    endpoint,
    region,
    fetch: s3FetchIn(limits),
    requestAbortTimeout: 0,
  })
  const keyOf = (name: string) => `${prefix}${name}`
  return {
    put: async (name, content) => {
      await asked(() => s3.putAnyObject(keyOf(name), content))
    },
    putFirst: (name, content) => asked(() => putFirstObject(s3, keyOf(name), content)),
    has: async (name) => (await asked(() => s3.objectExists(keyOf(name)))) === true,
    get: async (name) => {
      const response = await asked(() => s3.getObjectResponse(keyOf(name)))
      if (response === null) return undefined
      const reader = (response.body ?? new Blob([]).stream()).getReader()
      const leave = () => void reader.cancel().catch(() => {})
      const bytes = Number(response.headers.get('content-length') ?? Number.NaN)
      if (Number.isNaN(bytes)) {
        leave()
        throw new BucketAway('it does not say how long an object is')
      }
      return {
        body: inBucket(chunksInTime(reader, bytes, limits.answerMs)),
        bytes,
        etag: response.headers.get('etag') ?? '',
        lastModified: response.headers.get('last-modified') ?? '',
        leave,
      }
    },
    remove: async (name) => {
      await asked(() => s3.deleteObject(keyOf(name)))
    },
    async *list(folder) {
      let token: string | undefined
      do {
        const page = await asked(() => s3.listObjectsPaged('/', keyOf(folder), 1_000, token))
        // An empty list of a bucket that is not there would be taken for pictures that are gone.
        if (!page) throw new BucketAway(new S3ServiceError('there is no such bucket', 404))
        for (const { Key, Size, LastModified } of page.objects ?? [])
          yield {
            name: Key.slice(prefix.length),
            bytes: Number(Size),
            putAt: new Date(LastModified).getTime(),
          }
        token = page.nextContinuationToken
      } while (token !== undefined)
    },
  }
}

async function* inBucket(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw isAway(error) ? new BucketAway(error) : error
  }
}

/** Network errors and timeouts; the library does not wrap all of them. */
const isAway = (error: unknown): boolean =>
  error instanceof S3NetworkError ||
  error instanceof S3ServiceError ||
  error instanceof S3Cut ||
  error instanceof TypeError ||
  (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))

const asked = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task()
  } catch (error) {
    throw isAway(error) ? new BucketAway(error) : error
  }
}
