import type { IncomingMessage } from 'node:http'
import { ok, type Result, refused } from '../../kernel/result.ts'

/** What bodies may take of the memory (bytes) and of the time (ms). */
export interface BodyLimits {
  /** The first bytes of each body that count for nothing. */
  readonly uncounted: number
  /** Bytes of bodies in memory at once, for each lane its own, so that a flood of one closes no other. */
  readonly pages: number
  readonly checkout: number
  readonly outside: number
  /** The same for uploads, and how many of one client may be on their way at once. */
  readonly uploads: number
  readonly uploadsPerClient: number
  /** A whole body. An upload may take longer, as long as something of it comes. */
  readonly wholeMs: number
  readonly uploadSilenceMs: number
  readonly uploadMs: number
}

const megabyte = 1_048_576

/** Bodies of orders and of the provider's events are some KB, an upload is a picture or a PDF from a phone. */
export const bodyLimits: BodyLimits = {
  uncounted: 65_536,
  pages: 8 * megabyte,
  checkout: 8 * megabyte,
  outside: 8 * megabyte,
  uploads: 40 * megabyte,
  uploadsPerClient: 2,
  wholeMs: 15_000,
  uploadSilenceMs: 20_000,
  uploadMs: 600_000,
}

/** Why a body was not read to its end. */
export type BodyRefusal = 'too-large' | 'too-slow' | 'too-many' | 'overloaded' | 'without-length'

type Body = Uint8Array<ArrayBuffer>

/**
 * Reads whole bodies, of which at most `mostInHand` bytes are in memory at once; the first `uncounted` of each do not count, so
 * that no flood of large ones keeps out the small ones of orders and of the provider's events. Each is handed to `use` and counts until
 * that is over, or until its reading has ended in whatever way. Refuses a body as `too-large` as soon as it is known to
 * exceed `maxBytes`, by its declared length or by what has arrived, and as `overloaded` what would exceed `mostInHand`.
 * Throws if the client goes away in the middle, and what `use` throws.
 */
export const createBodyReader = (mostInHand: number, { uncounted, wholeMs }: BodyLimits) => {
  let inHand = 0
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    use: (body: Body) => Promise<T>,
  ): Promise<Result<T, BodyRefusal>> => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')
    let size = 0
    let counted = 0
    const refusalOf = (bytes: number) => {
      if (size + bytes > maxBytes) return 'too-large'
      const more = Math.max(0, size + bytes - uncounted) - counted
      if (inHand + more > mostInHand) return 'overloaded'
      size += bytes
      counted += more
      inHand += more
      return undefined
    }
    try {
      const body = await readToEnd(request, refusalOf, { wholeMs })
      return body.ok ? ok(await use(body.value)) : body
    } finally {
      inHand -= counted
    }
  }
}

/**
 * Reads uploads: one raw body of a declared length, which may take minutes on a bad line but not fall silent. Its memory is set
 * aside before the first byte is taken, so that nobody sends most of a picture only to be refused; it counts until `use` is
 * over. `client` may have so many on their way at once.
 */
export const createUploadReader = (limits: BodyLimits) => {
  const { uploads, uploadsPerClient, uploadMs, uploadSilenceMs } = limits
  const onTheirWay: { readonly client: string; readonly bytes: number }[] = []
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
    if (onTheirWay.filter((other) => other.client === client).length >= uploadsPerClient)
      return refused('too-many')
    if (onTheirWay.reduce((sum, { bytes }) => sum + bytes, upload.bytes) > uploads)
      return refused('overloaded')
    onTheirWay.push(upload)
    try {
      const body = await readToEnd(request, () => undefined, {
        wholeMs: uploadMs,
        silenceMs: uploadSilenceMs,
      })
      return body.ok ? ok(await use(body.value)) : body
    } finally {
      onTheirWay.splice(onTheirWay.indexOf(upload), 1)
    }
  }
}

/** `refusalOf` is asked before each piece is kept. What comes after a refusal is left to who answers. */
const readToEnd = (
  request: IncomingMessage,
  refusalOf: (bytes: number) => BodyRefusal | undefined,
  { wholeMs, silenceMs = wholeMs }: { readonly wholeMs: number; readonly silenceMs?: number },
): Promise<Result<Body, BodyRefusal>> => {
  const { promise, resolve, reject } = Promise.withResolvers<Result<Body, BodyRefusal>>()
  let chunks: Buffer[] = []
  const tooSlow = () => resolve(refused('too-slow'))
  const whole = setTimeout(tooSlow, wholeMs)
  const silence = setTimeout(tooSlow, silenceMs)
  const take = (chunk: Buffer) => {
    silence.refresh()
    const refusal = refusalOf(chunk.length)
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
