import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

const malformed: Readonly<Record<string, { readonly status: string; readonly text: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: '送られた情報が大きすぎます。ブラウザーのCookieを消して、もう一度お試しください。',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: '時間内に届きませんでした。もう一度お試しください。',
  },
}
const notHttp = { status: '400 Bad Request', text: 'この操作には対応していません。' }

/** Answers 400, 408 or 431, unless part of a response was sent before; the socket is destroyed after `lingerMs`. */
export const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number) => {
  const hasAnswered = socket instanceof Socket && socket.bytesWritten > 0
  if (!socket.writable || hasAnswered || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, text } = malformed[error.code ?? ''] ?? notHttp
  const headers = [
    'content-type: text/plain; charset=utf-8',
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  socket.end([`HTTP/1.1 ${status}`, ...headers, '', text].join('\r\n'))
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
}
