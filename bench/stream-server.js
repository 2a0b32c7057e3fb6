// The server of streams.js, in a process of its own.
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { createEventStreams, EventStream } from '../app/server/http/event-streams.ts'
import { createHttpHandler } from '../app/server/http/http-handler.ts'
import { listen } from '../app/server/http/http-server.ts'
import { createRenderLanes } from '../app/server/http/render-lanes.ts'
import { createNotices } from '../app/server/live/notices.ts'
import { createLog } from '../app/server/log.ts'

const notices = createNotices()
const streams = createEventStreams()
const loader = () =>
  new EventStream(({ send }) => notices.subscribe('recipe', (version) => send(String(version))))
let version = 0
const route = { id: 'events', path: 'events', module: { loader } }
const router = createRequestHandler(
  {
    entry: { module: { default: () => new Response() } },
    routes: { events: route },
    assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  },
  'production',
)
const server = await listen('127.0.0.1', 0)
server.handOver(
  createHttpHandler({
    log: createLog('error', (line) => process.stdout.write(line), Date.now),
    siteOrigin: 'http://localhost',
    writeOrigins: () => [],
    trustedProxyHeader: 'x-real-ip',
    redirectOtherHosts: false,
    addressOf: () => ({
      cache: 'never',
      bodyBytes: { visitor: 0, session: 0 },
      upload: false,
      stream: true,
      writes: 'same origin',
      lane: 'pages',
    }),
    canonicalAddress: (url) => url,
    loggedPath: (path) => path,
    newRequestId: () => crypto.randomUUID(),
    pageCacheBytes: 0,
    lanes: createRenderLanes({
      cached: { inFlight: 2, queue: 32, longestWaitMs: 3_000 },
      pages: { inFlight: 4, queue: 200, longestWaitMs: 3_000 },
      checkout: { inFlight: 4, queue: 64, longestWaitMs: 3_000 },
      desk: { inFlight: 2, queue: 16, longestWaitMs: 3_000 },
    }),
    streams,
    hasSession: () => false,
    handleFile: async () => false,
    ready: async () => true,
    renderPage: (request) => router(request, new RouterContextProvider()),
  }),
)

process.on('message', async (question) => {
  if (question === 'publish') {
    version += 1
    return notices.publish('recipe', version)
  }
  if (question === 'memory') {
    for (const _ of [1, 2, 3]) {
      globalThis.gc()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return process.send(process.memoryUsage().rss)
  }
  streams.close()
  await server.close(10_000)
  process.exit(0)
})
process.send({ port: server.port })
