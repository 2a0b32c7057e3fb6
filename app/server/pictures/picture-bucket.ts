import { S3Fault } from '../s3/s3-fault.ts'
import type { S3Place } from '../s3/s3-place.ts'
import type { S3Limits } from '../s3/s3-request.ts'
import { openS3Store, type S3Store } from '../s3/s3-store.ts'

/** Pictures and PDFs in S3, by their paths below /Image/ (D43). Failures throw BucketAway. */
export type PictureBucket = S3Store

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

export const openPictureBucket = (place: S3Place, limits: S3Limits = bucketLimits): PictureBucket =>
  openS3Store(place, {
    settings: 'PICTURES_S3',
    limits,
    attempts: 1,
    errorOf: (fault) => new BucketAway(fault.kind === 'no-length' ? '写真の大きさを答えません。' : fault),
  })
