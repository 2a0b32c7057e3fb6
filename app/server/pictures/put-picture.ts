import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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
export const writeWhole = async (target: string, content: string | Uint8Array): Promise<void> => {
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
