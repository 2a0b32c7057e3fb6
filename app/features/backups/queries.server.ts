import { z } from 'zod'
import { href } from '~/href.ts'
import { parsedJson } from '~/kernel/json.ts'
import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import { daysWithout, dueBackup, lastBackup, oldAfterDays } from '~/server/backup/last-backup.ts'
import { restoredShop } from '~/server/backup/restored-shop.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { shopState } from '~/server/shop-state.ts'
import { type BackupRun, failureOf, isUnderWay, nextNight } from './asked.rules.ts'

export const restoredText = (
  takenIn: { readonly orders: number; readonly unclear: number } | null,
): string => {
  if (takenIn === null) return '控えから戻したお店です。控えのあとの支払いを、決済会社に問い合わせます'
  const { orders, unclear } = takenIn
  const rest = unclear === 0 ? '' : `。注文を作れない支払いが${unclear}件あります`
  return `控えのあとに支払われた注文を${orders}件、作り直しました。発送の記録と、お客様に送ったメールを確かめてください${rest}`
}

const shownForMs = 7 * 86_400_000

/** Failed or missing backups (D27), older ones that could not be removed (D91), and what a restore brought back (D28); a demo has nothing to lose. */
export const backupAlarms: AlarmSource = {
  name: 'backup',
  read: async ({ db, demo, now }) => {
    if (demo) return []
    const restored = await restoredShop(db)
    const isShown = restored !== null && now() - (restored.takenIn?.at ?? now()) < shownForMs
    const shown: Alarm[] = isShown ? [{ key: 'backup:restored', text: restoredText(restored.takenIn) }] : []
    const note = await lastBackup(db)
    if (note.failure !== null)
      return [...shown, { key: 'backup:failed', text: '最後の控えを取れませんでした' }]
    const due = await dueBackup(db, note, now())
    if (due !== null) return [...shown, { key: `backup:${due}`, text: dueTexts[due] }]
    return note.notPruned === null ? shown : [...shown, { key: 'backup:not-pruned', text: notPrunedText }]
  },
}

const notPrunedText = '控えは取れていますが、古い控えを消せませんでした'

const dueTexts = {
  never: '控えを、まだ一度も取っていません',
  old: `${oldAfterDays}日より長く、控えを取っていません`,
} as const

const runSchema = z.object({
  state: z.enum(['asked', 'running', 'ended']),
  at: z.int(),
  failure: z.string().nullable(),
})

const noRun: BackupRun = { state: 'ended', at: 0, failure: null }

/** What is under way, or how the last one ended that was told here. */
export const backupRun = async (db: AppContext['db']): Promise<BackupRun> => {
  const kept = runSchema.safeParse(parsedJson((await shopState(db, 'backup_run')) ?? ''))
  return kept.success ? kept.data : noRun
}

/** What the desk tells of the last backup and of the next one (D107); moments in epoch ms. */
export const backupsOfDesk = async ({
  db,
  now,
  demo,
  makeBackup,
  makeAskedBackup,
}: Pick<AppContext, 'db' | 'now' | 'demo' | 'makeBackup' | 'makeAskedBackup'>) => {
  const { madeAt, missing, folder, notPruned, failure } = await lastBackup(db)
  const run = await backupRun(db)
  const isRunning = isUnderWay(run, now())
  return {
    now: now(),
    demo,
    madeAt,
    missing,
    folder,
    notPruned,
    isRunning,
    failure: isRunning ? null : (failureOf(run, now()) ?? failure),
    nextAt: makeBackup === null ? null : nextNight(await shopState(db, 'backup_night'), now()),
    mayAsk: makeAskedBackup !== null,
  }
}

const card = { unit: '日', place: 'more', ownerOnly: true, to: href('/admin/backup') } as const

/** Red if the last backup is too old or failed (D27); plain where older ones alone could not be removed (D91). */
export const backupCards: readonly DeskCardSource[] = [
  {
    ...card,
    kind: 'backup-missing',
    text: 'お店の控えがありません',
    tone: 'red',
    waits: false,
    read: async ({ db, demo, now }) => {
      const last = await lastBackup(db)
      if (demo || (last.failure === null && (await dueBackup(db, last, now())) === null)) return { count: 0 }
      const note =
        last.failure === null ? 'ここから取れます' : '最後の控えは取れませんでした。わけは、ここにあります'
      // Days without one are one thing to do.
      return { count: Math.max(1, await daysWithout(db, last, now())), inList: 1, note }
    },
  },
  {
    ...card,
    kind: 'backup-not-pruned',
    text: '古い控えを消せませんでした',
    unit: '回',
    tone: 'plain',
    waits: true,
    read: async ({ db, demo }) => {
      const { failure, notPruned } = await lastBackup(db)
      if (demo || failure !== null || notPruned === null) return { count: 0 }
      return {
        count: 1,
        note: '控えは取れています。次の夜に、もう一度消します。わけは、ここにあります',
      }
    },
  },
  {
    ...card,
    kind: 'backup-age',
    text: '最後の控えから',
    tone: 'plain',
    waits: true,
    read: async ({ db, demo, now }) => {
      const last = await lastBackup(db)
      if (demo || last.failure !== null || last.madeAt === null) return { count: 0 }
      return { count: (await dueBackup(db, last, now())) === null ? await daysWithout(db, last, now()) : 0 }
    },
  },
]
