import { once } from 'node:events'
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Sends one request exactly as given, no header added but Host, the `body` in the pieces given. With `expect: 100-continue` it
 * waits until the server has the request.
 */
export const rawRequest = (
  origin: string,
  { path, method = 'GET', headers = {} }: Pick<RequestOptions, 'path' | 'method' | 'headers'>,
  body: Iterable<string> | AsyncIterable<string> = [],
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = request(
      { hostname, port, path, method, headers: { ...headers }, agent: false },
      (answer) => {
        text(answer).then(
          (received) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received }),
          reject,
        )
      },
    )
    sent.on('error', reject)
    const send = async () => {
      if (headers && 'expect' in headers) await once(sent, 'continue')
      for await (const piece of body) sent.write(piece)
      sent.end()
    }
    if (headers && 'expect' in headers) sent.flushHeaders()
    send().catch(reject)
  })
