import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { feedCommand } from './features/catalogue/feed-owner.commands.server.ts'
import { shopCommand } from './features/catalogue/shop-owner.commands.server.ts'
import { contentCommand } from './features/content/owner.commands.server.ts'
import { openPaymentCount } from './features/orders/open-orders.queries.server.ts'
import { ordersCommand } from './features/orders/owner.commands.server.ts'
import { migrate, openDatabase, sqliteFileName } from './server/database/open-database.ts'
import { recordedDemo } from './server/demo.ts'
import { type Env, readEnv } from './server/env.ts'
import { createLog } from './server/log.ts'
import type { OwnerAnswer } from './server/owner-answer.ts'
import { imagesDirOf } from './server/pictures/images-dir.ts'
import { readShopSettings } from './server/shop-settings.ts'
import { recordedSiteOrigin, siteOriginOf } from './server/site-origin.ts'
import type { LoadContext } from './server/table-file/owner-list.ts'

const withSettings = { orders: ordersCommand, feed: feedCommand }
// Selling can be stopped while shop.settings.json is being edited and cannot be read.
const withoutSettings = { content: contentCommand, shop: shopCommand }

/** The owner's commands by name. */
type OwnerCommand = keyof typeof withSettings | keyof typeof withoutSettings

const owner = { kind: 'owner' } as const

const withShop = async (
  env: Env,
  work: (ctx: LoadContext, practice: boolean) => Promise<OwnerAnswer>,
): Promise<OwnerAnswer> => {
  const log = createLog('warn', (line) => process.stderr.write(line), Date.now)
  const { DATABASE_URL: databaseUrl } = env
  const dataDir = resolve(env.DATA_DIR)
  const notOpenedYet: OwnerAnswer = {
    lines: [
      `${databaseUrl === undefined ? dataDir : 'DATABASE_URL'} には、まだお店がありません。${howToOpen}`,
    ],
    exitCode: 1,
  }
  if (databaseUrl === undefined && !existsSync(join(dataDir, sqliteFileName))) return notOpenedYet
  const database = await openDatabase({ databaseUrl, dataDir, log })
  try {
    await migrate(database)
    const { db } = database
    const demo = await recordedDemo(db)
    if (demo === undefined) return notOpenedYet
    const imagesDir = imagesDirOf(env.DATA_DIR)
    return await work({ db, imagesDir, now: Date.now, newId: randomUUID, log }, demo === '1')
  } finally {
    await database.close()
  }
}

const howToOpen = '場所が正しければ、先に npm start で開いてください。'

/**
 * Runs a command of the owner on the shop of these settings (the process's own when left out), beside the open shop or
 * without it. Gives what to say and how to end; the right to do so is that of whoever may run programs on this machine.
 */
export const runCommand = async (
  name: OwnerCommand,
  args: readonly string[],
  source?: Record<string, string | undefined>,
): Promise<OwnerAnswer> => {
  const parsed = readEnv(source)
  if (!parsed.ok) return { lines: parsed.error, exitCode: 2 }
  const env = parsed.value
  if (name === 'content' || name === 'shop')
    return withShop(env, (ctx) => withoutSettings[name]({ ...ctx, openPaymentCount }, owner, args))
  const own = readShopSettings(env)
  if (!own.ok) return { lines: own.error, exitCode: 2 }
  const { settings } = own.value
  return withShop(env, async (ctx, practice) => {
    const siteOrigin = env.SITE_ORIGIN ?? (await recordedSiteOrigin(ctx.db)) ?? siteOriginOf(env, env.PORT)
    const ownerEmail = env.OWNER_EMAIL ?? settings.seller.email
    const feedUrl = env.PRODUCT_FEED_URL
    const shop = { ...ctx, settings, siteOrigin, ownerEmail, practice, feedUrl, reached: () => {} }
    return withSettings[name](shop, owner, args)
  })
}
