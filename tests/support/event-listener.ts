import { createServer, type IncomingMessage } from 'node:http'

const rawBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

export const listenForPosts = async (
  answer: (
    path: string,
    body: Buffer,
    request: IncomingMessage,
  ) => Promise<{ status: number; body?: string }>,
): Promise<{ url: string; close: () => void }> => {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request.url ?? '/', await rawBody(request), request)
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
