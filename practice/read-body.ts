import type { IncomingMessage } from 'node:http'

/** The body as text, or undefined when it is longer than `mostBytes`: the rest is dropped, so the line can still be answered. */
export const readBody = (request: IncomingMessage, mostBytes: number): Promise<string | undefined> => {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > mostBytes) resolve(undefined)
    else chunks.push(chunk)
  })
  request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  request.on('error', reject)
  return promise
}
