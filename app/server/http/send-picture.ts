import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { beginFile, headersOfFile } from './file-headers.ts'

/**
 * Sends the file `name` of `folder` as it is on the disk now, or says false when there is none. The file is closed when the
 * promise settles, however the answer ended; a visitor who leaves is no error, a disk that cannot read is.
 */
export const sendPicture = async (
  folder: string,
  name: string,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  headers: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const file = await openIfThere(folder, name)
  if (file === undefined) return false
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return false
    if (!beginFile(request, response, { ...headersOfFile(name, stats), ...headers })) return true
    if (response.destroyed) return true
    // A file that grows meanwhile must not outgrow the length that was told.
    await pipeline(file.createReadStream({ end: stats.size - 1 }), response)
  } catch (error) {
    if (!hasLeft.has(codeOf(error))) throw error
  } finally {
    await file.close()
  }
  return true
}

const hasLeft = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])
const isNotThere = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'])
const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined)

const openIfThere = async (folder: string, name: string): Promise<FileHandle | undefined> => {
  const path = normalize(`${folder}${sep}${name}`)
  // Hidden are the ones that are being written.
  if (!path.startsWith(`${folder}${sep}`) || /(^|[/\\])\./.test(name)) return undefined
  try {
    return await open(path)
  } catch (error) {
    if (isNotThere.has(codeOf(error))) return undefined
    throw error
  }
}
