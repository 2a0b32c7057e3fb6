import type { CommandContext } from './context.ts'
import type { Env } from './env.ts'
import { rememberShopState, shopState } from './shop-state.ts'

/** The shop's public address: the setting, or this machine's at the port where it listens (S4). */
export const siteOriginOf = (env: Env, port: number): string => env.SITE_ORIGIN ?? `http://localhost:${port}`

/** Keeps the address for the owner's commands, which run beside the shop and build links for mails. */
export const recordSiteOrigin = (db: CommandContext['db'], origin: string): Promise<void> =>
  rememberShopState(db, 'site_origin', origin)

/** The address at which the shop was last opened, or undefined when it never was. */
export const recordedSiteOrigin = (db: CommandContext['db']): Promise<string | undefined> =>
  shopState(db, 'site_origin')
