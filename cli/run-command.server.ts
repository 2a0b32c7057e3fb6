import { resolve } from 'node:path'
import { demoSettings, memberSteps } from '~/brought-by-features.server.ts'
import type { OwnerContext } from '~/features/orders/payment/commands.server.ts'
import { createPaymentGateway } from '~/features/orders/payment/stripe.server.ts'
import { folderProblem } from '~/server/data-folder/folder-problem.ts'
import { lookAtData, openShopData } from '~/server/data-folder/open-shop-data.ts'
import { deskSettings } from '~/server/desk-settings.ts'
import { type Env, readEnv } from '~/server/env.ts'
import { createLog } from '~/server/log.ts'
import type { CommandResult } from '~/server/owner-command.ts'
import { authSecretOf } from '~/server/session/auth-secret.ts'
import {
  defaultSettings,
  type OwnSettings,
  readShopSettings,
  settingsOfDemo,
  settingsWith,
} from '~/server/shop-settings.ts'
import { shopState } from '~/server/shop-state.ts'
import { siteOriginOf } from '~/server/site-origin.ts'
import { atTerminal } from '~/server/start.ts'
import { createServices } from '~/services.server.ts'
import { dataCommand, dataUsage } from './data.ts'
import { importCommand } from './import-documents.ts'
import { type LongTask, quietTask } from './long-task.ts'
import { ownerCommand, runWords } from './owner-commands.server.ts'

const howToOpen = '場所が正しければ、先に npm start で開いてください。'

const providerOf = ({ STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' }: Env) =>
  createPaymentGateway({ secretKey, webhookSecret, simulatorPort: null })

const withShop = async (
  env: Env,
  read: OwnSettings,
  task: (ctx: OwnerContext) => Promise<CommandResult>,
): Promise<CommandResult> => {
  const log = createLog('warn', (line) => process.stderr.write(line), Date.now)
  const { DATABASE_URL: databaseUrl } = env
  const dataDir = resolve(env.DATA_DIR)
  const notOpenedYet: CommandResult = {
    lines: [
      `${databaseUrl === undefined ? dataDir : 'DATABASE_URL'} には、まだお店がありません。${howToOpen}`,
    ],
    exitCode: 1,
  }
  const found = await lookAtData({ databaseUrl, dataDir, log })
  const problem = folderProblem(found)
  if (problem !== null) return { lines: [problem], exitCode: 1 }
  const recorded = found.shop?.demo
  if (recorded === undefined) return notOpenedYet
  const database = await openShopData({ databaseUrl, dataDir, log }, found)
  try {
    const { db } = database
    const siteOrigin = env.SITE_ORIGIN ?? (await shopState(db, 'site_origin')) ?? siteOriginOf(env, env.PORT)
    const secret = await authSecretOf(env.AUTH_SECRET, env.DATA_DIR)
    if (!secret.ok) return { lines: secret.error, exitCode: 2 }
    const demo = recorded === '1'
    const own = demo ? settingsOfDemo(read, demoSettings) : read
    // The start reports invalid values of the desk; commands then use the file's.
    const live = settingsWith(own, (await deskSettings(db)).values)
    const services = createServices({
      env,
      settings: live.ok ? live.value : own.settings,
      fileSettings: own,
      db,
      log,
      demo,
      siteOrigin,
      secret: secret.value,
      memberSteps,
    })
    return await task(demo ? services : { ...services, gateway: providerOf(env) })
  } finally {
    await database.close()
  }
}

/**
 * With or without an open shop; whoever may run programs on this machine may run the owner's commands. A database that hangs or is
 * away is a StartRefused with its sentence (D74).
 */
export const runCommand = async (
  name: string,
  args: readonly string[],
  source?: Record<string, string | undefined>,
  work?: LongTask,
): Promise<CommandResult> => {
  const parsed = readEnv(source)
  if (!parsed.ok) return { lines: parsed.error, exitCode: 2 }
  const env = parsed.value
  return run(name, env, args, work).catch((error: unknown) => {
    throw atTerminal(error, env)
  })
}

const run = async (
  name: string,
  env: Env,
  args: readonly string[],
  work: LongTask | undefined,
): Promise<CommandResult> => {
  // These open the data themselves, even when the shop cannot start.
  if (name === 'data' && args[0] !== 'import-documents') return dataCommand(env, args, work)
  if (name === 'data') return importInto(env, args.slice(1), work)
  const command = ownerCommand(name)
  if (command === undefined) return { lines: [`「${name}」というコマンドはありません。`], exitCode: 2 }
  const own = readShopSettings(env)
  if (!own.ok && !command.runsWithoutSettings) return { lines: own.error, exitCode: 2 }
  const settings = own.ok ? own.value : { settings: defaultSettings, file: '', own: {} }
  return withShop(env, settings, (ctx) => runWords(command, ctx, args))
}

/** Unlike other words of `data` it needs the shop. */
const importInto = async (env: Env, args: readonly string[], work = quietTask): Promise<CommandResult> => {
  const own = readShopSettings(env)
  if (!own.ok) return { lines: own.error, exitCode: 2 }
  return withShop(
    env,
    own.value,
    async (ctx) =>
      (await importCommand(ctx, resolve(env.DATA_DIR), args, work)) ?? { lines: dataUsage, exitCode: 2 },
  )
}
