import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from '../database/engine.ts'
import { migrateWithin } from '../database/migrate.ts'
import { liftLimits } from '../database/snapshot.ts'
import { emptyTable, insertRows } from '../database/whole-table.ts'
import { firstTimedId } from '../search/search-index.ts'
import { type CopiedRow, createChecksum, type TableCount } from './checksum.ts'
import { type TableShape, tableShapes } from './table-shapes.ts'

export type DatabaseCount = Readonly<Record<string, TableCount>>

export interface CopySteps {
  readonly onRows?: (table: string, rows: number) => void
  /** The copy throws its reason at the next portion. */
  readonly signal?: AbortSignal
  /** False for rows that must stay in their own database. */
  readonly isTaken?: (table: string, row: CopiedRow) => boolean
}

class CopyFailed extends Error {
  override readonly name = 'CopyFailed'
}

/**
 * `from` must not change meanwhile: `withinSnapshot` on PostgreSQL; on SQLite a copy, or a shop that refuses writes.
 * `to` is one transaction, whose database is migrated, emptied and filled. Afterwards rebuild the search, whose texts are
 * not copied, and call `checkCopy` before the commit. Memory holds 200 rows at a time.
 */
export const copyTables = async (
  from: Kysely<Schema>,
  to: Transaction<Schema>,
  steps: CopySteps = {},
): Promise<DatabaseCount> => {
  await liftLimits(to)
  await migrateWithin(to)
  const tables = await tableShapes(to)
  sameShapes(tables, await tableShapes(from))
  for (const { name } of tables.toReversed()) await emptyTable(to, name)
  if (engineOf(to) === 'sqlite') await emptyTable(to, 'search_text')
  const copied: Record<string, TableCount> = {}
  for (const table of tables) copied[table.name] = await copyTable(from, to, table, steps)
  if (engineOf(to) === 'postgres') await continueIds(to)
  return copied
}

const sameShapes = (wanted: readonly TableShape[], found: readonly TableShape[]): void => {
  const shapesText = (shapes: readonly TableShape[]) =>
    JSON.stringify(shapes.map(({ name, columns }) => [name, columns]).toSorted())
  if (shapesText(wanted) !== shapesText(found))
    throw new CopyFailed('the two databases do not have the same tables')
}

const copyTable = async (
  from: Kysely<Schema>,
  to: Transaction<Schema>,
  table: TableShape,
  { onRows, signal, isTaken = () => true }: CopySteps,
): Promise<TableCount> => {
  const checksum = createChecksum(table.columns)
  const texts = table.name === 'search_document' && engineOf(to) === 'postgres' ? emptyTexts : {}
  for await (const portion of rowPortions(from, table)) {
    signal?.throwIfAborted()
    const rows = portion.filter((row) => isTaken(table.name, row))
    for (const row of rows) checksum.add(row)
    const values = rows.map((row) => ({ ...picked(row, table.columns), ...texts }))
    await insertRows(to, table.name, values)
    onRows?.(table.name, rows.length)
    await setImmediate()
  }
  return checksum.count()
}

const emptyTexts = { title: '', body: '', tokens: '' }

const picked = (row: CopiedRow, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

/** New documents without a time get the ids after the copied ones. */
const continueIds = async (trx: Transaction<Schema>): Promise<void> => {
  await sql`select setval('search_document_id_seq', greatest(
    (select coalesce(max(id), 0) + 1 from search_document where id < ${sql.lit(firstTimedId)}), 1))`.execute(
    trx,
  )
}

/** `db` must not change meanwhile, like `from` of `copyTables`. */
export const countDatabase = async (db: Kysely<Schema>): Promise<DatabaseCount> => {
  const counted: Record<string, TableCount> = {}
  for (const table of await tableShapes(db)) counted[table.name] = await countTable(db, table)
  return counted
}

export const differingTables = (one: DatabaseCount, other: DatabaseCount): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (table) => one[table]?.rows !== other[table]?.rows || one[table]?.checksum !== other[table]?.checksum,
  )

/** Reads everything back; throws CopyFailed when a table differs. */
export const checkCopy = async (to: Kysely<Schema>, copied: DatabaseCount): Promise<void> => {
  const differing = differingTables(copied, await countDatabase(to))
  if (differing.length > 0) throw new CopyFailed(`the copy differs in ${differing.join(', ')}`)
}

/** Below 50 ms on SQLite, where each row is a recipe. */
const rowsPerPortion = 200

/** Others run between portions. `db` must not change: on PostgreSQL a transaction, repeatable read if others write. */
const rowPortions = (db: Kysely<Schema>, table: TableShape): AsyncGenerator<readonly CopiedRow[]> =>
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

const countTable = async (db: Kysely<Schema>, table: TableShape): Promise<TableCount> => {
  const checksum = createChecksum(table.columns)
  for await (const rows of rowPortions(db, table)) for (const row of rows) checksum.add(row)
  return checksum.count()
}
