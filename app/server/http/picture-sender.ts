import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { BucketAway, type PictureBucket } from '../pictures/picture-bucket.ts'
import { uploadsFolder } from '../pictures/picture-files.ts'
import { type Answering, sendFile, sendObject } from './send-file.ts'

export interface PicturePlaces {
  readonly imagesDir: string
  /** Holds uploads, and whatever the folder lacks; unset: everything is in the folder. */
  readonly pictureBucket?: PictureBucket | undefined
}

/** Most concurrent reads from S3; more wait, because browsers do not retry failed pictures. */
const placeLimits = { most: 64, mostWaiting: 256, waitMs: 5_000 } as const
const awayHeaders = { 'retry-after': '5', 'cache-control': 'no-store', 'content-length': '0' }

const sendAway = (response: ServerResponse): true => {
  if (response.headersSent) response.destroy()
  else response.writeHead(503, awayHeaders).end()
  return true
}

/** When S3 does not answer, only the picture fails: 503, which no cache keeps (D44). */
export const createPictureSender = ({ imagesDir, pictureBucket: bucket }: PicturePlaces) => {
  const folder = resolve(imagesDir)
  const places = createPlaces()
  const sendFromBucket: typeof sendPicture = async (name, answering, headers) => {
    if (bucket === undefined) return false
    const { response } = answering
    if (!(await places.take())) return sendAway(response)
    try {
      return response.destroyed || (await sendObject(bucket, name, answering, headers))
    } catch (error) {
      if (!(error instanceof BucketAway)) throw error
      return sendAway(response)
    } finally {
      places.leave()
    }
  }
  const sendPicture = async (
    name: string,
    answering: Answering,
    headers: Readonly<Record<string, string>>,
  ): Promise<boolean> => {
    const sendFromFolder = () => sendFile(folder, name, answering, headers)
    return name.startsWith(uploadsFolder)
      ? (await sendFromBucket(name, answering, headers)) || sendFromFolder()
      : (await sendFromFolder()) || sendFromBucket(name, answering, headers)
  }
  return sendPicture
}

const createPlaces = ({ most, mostWaiting, waitMs } = placeLimits) => {
  let taken = 0
  const waiting = new Set<(isMine: boolean) => void>()
  return {
    /** False where there was none in time. */
    take: async (): Promise<boolean> => {
      if (taken < most) {
        taken += 1
        return true
      }
      if (waiting.size >= mostWaiting) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting.add(resolve)
      const late = setTimeout(() => {
        waiting.delete(resolve)
        resolve(false)
      }, waitMs)
      return promise.finally(() => clearTimeout(late))
    },
    leave: () => {
      const [next] = waiting
      if (next === undefined) {
        taken -= 1
        return
      }
      waiting.delete(next)
      next(true)
    },
  }
}
