import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerControl, type Controlled } from './control-endpoint.ts'
import type { PracticeLog } from './practice-log.ts'

/** What stands behind the provider's own port. */
export interface LoopbackParts {
  readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  readonly handlePayPage: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Undefined where there is no control endpoint. */
  readonly control: Controlled | undefined
}

/** The provider's server. */
export interface LoopbackServer {
  readonly port: number
  /** Cuts every line and stops listening. */
  close(): Promise<void>
}

const answer = async (
  parts: LoopbackParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.url === '/favicon.ico') {
    response.writeHead(204).end()
    return
  }
  if (parts.control !== undefined && request.url === '/_control')
    return answerControl(parts.control, request, response)
  if (await parts.handlePayPage(request, response)) return
  await parts.api(request, response)
}

/** Listens on 127.0.0.1 at `port` (0: any free one). What breaks inside is logged and ends with 500 or a cut line. */
export const listenOnLoopback = async (
  port: number,
  log: PracticeLog,
  parts: LoopbackParts,
): Promise<LoopbackServer> => {
  const server = createServer((request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      log.warn('the practice provider could not answer', { path: request.url, reason: String(error) })
      if (response.headersSent) response.destroy()
      else
        response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"error":{"type":"api_error"}}')
    })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the practice provider has no port')
  return {
    port: address.port,
    close: () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      return closed.promise
    },
  }
}
