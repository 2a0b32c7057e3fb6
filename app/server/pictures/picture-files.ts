import { mkdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { wholeOf } from '../s3/s3-store.ts'
import { codeOfError, textOf, writeWhole } from '../whole-file.ts'
import type { PictureBucket } from './picture-bucket.ts'

/** Uploads, served under /Image/uploads/. A name stands for one content, and is never chosen by a visitor. */
export interface UploadFiles {
  /** Whole or not at all; an existing file stays. */
  put(name: string, content: Uint8Array): Promise<void>
  has(name: string): Promise<boolean>
  read(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  freeBytes(): Promise<number>
}

export const uploadFilesIn = (imagesDir: string): UploadFiles => {
  const folder = join(imagesDir, 'uploads')
  const has = (name: string) =>
    stat(join(folder, name)).then(
      (found) => found.isFile(),
      (error: unknown) => {
        if (codeOfError(error) === 'ENOENT') return false
        throw error
      },
    )
  return {
    has,
    read: (name) =>
      readFile(join(folder, name)).catch((error: unknown) => {
        if (codeOfError(error) === 'ENOENT') return undefined
        throw error
      }),
    async put(name, content) {
      if (await has(name)) return
      await mkdir(folder, { recursive: true })
      await writeWhole(join(folder, name), content)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async freeBytes() {
      // Writing makes the folder again when it went.
      const { bavail, bsize } = await statfs(imagesDir).catch(() => statfs(dirname(imagesDir)))
      return bavail * bsize
    },
  }
}

/** Uploads in S3 (D43); those in the folder are found too, until `npm run data -- move-pictures` has copied them. */
export const uploadFilesInBucket = (bucket: PictureBucket, before: UploadFiles): UploadFiles => {
  const nameOf = (name: string) => `${uploadsFolder}${name}`
  return {
    put: (name, content) => bucket.put(nameOf(name), content),
    has: async (name) => (await bucket.has(nameOf(name))) || before.has(name),
    async read(name) {
      const object = await bucket.get(nameOf(name))
      return object === undefined ? before.read(name) : wholeOf(object)
    },
    async remove(name) {
      await bucket.remove(nameOf(name))
      await before.remove(name)
    },
    freeBytes: before.freeBytes,
  }
}

export const uploadsFolder = 'uploads/'

/** Writes a picture below `imagesDir`, whole or not at all; true when it changed. `path` must never be a visitor's. */
export const putPicture = async (
  imagesDir: string,
  picture: { readonly path: string; readonly content: string },
): Promise<boolean> => {
  const target = join(imagesDir, picture.path)
  if ((await textOf(target)) === picture.content) return false
  await mkdir(dirname(target), { recursive: true })
  await writeWhole(target, picture.content)
  return true
}

/** Like `putPicture`, but leaves an existing file, which may be the owner's. */
export const putMissingPicture = async (
  imagesDir: string,
  picture: { readonly path: string; readonly content: string },
): Promise<boolean> =>
  (await textOf(join(imagesDir, picture.path))) === undefined && putPicture(imagesDir, picture)
