import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createPaymentGateway, type PaymentGateway } from '~/features/payments/stripe.server.ts'
import { features, memberSteps } from '~/features.server.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import { folderProblem } from '~/server/data-folder/folder-problem.ts'
import { lookAtData, openShopData } from '~/server/data-folder/open-shop-data.ts'
import { sqliteFileName } from '~/server/database/open-database.ts'
import { type Env, readEnv } from '~/server/env.ts'
import { createLog } from '~/server/log.ts'
import { authSecretOf } from '~/server/session/auth-secret.ts'
import { defaultSettings, readShopSettings } from '~/server/shop-settings.ts'
import { shopState } from '~/server/shop-state.ts'
import { siteOriginOf } from '~/server/site-origin.ts'
import { createServices } from '~/services.server.ts'
import { dataCommand } from './data.ts'

/** `exitCode`: 0 done, 1 refused, 2 not understood. */
export interface CommandResult {
  readonly lines: readonly string[]
  readonly exitCode: 0 | 1 | 2
}

/** What a command is given. */
export interface CliContext extends AppContext {
  /** Left out in a demo: its practice payment lives in the open shop alone. */
  readonly gateway?: PaymentGateway
}

/** `npm run NAME -- WORDS` */
export interface CliCommand {
  readonly run: (ctx: CliContext, args: readonly string[]) => Promise<CommandResult>
  /** It works while shop.settings.json is being edited and cannot be read. */
  readonly worksWithoutSettings?: true
}

const howToOpen = '場所が正しければ、先に npm start で開いてください。'

/** Nothing is asked before a command asks. */
const providerOf = ({ STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' }: Env) =>
  createPaymentGateway({ secretKey, webhookSecret, simulatorPort: null })

const withShop = async (
  env: Env,
  settings: ShopSettings,
  work: (ctx: CliContext) => Promise<CommandResult>,
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
  if (databaseUrl === undefined && !existsSync(join(dataDir, sqliteFileName))) {
    const problem = folderProblem(await lookAtData({ databaseUrl, dataDir, log }))
    return problem === null ? notOpenedYet : { lines: [problem], exitCode: 1 }
  }
  const database = await openShopData({ databaseUrl, dataDir, log })
  try {
    const { db } = database
    const recorded = await shopState(db, 'demo')
    if (recorded === undefined) return notOpenedYet
    const siteOrigin = env.SITE_ORIGIN ?? (await shopState(db, 'site_origin')) ?? siteOriginOf(env, env.PORT)
    const secret = await authSecretOf(env.AUTH_SECRET, env.DATA_DIR)
    if (!secret.ok) return { lines: secret.error, exitCode: 2 }
    const demo = recorded === '1'
    const services = createServices({
      env,
      settings,
      db,
      log,
      demo,
      siteOrigin,
      secret: secret.value,
      memberSteps,
    })
    return await work(demo ? services : { ...services, gateway: providerOf(env) })
  } finally {
    await database.close()
  }
}

/** Beside the open shop or without it: whoever may run programs on this machine may run the owner's commands. */
export const runCommand = async (
  name: string,
  args: readonly string[],
  source?: Record<string, string | undefined>,
): Promise<CommandResult> => {
  const parsed = readEnv(source)
  if (!parsed.ok) return { lines: parsed.error, exitCode: 2 }
  const env = parsed.value
  // It is for the data that nothing else opens.
  if (name === 'data') return dataCommand(env, args)
  const command = features.flatMap(({ commands }) => commands?.[name] ?? []).at(0)
  if (command === undefined) return { lines: [`「${name}」というコマンドはありません。`], exitCode: 2 }
  const own = readShopSettings(env)
  if (!own.ok && !command.worksWithoutSettings) return { lines: own.error, exitCode: 2 }
  const settings = own.ok ? own.value.settings : defaultSettings
  return withShop(env, settings, (ctx) => command.run(ctx, args))
}
