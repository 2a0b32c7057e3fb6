import type { IncomingMessage } from 'node:http'
import { ok, type Result, refused } from '../../kernel/result.ts'

/**
 * The whole body of a request. Refuses as soon as it is known to exceed `maxBytes`, by its declared length or by what has
 * arrived; throws if the client goes away in the middle.
 */
export const readBody = async (
  request: IncomingMessage,
  maxBytes: number,
): Promise<Result<Buffer, 'too-large'>> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused('too-large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) return refused('too-large')
    chunks.push(bytes)
  }
  return ok(Buffer.concat(chunks))
}
