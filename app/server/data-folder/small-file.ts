import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Undefined where there is no such file. */
export const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  }
}

/** The whole new file or the whole former one, whatever happens meanwhile. */
export const replaceFile = async (folder: string, name: string, text: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.${randomUUID()}`)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
    await syncFolder(folder)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** A new name is on the disk when its folder is. Windows opens no folders. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}
