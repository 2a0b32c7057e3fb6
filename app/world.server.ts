import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { putLogo, removeDemoContent, seedDemo } from '#db/demo/seed-demo.ts'
import { addressOf, canonicalAddress, loggedPath } from './addresses.ts'
import { chooseFeed } from './features/catalogue/feed.commands.server.ts'
import { feedImportJob, feedTroubleJob } from './features/catalogue/jobs.server.ts'
import type { PaymentContext } from './features/payments/commands.server.ts'
import { paymentJobs } from './features/payments/jobs.server.ts'
import {
  gatewayOutside,
  openPayment,
  type Payment,
  type ProviderForTests,
} from './features/payments/provider.server.ts'
import type { Actor } from './kernel/actor.ts'
import type { Result } from './kernel/result.ts'
import { announcementsOf } from './server/announcements.ts'
import type { AppContext } from './server/app-context.ts'
import { migrate } from './server/database/migrate.ts'
import { type AppDatabase, openDatabase } from './server/database/open-database.ts'
import { type DemoDecision, decideDemo, recordDemo, recordedDemo } from './server/demo.ts'
import { type Env, problemsOfRealShop, readEnv } from './server/env.ts'
import { createEventStreams, type EventStreams } from './server/http/event-streams.ts'
import { createFileAnswer } from './server/http/files.ts'
import { listen, type RequestHandler } from './server/http/http-server.ts'
import { createRenderLanes, type RenderLanes } from './server/http/render-lanes.ts'
import { writeOrigins } from './server/http/request-checks.ts'
import { createHttpHandler, type RequestIdentity } from './server/http/request-handler.ts'
import { startJobs } from './server/jobs.ts'
import { createLog } from './server/log.ts'
import { mailJobName, mailJobs } from './server/mail/worker.ts'
import { authSecretOf } from './server/session/auth-secret.ts'
import { type SessionTokenOf, sessionTokenReader } from './server/session/session-cookie.ts'
import { leftOfSample, type OwnSettings, readShopSettings } from './server/shop-settings.ts'
import { houseOriginOf, recordSiteOrigin, siteOriginOf } from './server/site-origin.ts'
import { appContext, createServices } from './services.server.ts'

export { runCommand } from './owner-commands.server.ts'

const megabyte = 1_048_576
const pageCacheBytes = 48 * megabyte
// With the jobs, which end beside the requests, the whole stop stays within 10 s (reliability D3).
const closeGraceMs = 8_000
const webhookPath = '/api/stripe/webhook'

/** A shop that answers requests, wherever they come from. */
export interface OpenShop {
  readonly origin: string
  readonly demo: boolean
  /** Lines for the person who started it. */
  readonly announcements: readonly string[]
  answer: RequestHandler
  /** From now on `/readyz` says no, and no job starts. */
  startClosing(): void
  close(): Promise<void>
}

/** A shop with its own port. */
export interface ServedShop {
  readonly origin: string
  readonly announcements: readonly string[]
  close(): Promise<void>
}

/** The start was refused: `problems` holds one sentence each, for the person who started it. */
export class StartRefused extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const orRefusal = <T>(read: Result<T, readonly string[]>): T => {
  if (!read.ok) throw new StartRefused(read.error)
  return read.value
}

/**
 * Serves the shop on its own port until `close`. `clientDir` is the folder of built files. Throws StartRefused when a
 * setting is missing or unsafe, and what listening throws when the port is taken.
 */
export const serve = async (clientDir: string): Promise<ServedShop> => {
  const env = orRefusal(readEnv())
  const server = await listen(env.HOST, env.PORT)
  const shop = await open({ port: server.port, clientDir }).catch(async (error) => {
    await server.close(0)
    throw error
  })
  server.handOver(shop.answer)
  return {
    origin: shop.origin,
    announcements: shop.announcements,
    async close() {
      shop.startClosing()
      await server.close(closeGraceMs)
      await shop.close()
    },
  }
}

const demoOrRefusal = async (env: Env, own: OwnSettings, { db }: AppDatabase): Promise<Decided> => {
  const decision = decideDemo(env, await recordedDemo(db))
  if ('problem' in decision) throw new StartRefused([decision.problem])
  const problems = decision.demo ? [] : [...problemsOfRealShop(env), ...leftOfSample(own)]
  if (problems.length > 0) throw new StartRefused(problems)
  return decision
}

type Decided = Exclude<DemoDecision, { problem: string }>

const atStart: Actor = { kind: 'system', name: 'start' }

/** What must be there before the first page: the logo, the demo's content or none of it, and which fabrics are shown. */
const prepareContent = async (ctx: AppContext, { demo, endsDemo }: Decided): Promise<void> => {
  await putLogo(ctx.imagesDir)
  if (endsDemo) await removeDemoContent(ctx)
  await chooseFeed(ctx, atStart, ctx.feedUrl)
  if (demo) await seedDemo(ctx, ctx.imagesDir)
  await recordDemo(ctx.db, demo)
}

/**
 * The composition root: reads the settings, opens and migrates the database, and builds the world once. `port` is where
 * the caller listens; without `env` the process's own settings count; without `clientDir` somebody else serves the built files.
 * `providerForTests` leads a shop that is no demo to a test's own payment simulator; the doors of the shop never give it.
 */
export const open = async (at: {
  env?: Record<string, string | undefined>
  port: number
  clientDir?: string
  providerForTests?: ProviderForTests
}): Promise<OpenShop> => {
  const env = orRefusal(readEnv(at.env))
  const own = orRefusal(readShopSettings(env))
  const log = createLog(env.LOG_LEVEL, (line) => process.stdout.write(line), Date.now)
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: resolve(env.DATA_DIR), log })
  try {
    await migrate(database)
    const decision = await demoOrRefusal(env, own, database)
    const { demo } = decision
    const secret = orRefusal(await authSecretOf(env.AUTH_SECRET, env.DATA_DIR))
    const siteOrigin = siteOriginOf(env, at.port)
    const { settings } = own
    let wakeMail = () => {}
    const ctx = createServices({
      env,
      settings,
      db: database.db,
      log,
      demo,
      siteOrigin,
      wakeMail: () => wakeMail(),
    })
    await prepareContent(ctx, decision)
    await recordSiteOrigin(database.db, siteOrigin)
    const payment = await openPayment({ ...at, env, demo, log, siteOrigin })
    return buildWorld({
      env,
      ctx,
      onJobs: (wake) => {
        wakeMail = wake
      },
      database,
      port: at.port,
      payment,
      lanes: createRenderLanes(),
      streams: createEventStreams(),
      sessionTokenOf: sessionTokenReader(secret, siteOrigin),
      clientDir: at.clientDir,
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface WorldParts {
  readonly env: Env
  readonly ctx: AppContext
  readonly onJobs: (wakeMail: () => void) => void
  readonly database: AppDatabase
  /** Where the caller listens. */
  readonly port: number
  readonly payment: Payment
  readonly lanes: RenderLanes
  readonly streams: EventStreams
  readonly sessionTokenOf: SessionTokenOf
  readonly clientDir: string | undefined
}

const buildWorld = (parts: WorldParts): OpenShop => {
  const { env, ctx, database, payment } = parts
  const { demo, siteOrigin, feedUrl } = ctx
  const checkout: PaymentContext = {
    ...ctx,
    gateway: payment.gateway,
  }
  const work = [
    ...(feedUrl === undefined
      ? []
      : [feedImportJob(checkout, { url: feedUrl, demo }), feedTroubleJob(checkout)]),
    ...paymentJobs(checkout),
    ...mailJobs(ctx),
  ]
  const jobs = startJobs(work, ctx.log)
  parts.onJobs(() => jobs.wake(mailJobName))
  let closing: Promise<void> | undefined
  const answer = buildAnswer(parts, checkout, async () => closing === undefined && (await answers(database)))
  ctx.log.info('shop is open', {
    origin: siteOrigin,
    demo,
    engine: database.engine,
    jobs: work.map(({ name }) => name),
  })
  return {
    origin: siteOrigin,
    demo,
    announcements: announcementsOf({
      demo,
      siteOrigin,
      houseOrigin: houseOriginOf(env, parts.port),
      webhookPath,
      trustedProxyHeader: env.TRUSTED_PROXY,
      mailServerIsSet: env.SMTP_URL !== undefined,
    }),
    answer,
    startClosing() {
      parts.lanes.close()
      parts.streams.close()
      closing ??= jobs.close()
    },
    async close() {
      await (closing ?? jobs.close())
      ctx.mail.close()
      await payment.close()
      await database.close()
    },
  }
}

/** What answers a request: a kept page, a file, the practice pay page, or a page drawn by React Router. */
const buildAnswer = (parts: WorldParts, checkout: PaymentContext, ready: () => Promise<boolean>) => {
  const { env, payment } = parts
  const { demo, siteOrigin, imagesDir } = parts.ctx
  const answerFile = createFileAnswer(parts.clientDir, imagesDir)
  return createHttpHandler({
    log: parts.ctx.log,
    siteOrigin,
    writeOrigins: writeOrigins(siteOrigin, { demo, listensOn: env.HOST }),
    trustedProxyHeader: env.TRUSTED_PROXY,
    redirectOtherHosts: !demo,
    // With hot reload every page is drawn anew.
    addressOf: import.meta.env.DEV ? (path) => ({ ...addressOf(path), cache: 'never' }) : addressOf,
    canonicalAddress,
    loggedPath,
    newRequestId: randomUUID,
    pageCacheBytes,
    lanes: parts.lanes,
    streams: parts.streams,
    hasSession: (cookie) => parts.sessionTokenOf(cookie) !== undefined,
    answerFile: async (request, response) =>
      (await payment.answerPayPage(request, response)) || answerFile(request, response),
    ready,
    renderPage: buildDraw(checkout),
  })
}

/** Draws one request's page, with what loaders and actions need handed over in the router's context. */
const buildDraw = (checkout: PaymentContext) => {
  const drawPage = createRequestHandler(build, import.meta.env.MODE)
  return (request: Request, identity: RequestIdentity): Promise<Response> => {
    const context = new RouterContextProvider()
    const { requestId, clientAddress, waitOutside } = identity
    context.set(appContext, {
      ...checkout,
      log: checkout.log.with({ requestId }),
      gateway: gatewayOutside(checkout.gateway, waitOutside),
      requestId,
      actor: { kind: 'visitor', address: clientAddress },
    })
    return drawPage(request, context)
  }
}

const answers = (database: AppDatabase): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  )
