import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { type DatabaseSettings, openDatabase } from '../database/open-database.ts'
import { rememberShopState, shopState } from '../shop-state.ts'

const noteSchema = z.object({
  /** Epoch ms of the last verified one; null before the first. */
  madeAt: z.int().nullable(),
  failure: z.string().nullable(),
})

export type BackupNote = z.infer<typeof noteSchema>

export const lastBackup = async (db: Kysely<Schema>): Promise<BackupNote> => {
  const text = await shopState(db, 'last_backup')
  return text === undefined ? { madeAt: null, failure: null } : noteSchema.parse(JSON.parse(text))
}

/** In the database, which all processes share. */
export const noteBackup = async (
  settings: DatabaseSettings,
  { at, failure }: { readonly at: number; readonly failure: string | null },
): Promise<void> => {
  const { db, close } = await openDatabase(settings)
  try {
    const { madeAt } = await lastBackup(db)
    const note: BackupNote = {
      madeAt: failure === null ? at : madeAt,
      failure: failure?.slice(0, 300) ?? null,
    }
    await rememberShopState(db, 'last_backup', JSON.stringify(note))
  } finally {
    await close()
  }
}

export const firstPaidAt = async (db: Kysely<Schema>): Promise<number | null> => {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.min('paidAt').as('first'))
    .executeTakeFirst()
  return row?.first === null || row?.first === undefined ? null : Number(row.first)
}

const dayMs = 86_400_000
const oldAfterDays = 7

/** Whole days since the last verified backup; null before the first. */
export const ageInDays = ({ madeAt }: BackupNote, now: number): number | null =>
  madeAt === null ? null : Math.floor((now - madeAt) / dayMs)

/** When the shop first opened for real, epoch ms; undefined for one that did so before it was noted. */
export const openedAt = async (db: Kysely<Schema>): Promise<number | undefined> => {
  const at = await shopState(db, 'opened_at')
  return at === undefined ? undefined : Number(at)
}

/** A night and a half, so that the first nightly one has been made. */
const neverAfterMs = 1.5 * dayMs

/** Whether no backup was ever made, nor tried, though the shop is open for a day and a half (D64). */
export const isNeverMade = ({ madeAt, failure }: BackupNote, openedAt: number | undefined, now: number) =>
  madeAt === null && failure === null && openedAt !== undefined && now - openedAt > neverAfterMs

/** Whether the last backup is older than seven days, or missing in a shop that sold so long ago (D27). */
export const isOld = (note: BackupNote, firstPaidAt: number | null, now: number): boolean => {
  const since = note.madeAt ?? firstPaidAt
  return since !== null && now - since > oldAfterDays * dayMs
}
