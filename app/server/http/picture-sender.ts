import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { BucketAway, type PictureBucket } from '../pictures/picture-bucket.ts'
import { uploadsFolder } from '../pictures/picture-files.ts'
import { type Answering, sendFile, sendObject } from './send-file.ts'

export interface PicturePlaces {
  readonly imagesDir: string
  /** Where uploads lie, and whatever the folder does not have; unset: all lie in the folder. */
  readonly pictureBucket?: PictureBucket | undefined
}

/** So many are read from S3 at once; whoever asks for one more comes again. */
const mostObjects = 64
const awayHeaders = { 'retry-after': '5', 'cache-control': 'no-store', 'content-length': '0' }

const sendAway = (response: ServerResponse): true => {
  if (response.headersSent) response.destroy()
  else response.writeHead(503, awayHeaders).end()
  return true
}

/** S3 that does not answer costs the picture and nothing else: 503, which nobody keeps (D44). */
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
