import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { shopCommand } from './features/catalogue/closing.commands.server.ts'
import { feedCommand } from './features/catalogue/feed-import.commands.server.ts'
import { contentCommand } from './features/content/owner.commands.server.ts'
import { openPaymentCount } from './features/orders/open-orders.queries.server.ts'
import { ordersCommand } from './features/orders/owner.commands.server.ts'
import type { ShopSettings } from './kernel/shop-settings.ts'
import type { AppContext } from './server/app-context.ts'
import { migrate, openDatabase, sqliteFileName } from './server/database/open-database.ts'
import { recordedDemo } from './server/demo.ts'
import { type Env, readEnv } from './server/env.ts'
import { createLog } from './server/log.ts'
import type { OwnerAnswer } from './server/owner-answer.ts'
import { defaultSettings, readShopSettings } from './server/shop-settings.ts'
import { recordedSiteOrigin, siteOriginOf } from './server/site-origin.ts'
import { createServices } from './services.server.ts'

const withSettings = { orders: ordersCommand, feed: feedCommand }
// Selling can be stopped while shop.settings.json is being edited and cannot be read.
const withoutSettings = { content: contentCommand, shop: shopCommand }

/** The owner's commands by name. */
type OwnerCommand = keyof typeof withSettings | keyof typeof withoutSettings

const owner = { kind: 'owner' } as const

const howToOpen = '場所が正しければ、先に npm start で開いてください。'

const withShop = async (
  env: Env,
  settings: ShopSettings,
  work: (ctx: AppContext) => Promise<OwnerAnswer>,
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
    const recorded = await recordedDemo(db)
    if (recorded === undefined) return notOpenedYet
    const siteOrigin = env.SITE_ORIGIN ?? (await recordedSiteOrigin(db)) ?? siteOriginOf(env, env.PORT)
    return await work(createServices({ env, settings, db, log, demo: recorded === '1', siteOrigin }))
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
  source?: Record<string, string | undefined>,
): Promise<OwnerAnswer> => {
  const parsed = readEnv(source)
  if (!parsed.ok) return { lines: parsed.error, exitCode: 2 }
  const env = parsed.value
  const own = readShopSettings(env)
  if (name === 'content' || name === 'shop') {
    const settings = own.ok ? own.value.settings : defaultSettings
    return withShop(env, settings, (ctx) => withoutSettings[name]({ ...ctx, openPaymentCount }, owner, args))
  }
  if (!own.ok) return { lines: own.error, exitCode: 2 }
  return withShop(env, own.value.settings, (ctx) => withSettings[name](ctx, owner, args))
}
