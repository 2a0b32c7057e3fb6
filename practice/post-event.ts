import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/**
 * Posts one event on a line of its own and gives the answer's status, or undefined when there was none within
 * `timeoutMs`, the line broke or `signal` said stop. Redirects are not followed: a 3xx is no success.
 */
export const postEvent = (
  url: string,
  signature: string,
  body: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const request = (url.startsWith('https:') ? secureRequest : plainRequest)(url, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Stripe-Signature': signature,
      'User-Agent': 'Stripe/1.0 (practice)',
    },
  })
  request.on('response', (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode))
    response.on('error', () => resolve(undefined))
  })
  request.on('error', () => resolve(undefined))
  request.end(body)
  return promise
}
