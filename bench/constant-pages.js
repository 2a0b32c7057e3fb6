// The lowest cost of a rendered page: the router's own handler, with constants for what loaders read.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { root } from '../scripts/install-when-missing.js'

const { routerParts } = await import(pathToFileURL(join(root, 'build/server/app.js')).href)
const { build, createRequestHandler, RouterContextProvider, appContext } = routerParts

process.once('message', ({ data }) => {
  const constant = ({ loader: _, ...module }, read) =>
    read === undefined ? module : { ...module, loader: () => read }
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      { ...route, module: constant(route.module, data[id]?.data) },
    ]),
  )
  const render = createRequestHandler({ ...build, routes }, 'production')
  const server = createServer(
    createRequestListener((request) => {
      const context = new RouterContextProvider()
      context.set(appContext, { requestId: 'bench' })
      return render(request, context)
    }),
  )
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
