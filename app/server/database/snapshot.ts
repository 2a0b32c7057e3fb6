import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from './engine.ts'

/** For a long copy on PostgreSQL, which the time limits of requests would end. */
export const liftLimits = async (trx: Kysely<Schema>): Promise<void> => {
  if (engineOf(trx) === 'sqlite') return
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`set local ${sql.raw(limit)} = 0`.execute(trx)
}

/** Runs `task` on the state of one moment: on PostgreSQL in a read-only snapshot. */
export const withinSnapshot = <T>(
  db: Kysely<Schema>,
  task: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  engineOf(db) === 'sqlite'
    ? task(db)
    : db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          await liftLimits(trx)
          return task(trx)
        })

/** Blocks even single statements that write. PostgreSQL only, before the transaction's first read. */
export const lockAgainstWrites = async (trx: Kysely<Schema>, tables: readonly string[]): Promise<void> => {
  await sql`set local lock_timeout = '20s'`.execute(trx)
  await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in share mode`.execute(trx)
}
