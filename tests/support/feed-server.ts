import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type FeedBehaviour = (request: IncomingMessage, response: ServerResponse) => void

/** A product feed on a loopback port that behaves as a test says. */
export interface FeedServer {
  readonly url: string
  readonly origin: string
  readonly asked: ReadonlyArray<Pick<IncomingMessage, 'url' | 'headers'>>
  behave(behaviour: FeedBehaviour): void
  close(): Promise<void>
}

/** It responds with an empty list until told otherwise. */
export const startFeedServer = async (): Promise<FeedServer> => {
  const asked: IncomingMessage[] = []
  let behaviour: FeedBehaviour = list([])
  const server = createServer((request, response) => {
    asked.push(request)
    behaviour(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the feed has no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    url: `${origin}/feed`,
    asked,
    behave: (next) => {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const feedRow = (number: number | string, parts: Record<string, unknown> = {}) => ({
  managementNumber: number,
  name: `麻の葉 ${number}`,
  description: '綿100%',
  price: 330,
  imageUrl: '/Image/cloth.svg',
  status: '公開中',
  ...parts,
})

export const list = (rows: readonly unknown[]): FeedBehaviour => body(JSON.stringify(rows))

export const body =
  (content: string | Buffer, headers: Record<string, string> = {}): FeedBehaviour =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(content)
  }

export const listWithEtag =
  (rows: readonly unknown[], etag: string): FeedBehaviour =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else body(JSON.stringify(rows), { etag })(request, response)
  }

export const status =
  (code: number): FeedBehaviour =>
  (_request, response) => {
    response.writeHead(code, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
  }

/** Disconnects in the middle of the body. */
export const cut: FeedBehaviour = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('[{"managementNumber":', () => response.destroy())
}

export const silent: FeedBehaviour = () => {}

/** Begins a list and then sends spaces for ever. */
export const endless: FeedBehaviour = (_request, response) => {
  const blanks = ' '.repeat(65_536)
  const pour = () => {
    while (!response.destroyed && response.write(blanks));
  }
  response.writeHead(200).on('drain', pour)
  pour()
}

/** Not the best quality, at which a test would wait for seconds. */
export const packedQuickly = (encoding: 'br' | 'gzip', content: string | Buffer): Buffer =>
  encoding === 'gzip'
    ? gzipSync(content)
    : brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

/** 50 MB, compressed to a few kB. */
export const bomb = (encoding: 'br' | 'gzip'): FeedBehaviour =>
  body(packedQuickly(encoding, `["${'a'.repeat(50 * 1_048_576)}"]`), { 'content-encoding': encoding })

export const redirects = (hops: number, last: FeedBehaviour): FeedBehaviour => {
  return (request, response) => {
    const done = Number(/hop=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
    if (done < hops) response.writeHead(302, { location: `/feed?hop=${done + 1}` }).end()
    else last(request, response)
  }
}

export const redirectTo =
  (location: string): FeedBehaviour =>
  (_request, response) => {
    response.writeHead(307, { location }).end()
  }
