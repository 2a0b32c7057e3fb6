import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from '../database/engine.ts'
import { type CopiedRow, createChecksum, type TableCount } from './checksum.ts'
import type { TableShape } from './table-shapes.ts'

/** Below 50 ms on SQLite, where each row is a recipe. */
const rowsPerPortion = 200

/** Others run between portions. `db` must not change: on PostgreSQL a transaction, repeatable read if others write. */
export const rowPortions = (db: Kysely<Schema>, table: TableShape): AsyncGenerator<readonly CopiedRow[]> =>
  engineOf(db) === 'postgres' ? portionsOfPostgres(db, table) : portionsOfSqlite(db, table)

const columnsIn = ({ columns }: TableShape) => sql.join(columns.map((column) => sql.ref(column)))

async function* portionsOfPostgres(db: Kysely<Schema>, table: TableShape) {
  const plain = db.withoutPlugins()
  await sql`declare copied_rows no scroll cursor for select ${columnsIn(table)} from ${sql.table(table.name)}`.execute(
    plain,
  )
  try {
    for (;;) {
      const { rows } = await sql<CopiedRow>`fetch ${sql.lit(rowsPerPortion)} from copied_rows`.execute(plain)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    // Fails in an aborted transaction, whose end closes the cursor anyway.
    await sql`close copied_rows`.execute(plain).catch(() => undefined)
  }
}

async function* portionsOfSqlite(db: Kysely<Schema>, table: TableShape) {
  const plain = db.withoutPlugins()
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<CopiedRow & { readonly 'row place': number }>`
      select rowid as "row place", ${columnsIn(table)} from ${sql.table(table.name)}
      where rowid > ${last} order by rowid limit ${rowsPerPortion}`.execute(plain)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.['row place'] ?? last
    await setImmediate()
  }
}

export const countTable = async (db: Kysely<Schema>, table: TableShape): Promise<TableCount> => {
  const checksum = createChecksum(table.columns)
  for await (const rows of rowPortions(db, table)) for (const row of rows) checksum.add(row)
  return checksum.count()
}
