// The lowest cost of an answer: a page's bytes and headers from a bare node:http server.
import { createServer } from 'node:http'

process.once('message', ({ headers, body }) => {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
