import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isDeskPath, loggedPath } from './requested-address.ts'
import { readFailureOf } from './server/database/database-errors.ts'
import { HtmlResponse } from './server/http/html-response.ts'
import { nonceAttribute, scriptHashesOf, withoutNonce } from './server/http/inline-hashes.ts'
import { escaped, plainPageData } from './server/http/page-data.ts'
import { edited, type PageEdit, placesOfText } from './server/http/page-edits.ts'
import { pagePolicy } from './server/http/security-headers.ts'
import { errorFields } from './server/log.ts'
import { appContext, databaseAwayContext, framedHostContext, hiddenPageContext } from './services.server.ts'
import { PageNonce } from './ui/page-nonce.ts'
import { RequestNumber } from './ui/request-number.tsx'
import { ServerSettings } from './ui/server-settings.ts'
import { StaticPage } from './ui/static-page.ts'

const renderLimitMs = 10_000

/** Renders the whole page before sending, since hashes of its inline scripts go into a header; throws when that fails. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { requestId, settings, withStyles } = context.get(appContext)
  const nonce = randomUUID()
  const routes = withRoutesFor(request, routerContext)
  const plain = withPlainData(routes)
  const stream = plain ? undefined : routerContext.serverHandoffStream
  const data = stream && (await text(stream))
  const page = await renderWhole(
    <RequestNumber value={requestId}>
      <PageNonce value={nonce}>
        <StaticPage value={context.get(hiddenPageContext) !== null}>
          <ServerSettings value={settings}>
            <ServerRouter
              context={plain ?? { ...routes, serverHandoffStream: undefined }}
              url={request.url}
              nonce={nonce}
            />
          </ServerSettings>
        </StaticPage>
      </PageNonce>
    </RequestNumber>,
    nonce,
  )
  const hasScripts = routerContext.renderMeta?.didRenderScripts === true
  const html = hasScripts && data !== undefined ? withData(page, data, nonce) : page
  const { edits: styles, styleHashes } = withStyles(new URL(request.url).pathname, html, nonce)
  const edits = [
    ...withoutNonce(html, nonce),
    ...(plain ? withoutStream(html) : []),
    ...modulesComeLater(html, nonce),
    ...styles,
  ]
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    pagePolicy({
      scriptHashes: scriptHashesOf(html, nonce, edits),
      styleHashes,
      framedHost: context.get(framedHostContext),
      dev: import.meta.env.DEV,
    }),
  )
  if (status >= 400) headers.set('cache-control', 'no-store')
  return new HtmlResponse(edited(html, edits), { status, headers })
}

/**
 * The router makes its routes anew for each page: it needs those of this page alone. Pages outside the desk load the list of routes without
 * the desk's, which the build wrote beside the whole one (docs/decisions/0169).
 */
const withRoutesFor = (request: Request, context: EntryContext): EntryContext => {
  const { manifest, staticHandlerContext } = context
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  )
  const isWhole = import.meta.env.DEV || isDeskPath(new URL(request.url).pathname)
  const url = isWhole ? manifest.url : manifest.url.replace(/\/manifest-(?=[^/]+$)/, '/visitors-')
  return { ...context, manifest: { ...manifest, routes, url } }
}

const endOfPage = '</body></html>'
const endsScript = /[<>&\u2028\u2029]/g

/** With what the loaders gave, for the router in the browser, as `ServerRouter` would hand it over in a stream of its own. */
const withData = (page: string, data: string, nonce: string): string => {
  const scripts = [`enqueue(${JSON.stringify(data).replaceAll(endsScript, escaped)})`, 'close()'].map(
    (call) => `<script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`,
  )
  return `${page.slice(0, -endOfPage.length)}${scripts.join('')}${endOfPage}`
}

/**
 * The page's data as an expression, instead of a stream of it; null where that cannot be (docs/decisions/0209). What else the router hands over is
 * the same for all pages: the build puts it before the list of routes (react-router.config.ts).
 */
const withPlainData = (context: EntryContext): EntryContext | null => {
  const { serverHandoffStream: _, ...others } = context
  const { loaderData, actionData, errors } = context.staticHandlerContext
  // The router takes what is not there for null.
  const all = Object.entries({ loaderData, actionData, errors }).filter(([, value]) => value !== null)
  const data = import.meta.env.DEV ? null : plainPageData(Object.fromEntries(all))
  if (data === null) return null
  return { ...others, serverHandoffString: `{"state":${data}}` }
}

const streamOfData =
  'window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());'

/** The last one is the router's, behind everything that anybody wrote. */
const withoutStream = (html: string): PageEdit[] => {
  const at = html.lastIndexOf(streamOfData)
  return at === -1 ? [] : [{ at, cut: streamOfData.length, put: '' }]
}

/** The router's modules must not delay what is visible. */
const modulesComeLater = (html: string, nonce: string): PageEdit[] =>
  [
    '<link rel="modulepreload"',
    '<script type="module"',
    `<script${nonceAttribute(nonce)} type="module"`,
  ].flatMap((tag) =>
    placesOfText(html, tag).map((at) => ({ at: at + tag.length, cut: 0, put: ' fetchpriority="low"' })),
  )

/** Logs each unexpected error of a loader, action or page once. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (readFailureOf(error) === 'unavailable') context.set(databaseAwayContext, true)
  context.get(appContext).log.error('page failed', {
    path: loggedPath(new URL(request.url).pathname),
    ...errorFields(error),
  })
}

/** React's mark of a part that waits, which a string leaves to the browser. */
const leftOut = '<!--$!-->'

/** In one go and as a string, which costs half of a stream (docs/decisions/0206); a page of which a part waits is drawn as one. */
const renderWhole = async (page: React.ReactElement, nonce: string): Promise<string> => {
  const html = `<!DOCTYPE html>${renderToString(page)}`
  return html.includes(leftOut) ? renderToEnd(page, nonce) : html
}

const renderToEnd = (page: React.ReactElement, nonce: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce: { script: nonce },
    // Nothing is streamed, so React need not insert parts by script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => pipe(collector(resolve)),
    onShellError: reject,
    onError: reject,
  })
  const limit = setTimeout(() => abort(new Error('the page took too long to render')), renderLimitMs)
  return promise.finally(() => clearTimeout(limit))
}

const collector = (done: (html: string) => void): Writable => {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks).toString())
      next()
    },
  })
}
