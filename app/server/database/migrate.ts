import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Schema } from '#db/schema.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { engineOf } from './engine.ts'
import { retryWhileBusy } from './sqlite-file.ts'
import { migrationLockId, type SchemaVersion } from './write-guard.ts'

const lockWaitMs = 120_000

/** Without the time limits of requests: a second process waits until the first has migrated. */
const takeMigrationLock = async (trx: Transaction<Schema>): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(
    trx,
  )
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLockId)})`.execute(trx)
}

class DataTooNew extends Error {
  readonly problems: readonly string[]
  constructor(migration: string) {
    super(`the data have the migration ${migration}, which this program does not know`)
    this.problems = [
      `The data were last opened by a newer version of this program (it knows ${migration}): update the program, or start it on a copy of the data from before.`,
    ]
  }
}

const dataTooNew = (error: unknown): DataTooNew | undefined => {
  const missing =
    error instanceof Error && /previously executed migration (\S+) is missing/.exec(error.message)
  return missing && missing[1] !== undefined ? new DataTooNew(missing[1]) : undefined
}

const runPending = async (
  trx: Transaction<Schema>,
  migrations: Record<string, Migration>,
): Promise<string[]> => {
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw dataTooNew(error) ?? error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

export const versionOf = (migrations: Record<string, Migration>): SchemaVersion => {
  const names = Object.keys(migrations).sort()
  return { migrations: names.length, last: names.at(-1) ?? '' }
}

/** As `migrate`, as a step of a transaction. */
export const migrateWithin = async (
  trx: Transaction<Schema>,
  migrations: Record<string, Migration> = allMigrations,
): Promise<string[]> => {
  if (engineOf(trx) === 'postgres') await takeMigrationLock(trx)
  return runPending(trx, migrations)
}

/** Runs the pending migrations in one transaction and gives their names; throws when the data are newer than the program. */
export const migrate = async (
  { db }: { readonly db: Kysely<Schema> },
  migrations: Record<string, Migration> = allMigrations,
): Promise<string[]> =>
  retryWhileBusy(() => db.transaction().execute((trx) => migrateWithin(trx, migrations)), lockWaitMs)
