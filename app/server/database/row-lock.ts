import type { SelectQueryBuilder } from 'kysely'
import { engineOf, type QuerySource } from './engine.ts'

type Locked = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
) => SelectQueryBuilder<DB, TB, O>

/**
 * For `query.$call(forUpdate(trx))`: keeps the selected rows for this transaction, others wait (at most lock_timeout).
 * On SQLite the transaction owns the whole database anyway, and nothing is added.
 */
export const forUpdate =
  (trx: QuerySource): Locked =>
  (query) =>
    engineOf(trx) === 'postgres' ? query.forUpdate() : query

/** As `forUpdate`, but leaves out rows that another transaction keeps: how several processes share one queue. */
export const forUpdateSkipLocked =
  (trx: QuerySource): Locked =>
  (query) =>
    engineOf(trx) === 'postgres' ? query.forUpdate().skipLocked() : query
