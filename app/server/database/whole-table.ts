import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Writes of a copy of the whole database, which owns no table: names are those of SQL. */

export const emptyTable = async (trx: Kysely<Schema>, table: string): Promise<void> => {
  await sql`delete from ${sql.table(table)}`.execute(trx)
}

export const insertRows = async (
  trx: Kysely<Schema>,
  table: string,
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(trx)
}
