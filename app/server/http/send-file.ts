import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PictureBucket } from '../pictures/picture-bucket.ts'
import { codeOfError } from '../whole-file.ts'

/** Other types are sent as a download. */
const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.heic': 'image/heic',
  '.htm': 'text/html;charset=utf-8',
  '.html': 'text/html;charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
}

export type FileHeaders = Readonly<Record<string, string>> & { readonly etag: string }

/** Ranges are not supported: a request for a part gets the whole file. */
export const headersOfFile = (name: string, { size, mtime }: Pick<Stats, 'size' | 'mtime'>): FileHeaders => ({
  'content-type': contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
  'content-length': String(size),
  'last-modified': mtime.toUTCString(),
  etag: `W/"${size}-${mtime.getTime()}"`,
  'accept-ranges': 'none',
})

/** Writes the head, and ends the response when it needs no body; true when the caller must send one. */
export const beginFile = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: FileHeaders,
): boolean => {
  if (isKnown(request.headers['if-none-match'], headers.etag)) {
    const { 'content-length': _, ...others } = headers
    response.writeHead(304, others).end()
    return false
  }
  response.writeHead(200, headers)
  if (request.method !== 'HEAD' && headers['content-length'] !== '0') return true
  response.end()
  return false
}

export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag)))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

export interface Answering {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** False when there is no such file. Throws when the disk cannot be read, not when the visitor leaves. */
export const sendFile = async (
  folder: string,
  name: string,
  { request, response }: Answering,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const file = await openIfThere(folder, name)
  if (file === undefined) return false
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return false
    if (!beginFile(request, response, { ...headersOfFile(name, stats), ...headers })) return true
    if (response.destroyed) return true
    // A file that grows meanwhile must not exceed the content-length.
    await pipeline(file.createReadStream({ end: stats.size - 1 }), response)
  } catch (error) {
    if (!hasLeft.has(codeOfError(error))) throw error
  } finally {
    await file.close()
  }
  return true
}

export const sendObject = async (
  bucket: Pick<PictureBucket, 'get'>,
  name: string,
  { request, response }: Answering,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> => {
  if (name === '' || name.length > longestName || /(^|[/\\])\.|\/\//.test(name)) return false
  const object = await bucket.get(name)
  if (object === undefined) return false
  const { bytes: size, lastModified } = object
  try {
    const facts = headersOfFile(name, { size, mtime: new Date(lastModified) })
    if (!beginFile(request, response, { ...facts, ...headers }) || response.destroyed) return true
    await pipeline(object.body, response)
  } catch (error) {
    if (!hasLeft.has(codeOfError(error))) throw error
  } finally {
    object.leave()
  }
  return true
}

const longestName = 300

const hasLeft = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])
const isNotThere = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'])

const openIfThere = async (folder: string, name: string): Promise<FileHandle | undefined> => {
  const path = normalize(`${folder}${sep}${name}`)
  // Hidden files are still being written.
  if (!path.startsWith(`${folder}${sep}`) || /(^|[/\\])\./.test(name)) return undefined
  try {
    return await open(path)
  } catch (error) {
    if (isNotThere.has(codeOfError(error))) return undefined
    throw error
  }
}
