import type { IncomingMessage } from 'node:http'
import { ok, type Result, refused } from '../../kernel/result.ts'

/** What bodies may take of the memory. Those of orders and of the provider's events are some KB; uploads queue among the pages. */
export const bodyBytesInHand = {
  uncounted: 65_536,
  pages: 48 * 1_048_576,
  checkout: 8 * 1_048_576,
  outside: 8 * 1_048_576,
}

/**
 * Reads whole bodies, of which at most `mostInHand` bytes are in memory at once; the first `uncounted` of each do not count, so
 * that no flood of large ones keeps out the small ones of orders and of the provider's events. Each is handed to `use` and counts until
 * that is over, or until its reading has ended in whatever way. Refuses a body as `too-large` as soon as it is known to
 * exceed `maxBytes`, by its declared length or by what has arrived, and as `overloaded` what would exceed `mostInHand`.
 * Throws if the client goes away in the middle, and what `use` throws.
 */
export const createBodyReader = (mostInHand: number, uncounted: number) => {
  let inHand = 0
  return async <T>(
    request: IncomingMessage,
    maxBytes: number,
    use: (body: Uint8Array<ArrayBuffer>) => Promise<T>,
  ): Promise<Result<T, 'too-large' | 'overloaded'>> => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')
    const chunks: Buffer[] = []
    let size = 0
    let counted = 0
    try {
      for await (const chunk of request) {
        const bytes = Buffer.from(chunk)
        if (size + bytes.length > maxBytes) return refused('too-large')
        const more = Math.max(0, size + bytes.length - uncounted) - counted
        if (inHand + more > mostInHand) return refused('overloaded')
        size += bytes.length
        counted += more
        inHand += more
        chunks.push(bytes)
      }
      return ok(await use(Buffer.concat(chunks)))
    } finally {
      inHand -= counted
    }
  }
}
