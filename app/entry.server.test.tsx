import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { type ReactNode, Suspense, use } from 'react'
import { createRequestHandler, RouterContextProvider, Scripts } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import handleRequest from './entry.server.tsx'
import { appContext } from './services.server.ts'

afterEach(() => void vi.useRealTimers())

test('a page that cannot be rendered leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const context = new RouterContextProvider()
  context.set(appContext, JSON.parse('{"requestId":"request-1"}'))
  const rendered = handleRequest(
    new Request('https://shop.example/'),
    200,
    new Headers(),
    JSON.parse('{}'),
    context,
  )
  await expect(rendered).rejects.toThrow()
  expect(vi.getTimerCount()).toBe(0)
})

const root = 'root'

/** A page of `Shown`, whose loader gives `given`, as the router asks for it. */
const pageOf = async (Shown: () => ReactNode, given: object = {}) => {
  const module = {
    loader: () => given,
    Layout: ({ children }: { children: ReactNode }) => (
      <html lang="ja">
        <body>
          {children}
          <Scripts />
        </body>
      </html>
    ),
    default: Shown,
    ErrorBoundary: () => 'failed',
  }
  const parts = { id: root, path: '/', hasLoader: true, hasErrorBoundary: true, module: '/root.js' }
  const files = { module: '/entry.js', imports: [], css: [] }
  const build = {
    entry: { module: { default: handleRequest, handleError: () => {} } },
    routes: { [root]: { id: root, path: '/', module } },
    assets: { entry: files, routes: { [root]: parts }, url: '/manifest-1.js', version: '1' },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    publicPath: '/',
    assetsBuildDirectory: '',
    routeDiscovery: { mode: 'initial' },
    allowedActionOrigins: [],
  }
  const context = new RouterContextProvider()
  const withStyles = () => ({ edits: [], styleHashes: [] })
  context.set(appContext, Object.assign(JSON.parse('{"requestId":"request-1"}'), { withStyles }))
  const answer = await createRequestHandler(Object.assign(JSON.parse('{}'), build))(
    new Request('https://shop.example/'),
    context,
  )
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy') ?? '',
    html: await answer.text(),
  }
}

const scriptsOf = (html: string) =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)

test('what a loader gave reaches the browser’s router whole, whatever stands in it, and the policy names each script', async () => {
  const given = { text: '</script><!-- & \u2028\u2029 "布" \\' }
  const { html, policy } = await pageOf(() => 'shown', given)
  expect(html).toMatch(/^<!DOCTYPE html><html lang="ja"><head>.*<body>shown.*<\/script><\/body><\/html>$/s)
  expect(html).not.toContain('nonce')
  const scripts = scriptsOf(html)
  for (const script of scripts)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  let handed = ''
  const [enqueue = '', close = ''] = scripts.slice(-2)
  const streamController = { enqueue: (some: string) => (handed += some), close: () => (handed += 'closed') }
  for (const script of [enqueue, close])
    runInNewContext(script, { window: { __reactRouterContext: { streamController } } })
  expect(JSON.parse(handed.replace(/closed$/, ''))).toContain(given.text)
  expect(handed).toMatch(/closed$/)
})

const afterwards = (wait: () => Promise<string>) => {
  let text: Promise<string> | undefined
  return function Later() {
    text ??= wait()
    return use(text)
  }
}

test('a part of a page that waits is drawn before the page is sent', async () => {
  const Later = afterwards(async () => {
    await nextTurn()
    return 'later'
  })
  const { html } = await pageOf(() => (
    <>
      at once
      <Suspense fallback="not yet">
        <Later />
      </Suspense>
    </>
  ))
  expect(html).toMatch(/^<!DOCTYPE html>.*at once.*later.*streamController\.close/s)
  expect(html).not.toContain('not yet')
})

test('a page of which a part fails is not sent without it', async () => {
  const Later = afterwards(async () => {
    await nextTurn()
    throw new Error('not now')
  })
  const { html, status } = await pageOf(() => (
    <>
      at once
      <Suspense fallback="not yet">
        <Later />
      </Suspense>
    </>
  ))
  expect(status).toBe(500)
  expect(html).not.toContain('at once')
})
