import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DrawnPage } from '../page-cache.ts'
import { calmMessage, calmPage } from './calm-page.ts'
import { chooseEncoding, encode, isWorthCompressing } from './compression.ts'
import { closedPolicy, pagePolicy } from './security-headers.ts'

/** One request, its answer, and the number by which the log knows both. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

/** Headers that every answer carries. */
export type CommonHeaders = Readonly<Record<string, string>>

const isCall = ({ url = '' }: IncomingMessage) => url.startsWith('/api/') || url.startsWith('/.netlify/')

/** The calm page for `status`, as JSON for a call; cuts the line when an answer has begun already. `extra` are more headers. */
export const sendCalm = (
  { request, response, requestId }: Exchange,
  common: CommonHeaders,
  status: number,
  extra: Readonly<Record<string, string>> = {},
): void => {
  if (response.headersSent) return void response.destroy()
  const asJson = isCall(request)
  const body = asJson
    ? JSON.stringify({ message: calmMessage(status), requestId })
    : calmPage(status, requestId)
  response.writeHead(status, {
    ...common,
    'content-type': asJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': asJson ? closedPolicy : pagePolicy([], false),
    'x-request-id': requestId,
    ...extra,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** A whole page, compressed as the browser likes where that is worth it. */
export const sendDrawn = async ({ request, response }: Exchange, page: DrawnPage): Promise<void> => {
  const wanted = chooseEncoding(request.headers['accept-encoding'])
  const encoding = isWorthCompressing(page.headers['content-type'], page.body.length) ? wanted : 'identity'
  const body = await encode(page.body, encoding)
  response.writeHead(page.status, {
    ...page.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** What the pages answered to this request alone, with its cookies. */
export const sendLive = async (exchange: Exchange, common: CommonHeaders, drawn: Response): Promise<void> => {
  const page = await drawnPage(drawn, common)
  const allow: Record<string, string> =
    page.status === 405 && page.headers.allow === undefined ? { allow: 'GET, HEAD' } : {}
  if (isRouterRefusal(page)) return sendCalm(exchange, common, page.status, allow)
  const cookies = drawn.headers.getSetCookie()
  if (cookies.length > 0) exchange.response.setHeader('set-cookie', cookies)
  await sendDrawn(exchange, { ...page, headers: { ...page.headers, ...allow } })
}

/** A response of the pages, read to its end, with the headers that every answer carries. */
export const drawnPage = async (response: Response, common: CommonHeaders): Promise<DrawnPage> => {
  const headers: Record<string, string> = { ...common, vary: 'accept-encoding, cookie' }
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value
  headers['content-security-policy'] ??= closedPolicy
  headers['cache-control'] ??= 'no-cache'
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

/**
 * The router's own words, for a call that fails or gets a method it does not know: the visitor is told in the shop's.
 * Pages are not meant: they have their error page.
 */
const isRouterRefusal = ({ status, body }: DrawnPage): boolean =>
  status >= 400 && body.length < 100 && body.includes('Unexpected Server Error')
