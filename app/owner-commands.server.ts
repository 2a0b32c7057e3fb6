import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type FeedCommandContext, feedCommand } from './features/catalogue/feed-owner.commands.server.ts'
import { shopCommand } from './features/closing/owner.commands.server.ts'
import { contentCommand } from './features/content/content.commands.server.ts'
import type { OrderContext } from './features/orders/commands.server.ts'
import { ordersCommand } from './features/orders/owner.commands.server.ts'
import type { ShopSettings } from './kernel/shop-settings.ts'
import { migrate, openDatabase } from './server/database/open-database.ts'
import { recordedDemo } from './server/demo.ts'
import { type Env, readEnv } from './server/env.ts'
import { createLog } from './server/log.ts'
import type { OwnerAnswer } from './server/owner-answer.ts'
import { imagesDirOf } from './server/pictures/images-dir.ts'
import { readShopSettings } from './server/shop-settings.ts'
import { recordedSiteOrigin, siteOriginOf } from './server/site-origin.ts'
import type { LoadContext } from './server/table-file/load-file.ts'

const commands = { orders: ordersCommand, content: contentCommand, feed: feedCommand, shop: shopCommand }

/** The owner's commands by name. */
type OwnerCommand = keyof typeof commands

const notOpenedYet = 'このデータの場所には、まだお店がありません。先に npm start で開いてください。'

const withShop = async (
  env: Env,
  settings: ShopSettings,
  work: (ctx: OrderContext & LoadContext & FeedCommandContext) => Promise<OwnerAnswer>,
): Promise<OwnerAnswer> => {
  const log = createLog('warn', (line) => process.stderr.write(line), Date.now)
  const dataDir = resolve(env.DATA_DIR)
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir, log })
  try {
    await migrate(database)
    const { db } = database
    const demo = await recordedDemo(db)
    if (demo === undefined) return { lines: [notOpenedYet], exitCode: 1 }
    const siteOrigin = env.SITE_ORIGIN ?? (await recordedSiteOrigin(db)) ?? siteOriginOf(env, env.PORT)
    const ownerEmail = env.OWNER_EMAIL ?? settings.seller.email
    const shop = { settings, siteOrigin, ownerEmail, practice: demo === '1', reached: () => {} }
    return await work({
      db,
      imagesDir: imagesDirOf(env.DATA_DIR),
      feedUrl: env.PRODUCT_FEED_URL,
      now: Date.now,
      newId: randomUUID,
      log,
      ...shop,
    })
  } finally {
    await database.close()
  }
}

/**
 * Runs a command of the owner on the shop of these settings (the process's own when left out), beside the open shop or
 * without it. Gives what to say and how to end; the right to do so is that of whoever may run programs on this machine.
 */
export const runCommand = async (
  name: OwnerCommand,
  args: readonly string[],
  settings?: Record<string, string | undefined>,
): Promise<OwnerAnswer> => {
  const env = readEnv(settings)
  if (!env.ok) return { lines: env.error, exitCode: 2 }
  const own = readShopSettings(env.value)
  if (!own.ok) return { lines: own.error, exitCode: 2 }
  return withShop(env.value, own.value.settings, (ctx) => commands[name](ctx, { kind: 'owner' }, args))
}
