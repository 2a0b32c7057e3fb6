import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { type DatabaseSettings, openDatabase } from '../database/open-database.ts'
import { rememberShopState, shopState } from '../shop-state.ts'

const noteSchema = z.object({
  /** Epoch ms of the last verified one; null before the first. */
  madeAt: z.int().nullable(),
  failure: z.string().nullable(),
  /** Epoch ms of the last one with all pictures; former releases noted none. */
  wholeAt: z.int().nullable().optional(),
  /** Pictures and PDFs that the last one lacks (D71). */
  missing: z.int().default(0),
  /** Why older ones that were to go lie there still (D91); former releases noted none. */
  notPruned: z.string().nullable().default(null),
  /** A drill found damaged files: the next backup reads all that it sent before (D70). */
  damaged: z.boolean().default(false),
  /** The folder of the last one; former releases noted none, nor does a backup in S3. */
  folder: z.string().optional(),
})

export type BackupNote = z.infer<typeof noteSchema>

export const lastBackup = async (db: Kysely<Schema>): Promise<BackupNote> => {
  const text = await shopState(db, 'last_backup')
  return noteSchema.parse(text === undefined ? { madeAt: null, failure: null } : JSON.parse(text))
}

/** In the database, which all processes share. */
const changeNote = async (
  settings: DatabaseSettings,
  change: (before: BackupNote) => Partial<BackupNote>,
): Promise<void> => {
  const { db, close } = await openDatabase(settings)
  try {
    const before = await lastBackup(db)
    await rememberShopState(db, 'last_backup', JSON.stringify({ ...before, ...change(before) }))
  } finally {
    await close()
  }
}

interface NotedBackup extends Pick<BackupNote, 'missing' | 'folder'>, Partial<Pick<BackupNote, 'notPruned'>> {
  /** Epoch ms. */
  readonly at: number
}

/** One was made, which lacks so many pictures and PDFs. */
export const noteBackup = (
  settings: DatabaseSettings,
  { at, missing, folder, notPruned = null }: NotedBackup,
): Promise<void> =>
  changeNote(settings, (before) => ({
    madeAt: at,
    failure: null,
    missing,
    wholeAt: missing === 0 ? at : lastWhole(before),
    notPruned: notPruned?.slice(0, 300) ?? null,
    damaged: false,
    folder,
  }))

export const noteFailedBackup = (settings: DatabaseSettings, failure: string): Promise<void> =>
  changeNote(settings, () => ({ failure: failure.slice(0, 300) }))

export const noteDamage = (settings: DatabaseSettings): Promise<void> =>
  changeNote(settings, () => ({ damaged: true }))

/** Epoch ms. Before this was noted each backup counted as whole. */
export const lastWhole = ({ wholeAt, madeAt }: BackupNote): number | null =>
  wholeAt === undefined ? madeAt : wholeAt

const firstPaidAt = async (db: Kysely<Schema>): Promise<number | null> => {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.min('paidAt').as('first'))
    .executeTakeFirst()
  return row?.first === null || row?.first === undefined ? null : Number(row.first)
}

const dayMs = 86_400_000
export const oldAfterDays = 7

/** Whole days since the last verified backup; null before the first. */
export const ageInDays = ({ madeAt }: Pick<BackupNote, 'madeAt'>, now: number): number | null =>
  madeAt === null ? null : Math.floor((now - madeAt) / dayMs)

/** The first start of the real shop that noted it, epoch ms: of an older shop that after its update; undefined before. */
const openedAt = async (db: Kysely<Schema>): Promise<number | undefined> => {
  const at = await shopState(db, 'opened_at')
  return at === undefined ? undefined : Number(at)
}

/** A night and a half, so that the first nightly one has been made. */
const neverAfterMs = 1.5 * dayMs

/** Whether no backup was ever made, nor tried, though the shop is open for a day and a half (D64). */
const isNeverMade = ({ madeAt, failure }: BackupNote, openedAt: number | undefined, now: number) =>
  madeAt === null && failure === null && openedAt !== undefined && now - openedAt > neverAfterMs

/** Whether the last backup is older than seven days, or missing in a shop that sold so long ago (D27). */
const isOld = (note: BackupNote, firstPaidAt: number | null, now: number): boolean => {
  const since = note.madeAt ?? firstPaidAt
  return since !== null && now - since > oldAfterDays * dayMs
}

/** Why a backup is to be made (D27, D64), or null. */
export const dueBackup = async (
  db: Kysely<Schema>,
  note: BackupNote,
  now: number,
): Promise<'never' | 'old' | null> => {
  if (isNeverMade(note, await openedAt(db), now)) return 'never'
  return isOld(note, await firstPaidAt(db), now) ? 'old' : null
}

/** Whole days since the last backup, or else since the shop opened or sold first; 0 when nothing of these is known. */
export const daysWithout = async (db: Kysely<Schema>, note: BackupNote, now: number): Promise<number> => {
  const begun = [await openedAt(db), await firstPaidAt(db)].flatMap((at) => at ?? [])
  const madeAt = note.madeAt ?? (begun.length > 0 ? Math.min(...begun) : null)
  return ageInDays({ madeAt }, now) ?? 0
}
