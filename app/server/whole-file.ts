import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** For example ENOENT; undefined for other errors. */
export const codeOfError = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined

export const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOfError(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces `target` whole or not at all, even after a crash; its folder must exist. */
export const writeWhole = async (
  target: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> => {
  const unfinished = join(dirname(target), `.${randomUUID()}.unfinished`)
  try {
    const file = await open(unfinished, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, target)
    await syncFolder(dirname(target))
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Like `writeWhole`, readable by the process's user alone; makes the folder. */
export const replaceFile = async (folder: string, name: string, text: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeWhole(join(folder, name), text, 0o600)
}

/** A rename is on the disk only when its folder is synced; Windows cannot open folders. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** SHA-256 in hex, and the length, of what is read once, in the pieces in which it comes. */
export const digestOf = async (
  content: AsyncIterable<Uint8Array>,
): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
