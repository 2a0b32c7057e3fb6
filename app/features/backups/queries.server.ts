import type { Alarm, AlarmSource } from '~/server/alarms.ts'
import {
  ageInDays,
  firstPaidAt,
  isNeverMade,
  isOld,
  lastBackup,
  openedAt,
} from '~/server/backup/last-backup.ts'
import { restoredShop } from '~/server/backup/restored-shop.ts'
import type { DeskCardContext, DeskCardSource } from '~/server/desk-cards.ts'
import { restoredText } from './texts.ts'

const shownForMs = 7 * 86_400_000

/** Failed or missing backups (D27), and what a restore brought back (D28); a demo has nothing to lose. */
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
    if (isNeverMade(note, await openedAt(db), now()))
      return [...shown, { key: 'backup:never', text: '控えを、まだ一度も取っていません' }]
    return (await isOverdue({ db, now }))
      ? [...shown, { key: 'backup:old', text: '7日より長く、控えを取っていません' }]
      : shown
  },
}

const isOverdue = async ({ db, now }: Pick<DeskCardContext, 'db' | 'now'>): Promise<boolean> => {
  const note = await lastBackup(db)
  return isNeverMade(note, await openedAt(db), now()) || isOld(note, await firstPaidAt(db), now())
}

/** Whole days since the last backup, or else since the shop opened or its first order. */
const daysWithout = async ({ db, now }: Pick<DeskCardContext, 'db' | 'now'>): Promise<number> => {
  const first = (await openedAt(db)) ?? (await firstPaidAt(db))
  const note = await lastBackup(db)
  return ageInDays(note, now()) ?? (first === null ? 0 : ageInDays({ ...note, madeAt: first }, now())) ?? 0
}

const card = { unit: '日', place: 'more', ownerOnly: true, to: null } as const

/** Red if the last backup is too old or failed (D27). */
export const backupCards: readonly DeskCardSource[] = [
  {
    ...card,
    kind: 'backup-missing',
    text: 'お店の控えがありません',
    tone: 'red',
    waits: false,
    read: async (ctx) => {
      const { failure } = await lastBackup(ctx.db)
      if (ctx.demo || (failure === null && !(await isOverdue(ctx)))) return { count: 0 }
      const note = failure === null ? 'npm run data -- backup' : '最後の控えは取れませんでした'
      return { count: Math.max(1, await daysWithout(ctx)), note }
    },
  },
  {
    ...card,
    kind: 'backup-age',
    text: '最後の控えから',
    tone: 'plain',
    waits: true,
    read: async (ctx) => {
      const { failure, madeAt } = await lastBackup(ctx.db)
      if (ctx.demo || failure !== null || madeAt === null || (await isOverdue(ctx))) return { count: 0 }
      return { count: await daysWithout(ctx) }
    },
  },
]
