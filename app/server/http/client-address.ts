import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client's address for limits: the socket's, unless `trustedHeader` (lower case, set by our own proxy) carries one.
 * Of a list the last entry counts, for it is the one our proxy wrote; everything before it the client may have made up.
 */
export const clientAddressOf = (request: IncomingMessage, trustedHeader: string | undefined): string => {
  const socketAddress = request.socket.remoteAddress ?? 'unknown'
  if (trustedHeader === undefined) return socketAddress
  const value = request.headers[trustedHeader]
  const last = (Array.isArray(value) ? value.join(',') : value)?.split(',').at(-1)?.trim()
  return last !== undefined && isIP(last) !== 0 ? last : socketAddress
}
