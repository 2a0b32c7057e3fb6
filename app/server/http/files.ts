import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { firstCharacters, oneLine } from '../../kernel/text.ts'
import { createPictureSender, type PicturePlaces } from './picture-sender.ts'
import { closedPolicy } from './security-headers.ts'
import { beginFile, type FileHeaders, headersOfFile } from './send-file.ts'
import { chooseEncoding, type Encoding } from './send-response.ts'

const picturePrefix = '/Image/'
const immutable = 'public, max-age=31536000, immutable'
/** These names contain the hash of the content, so such a file never changes. */
const uploadName = /^uploads\/[\w-]{16,}(\.(avif|jpg|pdf|png|webp))?$/
const pictureHeaders = {
  // Even an SVG with a script in it runs nothing (P18).
  'content-security-policy': closedPolicy,
  'cache-control': 'public, max-age=86400',
  // Other shops that import our product feed show our pictures.
  'cross-origin-resource-policy': 'cross-origin',
}

/** A member's PDF is saved, never opened on this site (R8). */
const pdfHeaders = { 'content-disposition': 'attachment', 'cross-origin-resource-policy': 'same-origin' }

const headersOf = (name: string) => ({
  ...pictureHeaders,
  ...(uploadName.test(name) ? { 'cache-control': immutable } : {}),
  ...(/^uploads\/.*\.pdf$/i.test(name) ? pdfHeaders : {}),
})

/** The title under which the PDF at `url` is saved, or undefined; the query may name the recipe that it belongs to. */
export type TitleOfPdf = (url: string, query: URLSearchParams) => Promise<string | undefined>

/** Serves built files and pictures (`/Image/`); false for other paths. Titled PDFs are revalidated: a title may change. */
export const createFileHandler = (
  clientDir: string | undefined,
  places: PicturePlaces,
  titleOfPdf: TitleOfPdf = async () => undefined,
) => {
  mkdirSync(places.imagesDir, { recursive: true })
  const sendPicture = createPictureSender(places)
  const builtFile = clientDir === undefined ? undefined : readBuiltFiles(clientDir)

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const [asked = '/', query = ''] = (request.url ?? '/').split('?', 2)
    const path = decoded(asked)
    if (path.startsWith(picturePrefix)) {
      const name = path.slice(picturePrefix.length)
      const headers = headersOf(name)
      const isNamed = 'content-disposition' in headers && query !== ''
      const title = isNamed ? await titleOfPdf(path, new URLSearchParams(query)) : undefined
      const saved = title && { 'content-disposition': savedAs(title), 'cache-control': 'no-cache' }
      return sendPicture(name, { request, response }, { ...headers, ...(saved || {}) })
    }
    const file = builtFile?.(path, chooseEncoding(request.headers['accept-encoding']))
    if (file === undefined) return false
    const cacheControl = path.startsWith('/assets/') ? immutable : 'public, max-age=3600'
    const headers = { ...file.headers, 'cache-control': cacheControl, vary: 'Accept-Encoding' }
    if (beginFile(request, response, headers)) response.end(file.body)
    return true
  }
}

const decoded = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

interface BuiltFile {
  readonly headers: FileHeaders
  readonly body: Buffer
}

/** Kept in memory with their compressed copies (`.br`, `.gz`): about 1.5 MB, and no response waits for the disk. */
const readBuiltFiles = (folder: string) => {
  const read = (name: string): BuiltFile => ({
    headers: headersOfFile(name.replace(/\.(br|gz)$/, ''), statSync(join(folder, name))),
    body: readFileSync(join(folder, name)),
  })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !isHidden(name) && statSync(join(folder, name)).isFile(),
  )
  const files = new Map(names.map((name) => [`/${name.replaceAll(sep, '/')}`, read(name)]))

  const compressed = (path: string, encoding: Encoding): BuiltFile | undefined => {
    if (encoding === 'identity') return undefined
    const file = files.get(`${path}.${encoding === 'br' ? 'br' : 'gz'}`)
    return file && { ...file, headers: { ...file.headers, 'content-encoding': encoding } }
  }

  return (path: string, encoding: Encoding): BuiltFile | undefined => {
    const file = files.get(path)
    return file && (compressed(path, encoding) ?? file)
  }
}

const isHidden = (name: string) => name.split(sep).some((part) => /^\.(?!well-known$)/.test(part))

/** Short enough for every file system, ending included. */
const longestName = 60

/** Without what file systems refuse or read as a folder, and without characters that could disguise the ending. */
const safeName = (title: string): string =>
  firstCharacters(oneLine(title).replaceAll(/[\\/:*?"<>|%]+/g, ' '), longestName)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')

/** As RFC 8187 asks. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A Content-Disposition that saves as `title` and `.pdf`; a title of odd characters only leaves the name to the browser. */
export const savedAs = (title: string): string => {
  const name = safeName(title)
  return name === ''
    ? 'attachment'
    : `attachment; filename="download.pdf"; filename*=UTF-8''${encoded(`${name}.pdf`)}`
}
