import { mkdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOfError, textOf, writeWhole } from '../whole-file.ts'
import { type PictureBucket, wholeOf } from './picture-bucket.ts'

/**
 * Where the files of uploads lie, served under /Image/uploads/. A name tells the content, so a file is never changed; names are
 * ours, never a visitor's.
 */
export interface UploadFiles {
  /** Written whole or not at all; what was there already stays. */
  put(name: string, content: Uint8Array): Promise<void>
  has(name: string): Promise<boolean>
  /** Undefined when it is not there. */
  read(name: string): Promise<Buffer | undefined>
  /** Harmless when it is not there. */
  remove(name: string): Promise<void>
  /** What is left on its disk for us, in bytes. */
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
      const { bavail, bsize } = await statfs(imagesDir)
      return bavail * bsize
    },
  }
}

/**
 * The same in S3 (D43). What was put before the shop moved there is found in the folder as well, until it is copied
 * (`npm run data -- move-pictures`).
 */
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

/**
 * Writes a picture below `imagesDir` (served under /Image/), whole or not at all, and says whether it differed from the one
 * there. `path` must be ours, never a visitor's.
 */
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

/** As `putPicture`, but leaves whatever is there: it may be the owner's own. */
export const putMissingPicture = async (
  imagesDir: string,
  picture: { readonly path: string; readonly content: string },
): Promise<boolean> =>
  (await textOf(join(imagesDir, picture.path))) === undefined && putPicture(imagesDir, picture)
