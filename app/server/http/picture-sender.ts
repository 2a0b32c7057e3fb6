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

/** Objects read from S3 at once; further requests get 503. */
const mostObjects = 64
const awayHeaders = { 'retry-after': '5', 'cache-control': 'no-store', 'content-length': '0' }

const sendAway = (response: ServerResponse): true => {
  if (response.headersSent) response.destroy()
  else response.writeHead(503, awayHeaders).end()
  return true
}

/** When S3 does not answer, only the picture fails: 503, which no cache keeps (D44). */
export const createPictureSender = ({ imagesDir, pictureBucket: bucket }: PicturePlaces) => {
  const folder = resolve(imagesDir)
  let objects = 0
  const sendFromBucket: typeof sendPicture = async (name, answering, headers) => {
    if (bucket === undefined) return false
    const { response } = answering
    if (objects >= mostObjects) return sendAway(response)
    objects += 1
    try {
      return await sendObject(bucket, name, answering, headers)
    } catch (error) {
      if (!(error instanceof BucketAway)) throw error
      return sendAway(response)
    } finally {
      objects -= 1
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
