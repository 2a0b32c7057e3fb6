import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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
      await syncFolder(folder)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async freeBytes() {
      const { bavail, bsize } = await statfs(imagesDir)
      return bavail * bsize
    },
  }
}

/** So that the name outlives a power cut as well; Windows cannot and need not. */
const syncFolder = async (folder: string) => {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

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

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOfError(error) === 'ENOENT') return undefined
    throw error
  })

export const codeOfError = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined

/** Into a folder that is there: the file is seen whole or not at all. */
const writeWhole = async (target: string, content: string | Uint8Array): Promise<void> => {
  const unfinished = join(dirname(target), `.${randomUUID()}.unfinished`)
  try {
    await writeDurably(unfinished, content)
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
}

const writeDurably = async (path: string, content: string | Uint8Array) => {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
