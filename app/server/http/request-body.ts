import type { IncomingMessage } from 'node:http'
import { ok, type Result, refused } from '../../kernel/result.ts'

/**
 * Reads whole bodies, of which at most `mostInHand` bytes are in memory at once. Each is handed to `use` and counts until
 * that is over, or until its reading has ended in whatever way. Refuses a body as `too-large` as soon as it is known to
 * exceed `maxBytes`, by its declared length or by what has arrived, and as `overloaded` what would exceed `mostInHand`.
 * Throws if the client goes away in the middle, and what `use` throws.
 */
export const createBodyReader = (mostInHand: number) => {
  let inHand = 0
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    use: (body: Uint8Array<ArrayBuffer>) => Promise<T>,
  ): Promise<Result<T, 'too-large' | 'overloaded'>> => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of request) {
        const bytes = Buffer.from(chunk)
        if (size + bytes.length > maxBytes) return refused('too-large')
        if (inHand + bytes.length > mostInHand) return refused('overloaded')
        size += bytes.length
        inHand += bytes.length
        chunks.push(bytes)
      }
      return ok(await use(Buffer.concat(chunks)))
    } finally {
      inHand -= size
    }
  }
}
