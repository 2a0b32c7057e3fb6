// The least that an answer can cost: the bytes and headers of one page from a bare node:http server.
import { createServer } from 'node:http'

process.once('message', ({ headers, body }) => {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
