import { mkdir, open, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOfError, writeWhole } from './put-picture.ts'

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
