import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { readBuiltFiles } from './built-files.ts'
import { chooseEncoding } from './compression.ts'
import { beginFile } from './file-headers.ts'
import { closedPolicy } from './security-headers.ts'
import { sendPicture } from './send-picture.ts'

const picturePrefix = '/Image/'
const pictureHeaders = {
  // A picture can run nothing, whatever it holds (P18).
  'content-security-policy': closedPolicy,
  'cache-control': 'public, max-age=86400',
  // Another shop that takes our product feed shows our pictures.
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Answers from the built client files (`clientDir`; hashed names are immutable) and from the shop's pictures (`imagesDir`,
 * below `/Image/`; members' and the owner's come while the shop is open). Says whether it has answered.
 */
export const createFileAnswer = (clientDir: string | undefined, imagesDir: string) => {
  mkdirSync(imagesDir, { recursive: true })
  const pictures = resolve(imagesDir)
  const builtFile = clientDir === undefined ? undefined : readBuiltFiles(clientDir)

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = decoded(request.url?.split('?', 1)[0] ?? '/')
    if (path.startsWith(picturePrefix))
      return sendPicture(pictures, path.slice(picturePrefix.length), { request, response }, pictureHeaders)
    const file = builtFile?.(path, chooseEncoding(request.headers['accept-encoding']))
    if (file === undefined) return false
    const cacheControl = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
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
