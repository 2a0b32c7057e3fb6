import type { IncomingMessage } from 'node:http'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { formCounter } from './form-counter.ts'

/** Bytes and ms; `fields` and `lines` limit forms (D6). */
export interface BodyLimits {
  /** The first bytes of each body, which do not count towards the lanes' sums. */
  readonly uncounted: number
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
  uncounted: 65_536,
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

/** Reads whole bodies, at most `maxInFlight` counted bytes until `use` is over; throws if the client leaves. */
export const createBodyReader = (maxInFlight: number, limits: BodyLimits) => {
  const { uncounted, wholeMs } = limits
  let inFlight = 0
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    use: (body: Body) => Promise<T>,
  ): Promise<Result<T, BodyRefusal>> => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')
    let size = 0
    let counted = 0
    const takesFields = formCounter(request.headers['content-type'], limits)
    const refusalOf = (piece: Buffer) => {
      const bytes = piece.length
      if (size + bytes > maxBytes) return 'too-large'
      const more = Math.max(0, size + bytes - uncounted) - counted
      if (inFlight + more > maxInFlight) return 'overloaded'
      if (!takesFields(piece)) return 'too-many-fields'
      size += bytes
      counted += more
      inFlight += more
      return undefined
    }
    try {
      const body = await readToEnd(request, refusalOf, { wholeMs })
      return body.ok ? ok(await use(body.value)) : body
    } finally {
      inFlight -= counted
    }
  }
}

/** Reads raw uploads of a declared length; memory is reserved before the first byte, so none is refused half sent. */
export const createUploadReader = (limits: BodyLimits) => {
  const { uploads, uploadsPerClient, uploadMs, uploadSilenceMs } = limits
  const inFlight: { readonly client: string; readonly bytes: number }[] = []
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    client: string,
    use: (body: Body) => Promise<T>,
  ): Promise<Result<T, BodyRefusal>> => {
    const declared = request.headers['content-length']
    if (declared === undefined) return refused('without-length')
    const upload = { client, bytes: Number(declared) }
    if (upload.bytes > maxBytes) return refused('too-large')
    if (inFlight.filter((other) => other.client === client).length >= uploadsPerClient)
      return refused('too-many')
    if (inFlight.reduce((sum, { bytes }) => sum + bytes, upload.bytes) > uploads) return refused('overloaded')
    inFlight.push(upload)
    try {
      const body = await readToEnd(request, () => undefined, {
        wholeMs: uploadMs,
        silenceMs: uploadSilenceMs,
      })
      return body.ok ? ok(await use(body.value)) : body
    } finally {
      inFlight.splice(inFlight.indexOf(upload), 1)
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
