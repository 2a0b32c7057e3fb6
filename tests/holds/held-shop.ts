import { createHmac } from 'node:crypto'
import pg from 'pg'
import { type PaymentSimulator, startPaymentSimulator } from '#payment-simulator/simulator.ts'
import { putProducts } from '../../app/features/products/commands.server.ts'
import type { Engine } from '../../app/server/database/engine.ts'
import { type AppDatabase, openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { memberForTests, withPlainPasswords } from '../support/account-for-tests.ts'
import { providerKeys } from '../support/checkout-context-for-tests.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type FeedServer, feedRow, list, startFeedServer } from '../support/feed-server.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type PoolMode, startPooler } from '../support/pooler.ts'
import { realShopSettings } from '../support/real-shop-settings.ts'
import { addRecipes } from '../support/recipe-for-tests.ts'
import { bucketForTests, picturesKeyForTests, startS3 } from '../support/s3-server.ts'
import { fabricForTests } from '../support/sample-products.ts'
import { servicesForTests } from '../support/services-for-tests.ts'
import { type ShopEnvironment, type ShopProcess, startShop } from '../support/shop-process.ts'
import { countForTests } from '../support/stock-for-tests.ts'

const secret = 'a secret of the held shop, long enough to sign with'
const cookieName = 'better-auth.session_token'
export const passwordOfMembers = 'present-1'

/** The built shop as a real one, with each service that it uses behind a proxy; tests reach the services directly. */
export interface HeldShop {
  readonly process: ShopProcess
  /** Another process of the same shop. */
  beside(env: ShopEnvironment): Promise<ShopProcess>
  readonly engine: Engine
  /** For tests only. */
  readonly database: AppDatabase
  readonly provider: PaymentSimulator
  readonly mails: MailServer
  readonly feed: FeedServer
  readonly faults: Readonly<Record<'provider' | 'mail' | 'database' | 'feed' | 'pictures', FaultProxy>>
  readonly members: readonly { readonly id: string; readonly email: string; readonly cookie: string }[]
  readonly recipes: readonly string[]
}

export interface HeldOptions {
  /** The address of a PostgreSQL cluster, in which the shop gets a new database. */
  readonly postgres?: string
  /** Owns the database, and is who the shop is to it; tests stay superusers. */
  readonly role?: string
  /** Before the database, with room for two processes, and how it lends. */
  readonly pooler?: PoolMode
  readonly env?: ShopEnvironment
  readonly members?: number
  /** A demo accepts a feed over http; its payment provider then runs in its own process. */
  readonly demo?: boolean
  /** Units of each piece of its fabric, which is then counted stock. */
  readonly counted?: readonly number[]
  /** Its pictures are in a bucket. */
  readonly pictures?: boolean
  /** Its DATA_DIR, if it is set. */
  readonly dataDir?: string
  /** Starts a replacement for the shop's one process of this release. */
  readonly start?: (settings: ShopEnvironment, own: object) => Promise<ShopProcess>
}

const cookieOf = (token: string): string => {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`
}

const fill = async ({ db }: AppDatabase, count: number, counted: readonly number[]) => {
  const ctx = servicesForTests(db)
  const ids = Array.from({ length: count }, (_, at) => `member-${at}`)
  // One real hash for all, because each takes a tenth of a second.
  const hash = await ctx.passwords.hash(passwordOfMembers)
  const quick = { ...withPlainPasswords(ctx), passwords: { ...ctx.passwords, hash: async () => hash } }
  for (const id of ids) await memberForTests(quick, { id, name: `会員 ${id}` })
  const recipes = Array.from({ length: 6 }, (_, at) => `recipe-${at}`)
  await addRecipes(
    db,
    'member-0',
    recipes.map((id) => ({ id, title: `きんちゃく ${id}`, createdAt: Date.now() })),
  )
  await db
    .transaction()
    .execute((trx) =>
      putProducts(trx, Date.now(), [
        fabricForTests({ number: 'F-1100', name: '麻の葉', priceText: '1100' }),
        fabricForTests({ number: 'K-1', name: '巾着のキット', type: 'kit', priceText: '1500' }),
      ]),
    )
  if (counted.length > 0) await countForTests(ctx, 'F-1100', counted)
  return {
    recipes,
    members: ids.map((id) => ({
      id,
      email: `${id}@mail.example`,
      cookie: cookieOf(`token of session of ${id}`),
    })),
  }
}

const createDatabase = async (connectionString: string, name: string, role: string | undefined) => {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  await admin
    .query(`create database ${name} ${role === undefined ? '' : `owner ${role}`}`)
    .finally(() => admin.end())
}

let databases = 0

/** Starts it; `atEnd` gets what closes everything that it opened. */
export const startHeldShop = async (
  atEnd: (close: () => Promise<void>) => void,
  {
    postgres,
    role,
    pooler,
    env = {},
    members = 8,
    counted = [],
    demo = false,
    pictures = false,
    dataDir,
    start: startOther,
  }: HeldOptions = {},
): Promise<HeldShop> => {
  const toProvider = await startFaultProxy(atEnd)
  const toMail = await startFaultProxy(atEnd)
  const toDatabase = await startFaultProxy(atEnd)
  const toFeed = await startFaultProxy(atEnd)
  const feed = await startFeedServer()
  atEnd(() => feed.close())
  feed.behave(list([feedRow('F-1100', { name: '麻の葉', price: 1_100 })]))
  toFeed.leadTo(Number(new URL(feed.origin).port))
  const provider = await startPaymentSimulator({
    ...providerKeys,
    webhookUrl: '',
    payPageOrigin: `http://127.0.0.1:${toProvider.port}`,
    log: silentLog,
    retryPausesMs: Array.from({ length: 40 }, () => 500),
  })
  atEnd(() => provider.close())
  toProvider.leadTo(provider.port)
  const mails = await startMailServer(atEnd)
  toMail.leadTo(Number(new URL(mails.url).port))
  databases += 1
  const name = `held_${process.pid}_${databases}`
  const direct = postgres && new URL(`/${name}`, postgres).href
  if (postgres !== undefined) await createDatabase(postgres, name, role)
  if (direct !== undefined)
    toDatabase.leadTo(
      pooler === undefined
        ? Number(new URL(direct).port)
        : (await startPooler(atEnd, direct, { mode: pooler, size: 40 })).port,
    )
  const proxied = (url: string) =>
    Object.assign(new URL(url), { port: String(toDatabase.port), ...(role && { username: role }) }).href
  const toPictures = await startFaultProxy(atEnd)
  const s3 = await startS3((end) => atEnd(async () => end()))
  toPictures.leadTo(Number(new URL(s3.endpoint).port))
  const ofPictures = {
    ...picturesKeyForTests,
    PICTURES: `s3://${bucketForTests}/shop`,
    PICTURES_S3_ENDPOINT: `http://127.0.0.1:${toPictures.port}`,
  }
  const ofDemo = { DEMO: '1', PRODUCT_FEED_URL: `http://127.0.0.1:${toFeed.port}/feed` }
  const ofRealShop = {
    DEMO: '0',
    STRIPE_SECRET_KEY: providerKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: providerKeys.webhookSecret,
    SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
    MAIL_FROM: 'shop@real.example',
    OWNER_EMAIL: 'owner@real.example',
    SIMULATOR_PORT: String(toProvider.port),
  }
  const settingsWith = (more: ShopEnvironment): ShopEnvironment => ({
    AUTH_SECRET: secret,
    TRUSTED_PROXY: 'x-forwarded-for',
    LOG_LEVEL: 'warn',
    ...(demo ? ofDemo : ofRealShop),
    ...(direct && { DATABASE_URL: proxied(direct) }),
    ...(pictures && ofPictures),
    ...env,
    ...more,
  })
  const start = (more: ShopEnvironment) =>
    startOther === undefined
      ? startShop(
          settingsWith(more),
          demo ? undefined : realShopSettings,
          demo ? undefined : 'tests/support/run-held-shop.js',
        )
      : startOther(settingsWith(more), realShopSettings)
  const shop = await start({})
  atEnd(() => shop.remove())
  provider.setWebhookUrl(`${shop.listens}/api/stripe/webhook`)
  const beside = async (more: ShopEnvironment) => {
    const second = await start({ DATA_DIR: shop.dataDir, ...more })
    atEnd(() => second.remove())
    return second
  }
  const database = await openDatabase({
    databaseUrl: direct,
    dataDir: dataDir ?? shop.dataDir,
    log: silentLog,
  })
  atEnd(() => database.close())
  return {
    process: shop,
    engine: database.engine,
    database,
    provider,
    mails,
    beside,
    faults: { provider: toProvider, mail: toMail, database: toDatabase, feed: toFeed, pictures: toPictures },
    feed,
    ...(await fill(database, members, counted)),
  }
}
