import { type DialectAdapter, PostgresAdapter } from 'kysely'

/** The two databases the shop runs on: SQLite in one file, or PostgreSQL beyond one machine. */
export type Engine = 'sqlite' | 'postgres'

/** Anything of Kysely's that can run a query: a `Kysely`, or a transaction of one. */
export interface QuerySource {
  getExecutor(): { readonly adapter: DialectAdapter }
}

/** Which engine answers the queries of `db`. */
export const engineOf = (db: QuerySource): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
