import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { onTestFinished } from 'vitest'
import { createEventStreams } from '../../app/server/http/event-streams.ts'
import { createHttpHandler, type HttpParts } from '../../app/server/http/http-handler.ts'
import { type ConnectionLimits, listen } from '../../app/server/http/http-server.ts'
import { createRenderLanes } from '../../app/server/http/render-lanes.ts'
import { createLog } from '../../app/server/log.ts'

export const shopOrigin = 'https://shop.example'

/** The HTTP layer alone, with addresses and pages of the test's own; closed after the test. */
export const openHttpLayer = async (
  parts: Partial<HttpParts> & Pick<HttpParts, 'renderPage'>,
  limits?: ConnectionLimits,
) => {
  const logged: string[] = []
  const server = await listen('127.0.0.1', 0, limits)
  onTestFinished(() => server.close(0))
  const handler = createHttpHandler({
    log: createLog('info', (line) => logged.push(line), Date.now),
    siteOrigin: shopOrigin,
    writeOrigins: () => [shopOrigin],
    trustedProxyHeader: 'x-real-ip',
    redirectOtherHosts: false,
    addressOf: () => ({
      cache: 'never',
      bodyBytes: { visitor: 1_000, session: 1_000 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
    canonicalAddress: (url) => url,
    loggedPath: (path) => path,
    newRequestId: () => 'request-1',
    pageCacheBytes: 1_000_000,
    lanes: createRenderLanes(),
    streams: createEventStreams(),
    hasSession: () => false,
    isAtDesk: () => false,
    passesGate: () => false,
    refuseUpload: async () => undefined,
    hiddenFrom: async () => null,
    handleFile: async () => false,
    ready: async () => true,
    takesWrites: () => true,
    ...parts,
  })
  server.handOver(handler)
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): ClientRequest => {
    const asked = request({ host: '127.0.0.1', port: server.port, path, method, headers, agent: false })
    asked.on('error', () => {})
    return asked
  }
  return { server, logged, ask }
}

/** The response, whose body is not read. */
export const answerTo = async (
  asked: ClientRequest,
  body?: string | Uint8Array,
): Promise<IncomingMessage> => {
  asked.end(body)
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (answer === undefined) throw new Error('no answer')
  return answer
}
