import type { IncomingMessage } from 'node:http'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { clientAt } from '../public-address.ts'
import { createSharedRoom } from './shared-room.ts'

/** Bytes and ms; `fields` and `lines` limit forms (D6). Of each sum one client gets a third, one network a half (S17). */
export interface BodyLimits {
  readonly pages: number
  readonly checkout: number
  readonly desk: number
  readonly outside: number
  readonly uploads: number
  readonly uploadsPerClient: number
  readonly wholeMs: number
  readonly uploadSilenceMs: number
  readonly uploadMs: number
  readonly fields: number
  readonly lines: number
}

const megabyte = 1_048_576

export const bodyLimits: BodyLimits = {
  pages: 8 * megabyte,
  checkout: 8 * megabyte,
  desk: 8 * megabyte,
  outside: 8 * megabyte,
  uploads: 40 * megabyte,
  uploadsPerClient: 2,
  wholeMs: 15_000,
  uploadSilenceMs: 20_000,
  uploadMs: 600_000,
  fields: 1_000,
  lines: 10_000,
}

export type BodyRefusal =
  | 'too-large'
  | 'too-many-fields'
  | 'too-slow'
  | 'too-many'
  | 'overloaded'
  | 'without-length'

type Body = Uint8Array<ArrayBuffer>

/** Reads whole bodies, at most `maxInFlight` bytes until `use` is over; throws if the client leaves. */
export const createBodyReader = (maxInFlight: number, limits: BodyLimits) => {
  const inFlight = createSharedRoom(maxInFlight)
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    address: string,
    use: (body: Body) => Promise<T>,
  ): Promise<Result<T, BodyRefusal>> => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')
    const place = inFlight.place(address)
    let size = 0
    const takesFields = formCounter(request.headers['content-type'], limits)
    const refusalOf = (piece: Buffer) => {
      const bytes = piece.length
      if (size + bytes > maxBytes) return 'too-large'
      if (!place.take(bytes)) return 'overloaded'
      if (!takesFields(piece)) return 'too-many-fields'
      size += bytes
      return undefined
    }
    try {
      const body = await readToEnd(request, refusalOf, limits)
      return body.ok ? ok(await use(body.value)) : body
    } finally {
      place.leave()
    }
  }
}

/** Reads raw uploads of a declared length; memory is reserved before the first byte, so none is refused half sent. */
export const createUploadReader = (limits: BodyLimits) => {
  const { uploads, uploadsPerClient, uploadMs, uploadSilenceMs } = limits
  const inFlight = createSharedRoom(uploads)
  const clients: string[] = []
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    address: string,
    use: (body: Body) => Promise<T>,
  ): Promise<Result<T, BodyRefusal>> => {
    const declared = request.headers['content-length']
    if (declared === undefined) return refused('without-length')
    const bytes = Number(declared)
    if (bytes > maxBytes) return refused('too-large')
    const { client } = clientAt(address)
    if (clients.filter((each) => each === client).length >= uploadsPerClient) return refused('too-many')
    const place = inFlight.place(address)
    if (!place.take(bytes)) return refused('overloaded')
    clients.push(client)
    try {
      const body = await readToEnd(request, () => undefined, {
        wholeMs: uploadMs,
        silenceMs: uploadSilenceMs,
      })
      return body.ok ? ok(await use(body.value)) : body
    } finally {
      clients.splice(clients.indexOf(client), 1)
      place.leave()
    }
  }
}

/** `refusalOf` is asked before each piece is kept; after a refusal the rest stays unread. */
const readToEnd = (
  request: IncomingMessage,
  refusalOf: (piece: Buffer) => BodyRefusal | undefined,
  { wholeMs, silenceMs = wholeMs }: { readonly wholeMs: number; readonly silenceMs?: number },
): Promise<Result<Body, BodyRefusal>> => {
  const { promise, resolve, reject } = Promise.withResolvers<Result<Body, BodyRefusal>>()
  let chunks: Buffer[] = []
  const tooSlow = () => resolve(refused('too-slow'))
  const whole = setTimeout(tooSlow, wholeMs)
  const silence = setTimeout(tooSlow, silenceMs)
  const take = (chunk: Buffer) => {
    silence.refresh()
    const refusal = refusalOf(chunk)
    if (refusal === undefined) chunks.push(chunk)
    else resolve(refused(refusal))
  }
  request.on('data', take)
  request.once('end', () => resolve(ok(Buffer.concat(chunks))))
  request.once('error', reject)
  return promise.finally(() => {
    clearTimeout(whole)
    clearTimeout(silence)
    request.off('data', take)
    chunks = []
  })
}

interface FormLimits {
  readonly fields: number
  readonly lines: number
}

const [ampersand, plus, space, lineEnd] = [0x26, 0x2b, 0x20, 0x0a]

/**
 * Counts a form's fields while its bytes arrive (D6) and returns false at the piece that exceeds `limits`; other types pass.
 * The runtime's form parser takes quadratic time, and is slow for `+`, which is why `+` becomes a space in place.
 * Multipart is counted in lines: a part has at least four, and each header line costs as much as a part.
 */
export const formCounter = (
  contentType: string | undefined,
  { fields, lines }: FormLimits,
): ((piece: Uint8Array) => boolean) => {
  // A header may name several types, and the parser takes the last one that it knows.
  const type = contentType?.toLowerCase() ?? ''
  const isPairs = type.includes('urlencoded')
  const isParts = type.includes('multipart')
  if (!isPairs && !isParts) return () => true
  let pairs = 1
  let lineEnds = 0
  return (piece) => {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      if (byte === ampersand) pairs += 1
      else if (byte === lineEnd) lineEnds += 1
      else if (byte === plus && isPairs) piece[at] = space
    }
    return (!isPairs || pairs <= fields) && (!isParts || lineEnds <= lines)
  }
}
