// The shop from its sources through Vite; app.server.ts is loaded again when a file of the server changes.
import { createServer } from 'node:http'
import { createServer as createViteServer } from 'vite'
import { root } from './install-when-missing.js'
import { problemsAtStart } from './start-problem.js'

const front = createServer()
const vite = await createViteServer({
  root,
  appType: 'custom',
  server: { middlewareMode: true, ws: { server: front } },
})

let shop
let app
let turn = Promise.resolve()

const openPresentShop = async () => {
  const loaded = await vite.ssrLoadModule('/app/app.server.ts')
  if (loaded === app) return shop
  await shop?.close()
  shop = undefined
  const { port } = front.address()
  shop = await loaded.open({ env: { ...process.env, PORT: String(port) }, port })
  app = loaded
  return shop
}

/** One request at a time opens the shop, or each would open its own. */
const presentShop = () => {
  turn = turn.then(openPresentShop, openPresentShop)
  return turn
}

front.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      await (await presentShop()).handle(request, response)
    } catch (error) {
      vite.ssrFixStacktrace(error)
      console.error(error)
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.stack)
    }
  })
})
front.on('error', (error) => {
  for (const problem of problemsAtStart(error)) console.error(problem)
  process.exit(1)
})
front.listen(Number(process.env.PORT || 3000), process.env.HOST || '127.0.0.1', async () => {
  await presentShop().catch((error) => console.error(error))
  console.log(`\n  http://localhost:${front.address().port}  (with hot reload)\n`)
  for (const line of shop?.announcements ?? []) console.log(`  ${line}`)
})

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, async () => {
    front.close()
    front.closeAllConnections()
    await shop?.close()
    await vite.close()
    process.exit(0)
  })
