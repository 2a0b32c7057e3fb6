import { setImmediate } from 'node:timers/promises'
import { type DialectAdapter, PostgresAdapter, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** docs/decisions/0001 */
export type Engine = 'sqlite' | 'postgres'

interface QuerySource {
  getExecutor(): { readonly adapter: DialectAdapter }
}

export const engineOf = (db: QuerySource): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

type Locked = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
) => SelectQueryBuilder<DB, TB, O>

/** For `query.$call(forUpdate(trx))`; on SQLite a transaction locks the whole database anyway. */
export const forUpdate =
  (trx: QuerySource): Locked =>
  (query) =>
    engineOf(trx) === 'postgres' ? query.forUpdate() : query

/** Like `forUpdate`, without rows that another transaction has locked: several processes share one queue this way. */
export const forUpdateSkipLocked =
  (trx: QuerySource): Locked =>
  (query) =>
    engineOf(trx) === 'postgres' ? query.forUpdate().skipLocked() : query

/** Until the transaction ends nobody else writes the table, not even a new row; reads go on. SQLite: see `forUpdate`. */
export const lockTable = async (trx: Transaction<Schema>, table: keyof Schema): Promise<void> => {
  if (engineOf(trx) === 'postgres')
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}

/** Until the transaction ends, others who take the lock `id` wait; nothing else does. SQLite: see `forUpdate`. */
export const takeAdvisoryLock = async (trx: Transaction<Schema>, id: number): Promise<void> => {
  if (engineOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(id)})`.execute(trx)
}

/** Far below the parameters per statement that either engine accepts. */
const rowsPerStatement = 250

/** About 10 ms where each row is a recipe with all its rows. */
const rowsPerPortion = 50

/** Runs `task` per portion within a long transaction: on SQLite, pages are answered in between (docs/decisions/0076). */
export const inPortions = async <T>(
  rows: readonly T[],
  task: (some: readonly T[]) => Promise<unknown>,
): Promise<void> => {
  const portions = inChunks(rows, rowsPerPortion)
  for (const some of portions) {
    await task(some)
    if (portions.length > 1) await setImmediate()
  }
}

export const inChunks = <T>(rows: readonly T[], size = rowsPerStatement): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
