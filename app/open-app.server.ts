import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createAppHandler } from './app-handler.server.ts'
import {
  demoSettings,
  foldsOfFeatures,
  jobsOfFeatures,
  memberSteps,
  prepareFeatures,
} from './brought-by-features.server.ts'
import { problemOfKey } from './features/orders/payment/failing-pages.commands.server.ts'
import { openPaymentProvider, type ProviderForTests } from './features/orders/payment/provider.server.ts'
import { productListState } from './features/products/queries.server.ts'
import { features } from './features.server.ts'
import { watchOf } from './metrics.server.ts'
import { announcementsOf, linesOfConnections } from './server/announcements.ts'
import { problemOfBackups } from './server/backup/backup-bucket.ts'
import { demoBackups } from './server/backup/backup-process.ts'
import {
  endAfterMoveJob,
  keepEventConnectionsJob,
  noteOrdersJob,
  reportNoWritesJob,
  watchWrites,
  whileWriting,
} from './server/data-folder/data-jobs.ts'
import { lookBeforeOpening, openShopData } from './server/data-folder/open-shop-data.ts'
import { problemOfOwner, problemOfPictures, problemOfStore } from './server/data-folder/pictures-at-start.ts'
import type { FoundShop } from './server/data-folder/shop-in-database.ts'
import { lookAtReplicaJob, openReadReplica } from './server/database/read-replica.ts'
import { WritesRefused } from './server/database/write-guard.ts'
import { deskSettings, noDeskSettings, openLiveSettings, settingsOfStart } from './server/desk-settings.ts'
import { type Env, problemsOfRealShop, readEnv, withoutPlacesInDemo } from './server/env.ts'
import { createEventStreams } from './server/http/event-streams.ts'
import type { RequestHandler } from './server/http/http-server.ts'
import { createRenderLanes } from './server/http/render-lanes.ts'
import { type JobRunner, startJobs } from './server/jobs.ts'
import { openPostgresNotices } from './server/live/postgres-notices.ts'
import { createLog, errorFields, type Log } from './server/log.ts'
import { tryMailServerJob } from './server/mail/mail-server-state.ts'
import { mailJobName, mailJobs } from './server/mail/worker.ts'
import { watchMemory } from './server/memory-watch.ts'
import { createOpenParts, type OpenParts } from './server/open-parts.ts'
import { forgetOldCallsJob } from './server/rate-limit.ts'
import { foldAgainJob } from './server/search/fold-again.ts'
import { authSecretOf } from './server/session/auth-secret.ts'
import { sessionTokenReader } from './server/session/session-cookie.ts'
import { leftOfSample, type OwnSettings, readShopSettings, settingsOfDemo } from './server/shop-settings.ts'
import { forgetShopState, rememberShopState, shopState } from './server/shop-state.ts'
import { siteOriginOf } from './server/site-origin.ts'
import { atTerminal, decideDemo, orRefusal, StartRefused } from './server/start.ts'
import { createServices, type Services } from './services.server.ts'

export interface OpenApp {
  readonly origin: string
  readonly demo: boolean
  readonly announcements: readonly string[]
  readonly handle: RequestHandler
  close(): Promise<void>
  /** Resolves with a sentence when this process has nothing to do any more, since its shop has moved (D30): close it. */
  readonly ended: Promise<string>
}

export interface OpenOptions {
  readonly port: number
  readonly env?: Record<string, string | undefined>
  /** Built files; without it somebody else serves them. */
  readonly clientDir?: string
  /** Waits for running requests at the close, when no new work begins. */
  readonly drain?: () => Promise<void>
  /** Called before the data of an earlier release are changed, which may take half a minute (D75). */
  readonly onUpgrade?: () => void
  /** Gets a sentence for whoever started the shop that is only known once it is open (N65). */
  readonly tell?: (sentence: string) => void
  /** Never set by npm's commands (S11). */
  readonly providerForTests?: ProviderForTests
}

/** Opens the app for a server on `port`. Throws StartRefused for a missing or unsafe setting, and closes everything. */
export const open = async (options: OpenOptions): Promise<OpenApp> => {
  const env = orRefusal(readEnv(options.env))
  const log = createLog(env.LOG_LEVEL, (line) => process.stdout.write(line), Date.now)
  const parts = createOpenParts(log)
  try {
    return await openAll(options, env, log, parts)
  } catch (error) {
    await parts.close()
    throw atTerminal(error, env)
  }
}

/** What keeps the shop from opening is found before anything is written (D73). Throws StartRefused. */
const checkBeforeOpening = (env: Env, own: OwnSettings, shop: FoundShop | undefined): void => {
  const { demo, endsDemo } = decideDemo(env, shop?.demo)
  const { values } = (endsDemo ? undefined : shop?.desk) ?? noDeskSettings
  const settings = orRefusal(settingsOfStart(own, values))
  const problems = demo ? [] : [...problemsOfRealShop(env), ...leftOfSample({ settings, file: own.file })]
  if (problems.length > 0) throw new StartRefused(problems)
}

/** The provider is asked about the key once, at the first start of a real shop (M14); null without an answer, too. */
const refusedKeyOf = async (
  options: OpenOptions,
  env: Env,
  log: Log,
  shop: FoundShop | undefined,
): Promise<string | null> => {
  const { demo } = decideDemo(env, shop?.demo)
  if (demo || shop?.demo === '0') return null
  const siteOrigin = siteOriginOf(env, options.port)
  const provider = await openPaymentProvider({ ...options, env, demo, log, siteOrigin })
  return problemOfKey(provider.gateway).finally(() => provider.close())
}

/** A wrong place of backups is told at the start, which does not wait for it, instead of in the first night (D90). */
const tellOfBackups = (env: Env, log: Log, tell: (sentence: string) => void): void => {
  const failed = 'the place of the backups cannot be used'
  problemOfBackups(env).then(
    (problem) => {
      if (problem === null) return
      log.error(failed, { alarm: true, problem })
      tell(`ご注意：${problem}お店は開いていますが、控えは取れません。`)
    },
    (error: unknown) => log.error(failed, errorFields(error)),
  )
}

/**
 * From the first copy of the feed on, or its first failure, which the pages tell (P41). Then for good: who presses もう一度読み込む must not
 * take the shop away from everybody.
 */
const productsKnown = (db: Services['db']): (() => Promise<boolean>) => {
  let isKnown = false
  return async () => {
    isKnown ||= (await productListState(db)).kind !== 'loading'
    return isKnown
  }
}

const openAll = async (options: OpenOptions, given: Env, log: Log, parts: OpenParts): Promise<OpenApp> => {
  const read = orRefusal(readShopSettings(given))
  const place = { databaseUrl: given.DATABASE_URL, dataDir: resolve(given.DATA_DIR), log }
  const found = await lookBeforeOpening(place)
  const isDemo = decideDemo(given, found.shop?.demo).demo
  const own = isDemo ? settingsOfDemo(read, demoSettings) : read
  const env = withoutPlacesInDemo(given, isDemo)
  checkBeforeOpening(env, own, found.shop)
  const refusedStore = found.shop === undefined ? await problemOfStore(env) : null
  if (refusedStore !== null) throw new StartRefused([refusedStore])
  const refusedKey = await refusedKeyOf(options, env, log, found.shop)
  if (refusedKey !== null) throw new StartRefused([refusedKey])
  const secret = orRefusal(await authSecretOf(env.AUTH_SECRET, env.DATA_DIR))
  // From here on a first start creates the shop.
  const database = await openShopData(place, found, options.onUpgrade)
  parts.add('database', () => database.close())
  parts.add('count of orders', () => database.noteOrders())
  await database.checkWrites().catch(() => undefined)
  const connections = await database.takeConnections()
  const { db } = database
  const { demo, endsDemo } = decideDemo(env, await shopState(db, 'demo'))
  const desk = endsDemo ? noDeskSettings : await deskSettings(db)
  const live = orRefusal(openLiveSettings(own, desk, { db, log }))
  const siteOrigin = siteOriginOf(env, options.port)
  const provider = await openPaymentProvider({ ...options, env, demo, log, siteOrigin })
  parts.add('payment', () => provider.close())
  let jobs: JobRunner | undefined
  const wakeMail = () => jobs?.wake(mailJobName)

  const ownsConnections = () => database.ownsConnections
  const notices =
    env.DATABASE_URL === undefined
      ? undefined
      : openPostgresNotices(env.DATABASE_URL, log, { ownsConnections })
  if (notices) parts.add('notices', () => notices.close())
  const shop = createServices({
    env,
    settings: live.current,
    fileSettings: own,
    db,
    log,
    demo,
    siteOrigin,
    secret,
    memberSteps,
    wakeMail,
    // Processes compare leases, so all use the clock of their database (D49).
    now: () => Date.now() + database.clockAheadMs(),
    ...(notices && { notices }),
  })
  const services: Services = {
    ...shop,
    gateway: provider.gateway,
    get settings() {
      return live.current
    },
  }
  live.listenTo(services.notices)
  parts.add('mail', () => services.mail.close())
  parts.add('alarm way', () => services.alarmWay?.close())
  const notOurs = await problemOfOwner(env, services)
  if (notOurs !== null) throw new StartRefused([notOurs])
  const pictures = await problemOfPictures(env, services)
  if (pictures !== null && !demo) throw new StartRefused([pictures])
  const tell = options.tell ?? (() => {})
  tellOfBackups(env, log, tell)
  await prepareFeatures(services, endsDemo)
  // What was backed up was the demo.
  if (endsDemo) {
    await forgetShopState(db, 'last_backup')
    await forgetShopState(db, 'backup_run')
    await rm(demoBackups(env.DATA_DIR), { recursive: true, force: true })
  }
  if (demo) await provider.learnPayments(db)
  await rememberShopState(db, 'demo', demo ? '1' : '0')
  await rememberShopState(db, 'site_origin', siteOrigin)
  if (!demo && (await shopState(db, 'opened_at')) === undefined)
    await rememberShopState(db, 'opened_at', String(services.now()))
  const work = [
    ...jobsOfFeatures(services),
    foldAgainJob(services, foldsOfFeatures),
    forgetOldCallsJob(services),
    ...mailJobs(services),
    tryMailServerJob(services, tell),
    noteOrdersJob(database),
  ]
  const heardItself = (await notices?.heardItself) ?? true
  const replica = env.DATABASE_READ_URL
    ? await openReadReplica(env.DATABASE_READ_URL, db, { log, clock: () => performance.now() })
    : undefined
  if (replica) parts.add('replica', () => replica.close())
  const clock = () => performance.now()
  const writes = watchWrites(database, clock)
  const writesFail = () => writes.failingSince() !== undefined
  const watch = await watchOf(env, services, writesFail)
  const ofWrites = {
    failing: `${live.current.name}：お店のデータに書き込めないため、ご注文を受けられません。`,
    over: `${live.current.name}：お店のデータに、また書き込めるようになりました。`,
  }
  const ended = Promise.withResolvers<string>()
  jobs = startJobs(
    watch.jobs([
      ...work.map((job) => whileWriting(database, job)),
      writes.job,
      keepEventConnectionsJob(database),
      endAfterMoveJob(database, clock, (place) => ended.resolve(movedTo(place))),
      live.job,
      ...(replica ? [lookAtReplicaJob(replica)] : []),
      reportNoWritesJob(writes, services.alarmWay, ofWrites, clock),
    ]),
    log,
  )
  const { close: closeJobs } = jobs
  parts.add('jobs', closeJobs)
  parts.add('requests in flight', options.drain ?? (() => {}))
  const memory = watchMemory(log)
  parts.add('memory watch', memory.close)
  const lanes = watch.lanes(createRenderLanes())
  const streams = createEventStreams()
  const isStocked = productsKnown(db)
  let isClosing = false
  parts.add('new work', () => {
    isClosing = true
    lanes.close()
    streams.close()
    void closeJobs()
  })
  log.info('shop is open', {
    origin: siteOrigin,
    demo,
    engine: database.engine,
    connections,
    jobs: work.map(({ name }) => name),
  })
  return {
    origin: siteOrigin,
    demo,
    announcements: [
      ...announcementsOf(given, services, options.port),
      ...(connections === undefined ? [] : linesOfConnections(connections, heardItself)),
      ...(pictures === null ? [] : [pictures]),
      ...(found.warning === null ? [] : [`ご注意：${found.warning}`]),
      ...features.flatMap((feature) => (demo && feature.demo?.announcements?.(siteOrigin)) || []),
    ],
    handle: watch.requests(
      createAppHandler({
        env,
        services,
        database,
        provider,
        lanes,
        streams,
        sessionTokenOf: sessionTokenReader(secret, siteOrigin),
        clientDir: options.clientDir,
        replica,
        takesWrites: () => !database.refusesWrites,
        move: () => database.move,
        isShort: memory.isShort,
        writesFail,
        isTight: memory.isTight,
        isReady: async () =>
          !isClosing &&
          !memory.isShort() &&
          (await database
            .ping()
            .then(
              isStocked,
              // Reads go on during a move (D30).
              (error: unknown) => error instanceof WritesRefused && error.move !== undefined,
            )
            // A database that went away between the two is not ready either.
            .catch(() => false)),
      }),
    ),
    close: parts.close,
    ended: ended.promise,
  }
}

const movedTo = (place: string): string =>
  `お店は ${place} へ引っ越しました。ここでは何も受け付けないため、このプロセスを終わります。.env をその場所に合わせて、npm start で開いてください。`
