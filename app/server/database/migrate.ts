import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Schema } from '#db/schema.ts'
import { allMigrations, writableSince } from '../../../db/migrations/all-migrations.ts'
import { rememberShopState, shopState } from '../shop-state.ts'
import { codeOfError } from '../whole-file.ts'
import { isContention } from './database-errors.ts'
import { engineOf } from './engine.ts'
import { retryWhileBusy } from './sqlite-file.ts'
import {
  type FoundVersion,
  isWidened,
  migrationLockId,
  type SchemaVersion,
  versionSql,
  writableSinceKey,
} from './write-guard.ts'

/** Long enough for the first process to migrate, and for a long read, such as a backup. */
const lockWaitMs = 120_000

/**
 * For each lock on PostgreSQL. Requests queue behind a waiting migration, so it waits for less time than they may; then it rolls
 * back, lets them pass during a pause, and tries again.
 */
const attemptWaitMs = 1_500
const attemptPauseMs = 500

/** Without the time limits of requests. */
const takeMigrationLock = async (trx: Transaction<Schema>, waitMs: number): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${String(waitMs)}, true)`.execute(
    trx,
  )
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLockId)})`.execute(trx)
}

class DataTooNew extends Error {
  readonly problems: readonly string[]
  constructor(migration: string) {
    super(`the data have the migration ${migration}, which this program does not know`)
    this.problems = [
      `データは、このプログラムより新しい版（${migration}）で開かれています。プログラムを新しくするか、前のデータの控えで開いてください。`,
    ]
  }
}

/** Of what the migrator itself refuses; behind an error of the database nothing more can be asked. */
const dataTooNew = async (
  error: unknown,
  trx: Transaction<Schema>,
  migrations: Record<string, Migration>,
): Promise<DataTooNew | undefined> => {
  if (error === undefined || codeOfError(error) !== undefined) return undefined
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  const unknown = rows.find(({ name }) => migrations[name] === undefined)
  return unknown && new DataTooNew(unknown.name)
}

const runPending = async (
  trx: Transaction<Schema>,
  migrations: Record<string, Migration>,
  since: number,
): Promise<string[]> => {
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  const tooNew = await dataTooNew(error, trx, migrations)
  if (tooNew !== undefined && (await isMadeWider(trx, migrations))) return []
  if (error !== undefined) throw tooNew ?? error
  if (results.length > 0) await noteWritableSince(trx, since)
  return results.map(({ migrationName }) => migrationName)
}

const isMadeWider = async (
  trx: Transaction<Schema>,
  migrations: Record<string, Migration>,
): Promise<boolean> => {
  const { rows } = await sql.raw<FoundVersion>(versionSql).execute(trx)
  return isWidened(schemaVersionOf(migrations), rows[0])
}

/** In the migrations' transaction, so that no program sees them without it. It only grows. */
const noteWritableSince = async (trx: Transaction<Schema>, since: number): Promise<void> => {
  const before = Number((await shopState(trx, writableSinceKey)) ?? 0)
  if (before < since) await rememberShopState(trx, writableSinceKey, String(since))
}

export const schemaVersionOf = (migrations: Record<string, Migration>): SchemaVersion => {
  const names = Object.keys(migrations).sort()
  return { migrations: names.length, last: names.at(-1) ?? '' }
}

export const migrateWithin = async (
  trx: Transaction<Schema>,
  migrations: Record<string, Migration> = allMigrations,
  since = writableSince,
  waitMs = lockWaitMs,
): Promise<string[]> => {
  if (engineOf(trx) === 'postgres') await takeMigrationLock(trx, waitMs)
  return runPending(trx, migrations, since)
}

/** Runs pending migrations in one transaction and gives their names. Throws for newer data, unless only widened (D51). */
export const migrate = async (
  { db }: { readonly db: Kysely<Schema> },
  migrations: Record<string, Migration> = allMigrations,
  since = writableSince,
): Promise<string[]> => {
  const attempt = () =>
    db.transaction().execute((trx) => migrateWithin(trx, migrations, since, attemptWaitMs))
  const until = performance.now() + lockWaitMs
  for (;;) {
    try {
      return await retryWhileBusy(attempt, lockWaitMs)
    } catch (error) {
      if (!isContention(error) || performance.now() >= until) throw error
    }
    await pause(attemptPauseMs)
  }
}
