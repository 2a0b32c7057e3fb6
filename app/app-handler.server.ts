import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { answerBeforeUpload } from '~/features/pictures/uploads.server.ts'
import { createUnitsOfLine } from '~/features/recipes/materials/queries.server.ts'
import { callPrefixes } from './addresses.ts'
import { isHiddenFrom } from './features/desk/access/door.queries.server.ts'
import { gatewayOutside, type PaymentProvider } from './features/orders/payment/provider.server.ts'
import { createListedFabrics } from './features/products/listed-fabrics.queries.server.ts'
import { titleOfPdf } from './features/recipes/recipe.queries.server.ts'
import type { Requester } from './kernel/actor.ts'
import { deskWayIn } from './layouts/desk-way.server.ts'
import { hiddenAnswer } from './layouts/hidden-answer.ts'
import { addressOf, canonicalAddress, isDeskPath, loggedPath } from './requested-address.ts'
import { accountsOutside } from './server/auth/accounts.ts'
import { claimsDesk, deskPersonOf } from './server/auth/desk-session.ts'
import { gateCookie, requesterAfterGate } from './server/auth/gate.ts'
import { createHashWaits, passwordsOutside } from './server/auth/passwords.ts'
import { memberOfSession } from './server/auth/sessions.ts'
import { readFailureOf } from './server/database/database-errors.ts'
import type { MoveNote } from './server/database/move-note.ts'
import type { AppDatabase } from './server/database/open-database.ts'
import type { ReadReplica } from './server/database/read-replica.ts'
import { createMomentHolder } from './server/database/until-written.ts'
import type { Env } from './server/env.ts'
import type { EventStreams } from './server/http/event-streams.ts'
import { fallbackMessage } from './server/http/fallback-page.ts'
import { createFileHandler } from './server/http/files.ts'
import { HtmlResponse } from './server/http/html-response.ts'
import { createHttpHandler, pageCacheClient, type RequestIdentity } from './server/http/http-handler.ts'
import type { RequestHandler } from './server/http/http-server.ts'
import { nonceAttribute } from './server/http/inline-hashes.ts'
import type { RenderLanes } from './server/http/render-lanes.ts'
import { writeOrigins } from './server/http/request-checks.ts'
import { retryAfterSeconds } from './server/http/send-response.ts'
import { createShownStyles, sheetParts } from './server/http/shown-styles.ts'
import { errorFields } from './server/log.ts'
import { mailOutside } from './server/mail/transport.ts'
import { keptPagesTopic } from './server/page-cache.ts'
import { encoderOutside } from './server/pictures/picture-encoder.ts'
import { renamedCookies } from './server/session/cookies.ts'
import { deviceMark, knownDeviceOf } from './server/session/known-device.ts'
import { type SessionTokenOf, sessionCookie } from './server/session/session-cookie.ts'
import { sharedRead } from './server/shared-read.ts'
import {
  appContext,
  databaseAwayContext,
  hiddenPageContext,
  type Services,
  type SharedReads,
  wayToDeskContext,
} from './services.server.ts'
import { styleSheetsOf } from './ui/style-sheets.tsx'

/** For bench/recipes.js, which answers from constants. */
export const routerParts = { build, createRequestHandler, RouterContextProvider, appContext }

const pageCacheBytes = 8 * 1_048_576

interface HandlerParts {
  readonly env: Env
  readonly services: Services
  readonly database: Pick<AppDatabase, 'dbOfEvents' | 'wasAwaySince'>
  readonly provider: PaymentProvider
  readonly lanes: RenderLanes
  readonly streams: EventStreams
  readonly sessionTokenOf: SessionTokenOf
  readonly clientDir: string | undefined
  readonly replica: ReadReplica | undefined
  readonly isReady: () => Promise<boolean>
  readonly writesFail: () => boolean
  readonly isShort: () => boolean
  readonly isTight: () => boolean
  readonly takesWrites: () => boolean
  readonly move: () => MoveNote | undefined
}

export const createAppHandler = (parts: HandlerParts): RequestHandler => {
  const { env, services, provider } = parts
  const { demo, siteOrigin, log } = services
  // A PDF is sent even when its title cannot be read.
  const handleFile = createFileHandler(parts.clientDir, services, (url, query) =>
    titleOfPdf(services.db, { url, id: query.get('work') ?? '' }).catch((error: unknown) => {
      log.warn('the title of a PDF could not be read', errorFields(error))
      return undefined
    }),
  )
  return createHttpHandler({
    log,
    siteOrigin,
    writeOrigins: writeOrigins(siteOrigin, { demo, listensOn: env.HOST }),
    trustedProxyHeader: env.TRUSTED_PROXY,
    redirectOtherHosts: !demo,
    // Hot reload needs every page rendered anew.
    addressOf: import.meta.env.DEV ? (path) => ({ ...addressOf(path), cache: 'never' }) : addressOf,
    canonicalAddress,
    loggedPath,
    newRequestId: randomUUID,
    pageCacheBytes,
    whenPagesChange: (forget) => void services.notices.subscribe(keptPagesTopic, forget),
    lanes: parts.lanes,
    streams: parts.streams,
    hasSession: (cookie) => parts.sessionTokenOf(cookie) !== undefined,
    isAtDesk: (cookie) => claimsDesk(cookie, siteOrigin) && parts.sessionTokenOf(cookie) !== undefined,
    passesGate: (cookie = '', path) => {
      const now = services.now()
      return (
        requesterAfterGate({ kind: 'visitor', address: '' }, services, { cookie, path, now }).kind ===
        'curator'
      )
    },
    refuseUpload: async (request, clientAddress) => {
      const url = new URL(request.url ?? '/', siteOrigin)
      const { cookie } = request.headers
      try {
        const actor = await requesterOf(parts, { cookie, path: url.pathname, address: clientAddress })
        return await answerBeforeUpload(services, actor, url)
      } catch (error) {
        if (readFailureOf(error) !== 'unavailable') throw error
        log.error('an upload could not be asked about', errorFields(error))
        return databaseAway()
      }
    },
    hiddenFrom: async (request, clientAddress) => {
      const path = new URL(request.url ?? '/', siteOrigin).pathname
      try {
        const actor = await requesterOf(parts, {
          cookie: request.headers.cookie,
          path,
          address: clientAddress,
        })
        if (!(await isHiddenFrom(services, actor, path))) return null
        return actor.kind === 'visitor' ? 'visitor' : 'member'
      } catch (error) {
        if (readFailureOf(error) === 'unavailable') return null
        throw error
      }
    },
    handleFile: async (request, response) =>
      (await provider.answerPayPage(request, response)) || handleFile(request, response),
    ready: parts.isReady,
    writesFail: parts.writesFail,
    isShort: parts.isShort,
    isTight: parts.isTight,
    takesWrites: parts.takesWrites,
    move: parts.move,
    renderPage: withReplica(parts),
  })
}

const charset = '<meta charSet="utf-8"/>'
const firstScript = 'window.__reactRouterContext'
/** It goes first: by 64 bytes of each 4,096 brotli decides whether a text is one of Japanese too, which saves 400 bytes of a page. */
const titleElement = /<title>[^<]*<\/title>/

/** By their names in the build (scripts/area-sheets.js); throws when one is missing. */
const readStyles = (clientDir: string): Pick<SharedReads, 'withStyles'> => {
  const files = readdirSync(join(clientDir, 'assets'))
  const pageSheets = new Map<
    string,
    { readonly link: string; readonly shownIn: ReturnType<typeof createShownStyles> }
  >()
  const pageSheet = (path: string) => {
    const sheets = styleSheetsOf(path)
    const names = sheets.join(' ')
    const known = pageSheets.get(names)
    if (known !== undefined) return known
    const page = `page-${sheets.slice(1).join('-')}`
    const file = files.find((one) => new RegExp(`^${page}-[\\w-]{8}\\.css$`).test(one))
    if (file === undefined) throw new Error(`the build has no style sheet ${page}`)
    const parts = sheetParts.parse(
      JSON.parse(readFileSync(join(clientDir, '..', 'server', `${page}.json`), 'utf8')),
    )
    const sheet = {
      link: `<link rel="stylesheet" href="/assets/${file}" data-precedence="page" data-sheets="${names}"/>`,
      shownIn: createShownStyles(parts),
    }
    pageSheets.set(names, sheet)
    return sheet
  }
  return {
    withStyles(path, html, nonce) {
      const { link, shownIn } = pageSheet(path)
      const { text, hash } = shownIn(html)
      const head = html.indexOf(charset)
      const scripts = html.indexOf(`<script${nonceAttribute(nonce)}>${firstScript}`, head)
      const end = scripts === -1 ? html.lastIndexOf('</body>') : scripts
      const { 0: title = '', index: titleAt = 0 } = titleElement.exec(html) ?? {}
      const edits = [
        { at: head, cut: 0, put: title },
        { at: head + charset.length, cut: 0, put: `<style>${text}</style>` },
        { at: titleAt, cut: title.length, put: '' },
        { at: end, cut: 0, put: link },
      ]
      return { edits, styleHashes: [hash] }
    },
  }
}

const stylesOfBundler: Pick<SharedReads, 'withStyles'> = {
  withStyles: () => ({ edits: [], styleHashes: [] }),
}

/** Pages for everybody come from a fresh replica; a failed one is rendered again from the database (D55). */
const withReplica = (parts: HandlerParts) => {
  const renderPage = createPageRenderer(parts, parts.services.db)
  const { replica } = parts
  if (replica === undefined) return renderPage
  const renderThere = createPageRenderer(parts, replica.db)
  return async (request: Request, identity: RequestIdentity): Promise<Response> => {
    if (identity.clientAddress !== pageCacheClient || !replica.isFresh()) return renderPage(request, identity)
    const rendered = await renderThere(request, identity)
    if (rendered.status < 500) return rendered
    replica.distrust()
    return renderPage(request, identity)
  }
}

const createPageRenderer = (parts: HandlerParts, db: Services['db']) => {
  const { services, clientDir } = parts
  const shared = {
    ...(clientDir ? readStyles(clientDir) : stylesOfBundler),
    listedFabrics: sharedRead(createListedFabrics(db), () => performance.now()),
    unitsOfLine: createUnitsOfLine(),
  }
  // What must be gone at once (R56) is not in a page that was begun afterwards either.
  const dbForEverybody = createMomentHolder(
    db,
    (renew) => void services.notices.subscribe(keptPagesTopic, renew),
  )
  const hashWaits = createHashWaits()
  const render = createRequestHandler(build, import.meta.env.MODE)
  const renamedIn = (request: Request, response: Response, actor: Requester): string[] => {
    const { siteOrigin, memberSettings } = services
    const header = request.headers.get('cookie')
    const signing = { secret: memberSettings.secret, siteOrigin }
    const judged = [
      { cookie: sessionCookie, isGood: () => parts.sessionTokenOf(header ?? undefined) !== undefined },
      { cookie: deviceMark, isGood: () => knownDeviceOf(header, signing) !== undefined },
      { cookie: gateCookie, isGood: () => actor.kind === 'curator' },
    ]
    return renamedCookies(header, judged, siteOrigin, response.headers.getSetCookie())
  }
  return async (
    request: Request,
    { requestId, clientAddress, waitOutside }: RequestIdentity,
  ): Promise<Response> => {
    const startedAt = performance.now()
    const log = services.log.with({ requestId })
    const cookie = request.headers.get('cookie') ?? undefined
    const path = new URL(request.url).pathname
    const requester = await requesterOf(parts, { cookie, path, address: clientAddress }).catch(
      (error: unknown) => {
        log.error('session could not be read', errorFields(error))
        return undefined
      },
    )
    const waitForHash = hashWaits(clientAddress, waitOutside)
    const context = new RouterContextProvider()
    context.set(appContext, {
      ...services,
      db: clientAddress === pageCacheClient ? dbForEverybody() : db,
      ...shared,
      ...(addressOf(path).writes === 'signed' && { db: parts.database.dbOfEvents }),
      log,
      gateway: gatewayOutside(services.gateway, waitOutside),
      mail: mailOutside(services.mail, waitOutside),
      pictureEncoder: encoderOutside(services.pictureEncoder, waitOutside),
      accounts: accountsOutside(services.accounts, waitForHash),
      passwords: passwordsOutside(services.passwords, waitForHash),
      pause: (ms) => waitOutside(() => services.pause(ms)),
      requestId,
      get actor() {
        if (requester !== undefined) return requester
        // Nobody is signed out: what needs the member fails, as JSON or by an error page (D2).
        throw databaseAway()
      },
    })
    if (!isCall(path) && claimsDesk(cookie, services.siteOrigin))
      context.set(wayToDeskContext, await wayToDesk(parts, { cookie, path, address: clientAddress }))
    const isOfDesk = isDeskPath(path)
    const isHidden = requester !== undefined && isOfDesk && (await isHiddenFrom(services, requester, path))
    if (isHidden && path.endsWith('.data')) return nothingThere()
    if (isHidden) context.set(hiddenPageContext, { signInFor: signInFor(requester, request) })
    const response = await render(isHidden ? unknownPage(request) : request, context)
    const renamed = requester === undefined ? [] : renamedIn(request, response, requester)
    for (const cookie of renamed) response.headers.append('set-cookie', cookie)
    // What a member sees is hers alone (ASVS 14.3.2), and so is the page of an invitation before she signs in (N78).
    const isHers = requester?.kind !== 'visitor' || (isOfDesk && !isHidden)
    if (isHers || renamed.length > 0) response.headers.set('cache-control', 'no-store')
    // A form that answers 500 itself does not know that the database is away.
    const isAway =
      requester === undefined || context.get(databaseAwayContext) || parts.database.wasAwaySince(startedAt)
    return response.status === 500 && isAway ? unavailable(response) : response
  }
}

const unavailable = (response: Response): Response => {
  const init = { status: 503, headers: response.headers }
  return response instanceof HtmlResponse
    ? new HtmlResponse(response.html, init)
    : new Response(response.body, init)
}

/** A hidden desk address looks like any unknown one, in the shop's frame (N6, P22). */
const unknownPage = (request: Request): Request =>
  new Request(new URL('/unknown', request.url), { headers: request.headers })

const nothingThere = (): Response =>
  new Response(hiddenAnswer, {
    status: 404,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })

const signInFor = (requester: Requester, request: Request): string | null => {
  const { pathname, search } = new URL(request.url)
  return requester.kind === 'visitor' && request.method === 'GET' ? `${pathname}${search}` : null
}

const databaseAway = (): Response =>
  Response.json(
    { message: fallbackMessage(503) },
    { status: 503, headers: { 'retry-after': retryAfterSeconds } },
  )

interface Parts {
  readonly services: Services
  readonly sessionTokenOf: SessionTokenOf
}

interface Asker {
  readonly cookie: string | undefined
  readonly path: string
  readonly address: string
}

const isCall = (path: string): boolean => callPrefixes.some((prefix) => path.startsWith(prefix))

/** Where this person of the desk was there; null for everybody else, on pages of the desk, and where it cannot be read. */
const wayToDesk = async (
  { services, sessionTokenOf }: Parts,
  { cookie, path, address }: Asker,
): Promise<string | null> => {
  const token = sessionTokenOf(cookie)
  if (token === undefined || isDeskPath(path)) return null
  const { db, memberSettings, siteOrigin } = services
  try {
    const member = await memberOfSession(db, memberSettings, { token, address, now: services.now() })
    const person = member && (await deskPersonOf(services, member, cookie, { isVisit: false }))
    return person ? deskWayIn({ cookie, siteOrigin, sessionId: person.sessionId }).last : null
  } catch (error) {
    services.log.error('the way to the desk could not be read', errorFields(error))
    return null
  }
}

/** A member, at the desk a desk person, a curator, or a visitor (A2, A3, N6). */
const requesterOf = async (
  { services, sessionTokenOf }: Parts,
  { cookie, path, address }: Asker,
): Promise<Requester> => {
  const token = sessionTokenOf(cookie)
  const now = services.now()
  const member =
    token && (await memberOfSession(services.db, services.memberSettings, { token, address, now }))
  if (member && isDeskPath(path)) return (await deskPersonOf(services, member, cookie)) ?? member
  return requesterAfterGate(member || { kind: 'visitor', address }, services, {
    cookie: cookie ?? '',
    path,
    now,
  })
}
