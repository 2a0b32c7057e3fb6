import { fieldsOf, isRecord, parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from './app-context.ts'
import type { AppTransaction } from './database/transaction.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import { type OwnSettings, type SettingValues, settingsWith } from './shop-settings.ts'
import { rememberShopState, shopState } from './shop-state.ts'

/** What the owner has set at the desk, above her file; `version` rises with each change. */
export interface DeskSettings {
  readonly version: number
  readonly values: SettingValues
}

const topic = 'settings'

const readEveryMs = 5_000

export const deskSettings = async (db: AppContext['db']): Promise<DeskSettings> => {
  const { version, values } = fieldsOf(parsedJson((await shopState(db, 'settings')) ?? ''))
  return { version: Number(version ?? 0), values: isRecord(values) ? values : {} }
}

/** The caller's transaction has locked the state 'settings'; all processes are told after the commit. */
export const rememberDeskSettings = async (
  trx: AppTransaction,
  { notices }: Pick<AppContext, 'notices'>,
  values: SettingValues,
): Promise<void> => {
  const version = (await deskSettings(trx)).version + 1
  await rememberShopState(trx, 'settings', JSON.stringify({ version, values }))
  trx.onCommit(() => notices.publish(topic, version))
}

export const forgetDeskSettings = async ({ db }: Pick<AppContext, 'db'>): Promise<void> => {
  await db.deleteFrom('shopState').where('key', '=', 'settings').execute()
}

/** The present settings, read again on a notice and every 5 s (N50). */
export interface LiveSettings {
  readonly current: ShopSettings
  readonly listenTo: (notices: AppContext['notices']) => void
  readonly job: Job
}

export const noDeskSettings: DeskSettings = { version: 0, values: {} }

/** The file's settings below the desk's `values`; a sentence for each value that is not valid. */
export const settingsOfStart = (own: OwnSettings, values: SettingValues): Result<ShopSettings, string[]> => {
  const read = settingsWith(own, values)
  return read.ok ? read : refused(read.error.map(({ sentence }) => `the settings of the desk: ${sentence}`))
}

/** Starts with `desk` above the file; refuses invalid values. Later invalid values are logged and ignored. */
export const openLiveSettings = (
  own: OwnSettings,
  desk: DeskSettings,
  { db, log }: { readonly db: AppContext['db']; readonly log: Log },
): Result<LiveSettings, string[]> => {
  let { version, values } = desk
  const first = settingsOfStart(own, values)
  if (!first.ok) return first
  let current = first.value
  const readAgain = async () => {
    const read = await deskSettings(db)
    if (read.version === version) return
    ;({ version, values } = read)
    const next = settingsWith(own, values)
    if (next.ok) current = next.value
    else log.error('settings of the desk are not taken', { why: next.error.map(({ sentence }) => sentence) })
  }
  return ok({
    get current() {
      return current
    },
    listenTo: (notices) => {
      notices.subscribe(topic, () => {
        // If this fails, the job reads them later.
        readAgain().catch(() => {})
      })
    },
    job: {
      name: 'read settings of the desk',
      everyMs: readEveryMs,
      firstAfterMs: readEveryMs,
      limitMs: readEveryMs,
      run: readAgain,
    },
  })
}
