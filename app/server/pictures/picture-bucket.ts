import {
  askedChunks,
  chunksInTime,
  isThere,
  openS3Client,
  putFirstObject,
  removeObject,
  type S3Limits,
} from '../s3-client.ts'
import { S3Fault } from '../s3-fault.ts'
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
  /** The one check of a bucket (D90). */
  check(): Promise<void>
  /** Whether the key may write and remove there. */
  checkWrites(): Promise<void>
  put(name: string, content: Uint8Array): Promise<void>
  /** Leaves an object that is there already; what is read back tells. */
  putFirst(name: string, content: string): Promise<void>
  has(name: string): Promise<boolean>
  get(name: string): Promise<BucketObject | undefined>
  remove(name: string): Promise<void>
  /** `folder` is '' or ends in '/'; a thousand per request. */
  list(folder: string): AsyncIterable<ListedObject>
}

/** The store does not answer, or refuses; of a fault of the store its sentence for the owner is the message (D90). */
export class BucketAway extends Error {
  override readonly name = 'BucketAway'
  /** The owner has to mend a setting or a right, as the store itself says. */
  readonly isRefused: boolean
  /** A later call may succeed without anybody's doing. */
  readonly mayPass: boolean
  constructor(cause: unknown) {
    super(cause instanceof S3Fault ? cause.message : `写真の場所（S3）：${String(cause).slice(0, 200)}`, {
      cause,
    })
    this.isRefused = cause instanceof S3Fault && cause.isRefused
    this.mayPass = !(cause instanceof S3Fault) || cause.mayPass
  }
}

const bucketLimits: S3Limits = { answerMs: 10_000, writeMs: 30_000 }

export const openPictureBucket = (place: S3Place, limits: S3Limits = bucketLimits): PictureBucket => {
  const { prefix } = place
  const { s3, ask, check, checkWrites } = openS3Client(place, limits, 'PICTURES_S3')
  const asked = <T>(task: () => Promise<T>): Promise<T> => ask(task).catch(awayOf)
  const keyOf = (name: string) => `${prefix}${name}`
  return {
    check: () => asked(check),
    checkWrites: () => asked(() => checkWrites({ removes: true })),
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
        throw new BucketAway('写真の大きさを答えません。')
      }
      return {
        body: askedChunks(chunksInTime(reader, bytes, limits.answerMs), asked),
        bytes,
        etag: response.headers.get('etag') ?? '',
        lastModified: response.headers.get('last-modified') ?? '',
        leave,
      }
    },
    remove: (name) => asked(() => removeObject(s3, keyOf(name))),
    async *list(folder) {
      let token: string | undefined
      do {
        const page = await asked(async () =>
          isThere(await s3.listObjectsPaged('/', keyOf(folder), 1_000, token)),
        )
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

const awayOf = (error: unknown): never => {
  throw error instanceof S3Fault ? new BucketAway(error) : error
}
