import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import type { S3Place } from '../s3-place.ts'

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
  has(name: string): Promise<boolean>
  get(name: string): Promise<BucketObject | undefined>
  remove(name: string): Promise<void>
  /** `folder` is '' or ends in '/'; a thousand per request. */
  list(folder: string): AsyncIterable<ListedObject>
}

/** No answer, or a refusal: with `isRefused` the owner must correct the key or the bucket's name. */
export class BucketAway extends Error {
  override readonly name = 'BucketAway'
  readonly isRefused: boolean
  constructor(cause: unknown) {
    super(`the store of the pictures failed: ${String(cause).slice(0, 200)}`, { cause })
    this.isRefused = cause instanceof S3ServiceError && cause.status < 500
  }
}

export interface BucketLimits {
  /** For the beginning of an answer, and for each pause in it. */
  readonly answerMs: number
  readonly writeMs: number
}

const bucketLimits: BucketLimits = { answerMs: 10_000, writeMs: 30_000 }

export const openPictureBucket = (
  { endpoint, region, prefix, keyId, secret }: S3Place,
  { answerMs, writeMs }: BucketLimits = bucketLimits,
): PictureBucket => {
  // Only the wait for the beginning is limited: a limit for all of it would cut off slow visitors.
  const fetchInTime: typeof fetch = async (input, init) => {
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(), init?.method === 'PUT' ? writeMs : answerMs)
    try {
      return await fetch(input, { ...init, signal: stop.signal })
    } finally {
      clearTimeout(late)
    }
  }
  const s3 = new S3mini({
    accessKeyId: keyId,
    secretAccessKey: secret,
    endpoint,
    region,
    fetch: fetchInTime,
    requestAbortTimeout: 0,
  })
  const keyOf = (name: string) => `${prefix}${name}`
  return {
    put: async (name, content) => {
      await asked(() => s3.putAnyObject(keyOf(name), content))
    },
    has: async (name) => (await asked(() => s3.objectExists(keyOf(name)))) === true,
    get: async (name) => {
      const response = await asked(() => s3.getObjectResponse(keyOf(name)))
      if (response === null) return undefined
      const reader = (response.body ?? new Blob([]).stream()).getReader()
      const bytes = Number(response.headers.get('content-length'))
      return {
        body: chunksOf(reader, bytes, answerMs),
        bytes,
        etag: response.headers.get('etag') ?? '',
        lastModified: response.headers.get('last-modified') ?? '',
        leave: () => void reader.cancel().catch(() => {}),
      }
    },
    remove: async (name) => {
      await asked(() => s3.deleteObject(keyOf(name)))
    },
    async *list(folder) {
      let token: string | undefined
      do {
        const page = await asked(() => s3.listObjectsPaged('/', keyOf(folder), 1_000, token))
        for (const { Key, Size, LastModified } of page?.objects ?? [])
          yield {
            name: Key.slice(prefix.length),
            bytes: Number(Size),
            putAt: new Date(LastModified).getTime(),
          }
        token = page?.nextContinuationToken
      } while (token !== undefined)
    },
  }
}

/** Throws when the store stalls or ends early: that must not look like a shorter picture. */
async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytes: number,
  answerMs: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes
  for (;;) {
    const late = setTimeout(() => void reader.cancel().catch(() => {}), answerMs)
    const { done, value } = await asked(() => reader.read()).finally(() => clearTimeout(late))
    if (done && left !== 0) throw new BucketAway(`${left} of ${bytes} bytes did not come`)
    if (done) return
    left -= value.length
    yield value
  }
}

/** Network errors and timeouts; the library does not wrap all of them. */
const isAway = (error: unknown): boolean =>
  error instanceof S3NetworkError ||
  error instanceof S3ServiceError ||
  error instanceof TypeError ||
  (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))

const asked = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task()
  } catch (error) {
    throw isAway(error) ? new BucketAway(error) : error
  }
}
