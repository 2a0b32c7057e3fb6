import type { Stats } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'

/** What the build makes and what owners put among the pictures; anything else a browser may only save. */
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

/** What a file called `name` says about itself. Parts of it are not given: whoever asks for one gets the whole. */
export const headersOfFile = (name: string, { size, mtime }: Pick<Stats, 'size' | 'mtime'>): FileHeaders => ({
  'content-type': contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
  'content-length': String(size),
  'last-modified': mtime.toUTCString(),
  etag: `W/"${size}-${mtime.getTime()}"`,
  'accept-ranges': 'none',
})

/** Begins the answer, and ends it where the browser wants no body or has it: true when a body is still to be sent. */
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

/** Whether an `If-None-Match` header (one tag, several, weak ones, or `*`) names what `etag` stands for. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag)))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
