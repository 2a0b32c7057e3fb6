import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from '../database/engine.ts'

export interface TableShape {
  readonly name: string
  /** Sorted, since engines order columns differently and a row's checksum must not. */
  readonly columns: readonly string[]
}

/** The migrator's tables, and the search text, which each engine rebuilds in its own form. */
const isNotCopied = (name: string): boolean => /^(kysely_|sqlite_|search_text)/.test(name)

/** The other columns of the search belong to the engine; which document has which key is the same on both. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  search_document: ['id', 'index_name', 'key'],
}

export const tableShapes = async (db: Kysely<Schema>): Promise<readonly TableShape[]> => {
  const names = await tableNames(db)
  const columns = await namesByTable(db, columnsSql(db))
  const parents = await namesByTable(db, parentsSql(db))
  return parentsFirst(names, parents).map((name) => ({
    name,
    columns: columnsOf[name] ?? (columns.get(name) ?? []).toSorted(),
  }))
}

const tableNames = async (db: Kysely<Schema>): Promise<string[]> => {
  const { rows } = await (engineOf(db) === 'postgres'
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(db)
  return rows
    .map(({ name }) => name)
    .filter((name) => !isNotCopied(name))
    .toSorted()
}

interface NameOfTable {
  readonly of: string
  readonly name: string
}

const columnsSql = (db: Kysely<Schema>) =>
  engineOf(db) === 'postgres'
    ? sql<NameOfTable>`select table_name as of, column_name as name from information_schema.columns
        where table_schema = current_schema()`
    : sql<NameOfTable>`select t.name as "of", c.name as name from sqlite_schema t join pragma_table_info(t.name) c
        where t.type = 'table'`

const parentsSql = (db: Kysely<Schema>) =>
  engineOf(db) === 'postgres'
    ? sql<NameOfTable>`select child.relname as of, parent.relname as name from pg_constraint
        join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
        where contype = 'f' and connamespace = current_schema()::regnamespace`
    : sql<NameOfTable>`select t.name as "of", k."table" as name from sqlite_schema t
        join pragma_foreign_key_list(t.name) k where t.type = 'table'`

const namesByTable = async (
  db: Kysely<Schema>,
  query: ReturnType<typeof columnsSql>,
): Promise<Map<string, string[]>> => {
  const { rows } = await query.execute(db)
  const found = new Map<string, string[]>()
  for (const { of, name } of rows) found.set(of, [...(found.get(of) ?? []), name])
  return found
}

/** Throws when tables refer to each other in a circle. */
export const parentsFirst = (
  names: readonly string[],
  parents: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const placed = new Set<string>()
  let waiting = [...names]
  while (waiting.length > 0) {
    const ready = waiting.filter((name) =>
      (parents.get(name) ?? []).every((parent) => parent === name || placed.has(parent)),
    )
    if (ready.length === 0) throw new Error(`tables refer to one another in a circle: ${waiting.join(', ')}`)
    for (const name of ready) placed.add(name)
    waiting = waiting.filter((name) => !placed.has(name))
  }
  return [...placed]
}
