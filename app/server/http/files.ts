import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { closedPolicy } from './security-headers.ts'

/**
 * Answers from the built client files (`clientDir`; hashed names are immutable) and from the shop's pictures (`imagesDir`,
 * below `/Image/`). Says whether it has answered. A picture can run nothing, whatever it holds (P18).
 */
export const createFileAnswer = (clientDir: string | undefined, imagesDir: string) => {
  mkdirSync(imagesDir, { recursive: true })
  const assets =
    clientDir === undefined
      ? undefined
      : sirv(clientDir, {
          brotli: true,
          gzip: true,
          etag: true,
          setHeaders: (response, path) =>
            response.setHeader(
              'cache-control',
              path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
            ),
        })
  // `dev` makes sirv look at the folder for each request: members' and the owner's pictures come while the shop is open.
  const images = sirv(imagesDir, { dev: true, etag: true, dotfiles: false })

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const { url } = request
    if (url?.startsWith('/Image/')) {
      response.setHeader('content-security-policy', closedPolicy)
      response.setHeader('cache-control', 'public, max-age=86400')
      // Another shop that takes our product feed shows our pictures.
      response.setHeader('cross-origin-resource-policy', 'cross-origin')
      request.url = url.slice('/Image'.length)
      return passThrough(images, request, response, url)
    }
    return assets === undefined ? false : passThrough(assets, request, response, url)
  }
}

const passThrough = (
  files: ReturnType<typeof sirv>,
  request: IncomingMessage,
  response: ServerResponse,
  url: string | undefined,
): Promise<boolean> =>
  new Promise((resolve) => {
    response.once('close', () => resolve(true))
    files(request, response, () => {
      if (url !== undefined) request.url = url
      response.removeHeader('cross-origin-resource-policy')
      response.removeHeader('cache-control')
      response.removeHeader('content-security-policy')
      resolve(false)
    })
  })
