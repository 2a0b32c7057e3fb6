import { connect } from 'node:net'
import type { ActorName } from './actors.ts'

/** One request as its bytes go over the line. */
export interface OddRequest {
  readonly actor: ActorName
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  /** It announces more bytes than it sends, so no answer is due. */
  readonly isUnfinished: boolean
}

export interface OddAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  readonly ms: number
  readonly isLate: boolean
}

const patienceMs = 5_000
const unfinishedMs = 250

const bytesOf = ({ method, path, headers, body }: OddRequest): Buffer => {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body])
}

/** Sends it over its own connection and waits at most 5 s for the end of the answer, of a stream for its beginning. */
export const send = (listens: string, request: OddRequest): Promise<OddAnswer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(listens)
    const from = performance.now()
    let head = ''
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false })
    const end = (isLate: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
      resolve({ status, ms: performance.now() - from, isLate })
    }
    const timer = setTimeout(
      () => end(!request.isUnfinished),
      request.isUnfinished ? unfinishedMs : patienceMs,
    )
    socket.on('error', () => {})
    socket.on('close', () => end(false))
    socket.on('data', (bytes) => {
      if (head.length > 4_000) return
      head += bytes.toString('latin1')
      if (/^content-type: text\/event-stream/im.test(head)) end(false)
    })
    socket.write(bytesOf(request))
  })
