import { type Kysely, sql } from 'kysely'
import { type Engine, engineOf } from '../../app/server/database/engine.ts'
import type { Schema } from '../../db/schema.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly required: boolean | number
  readonly fallback: string | null
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Keys, references and checks, as SQL. */
  readonly constraints: readonly string[]
  /** Indexes that do not belong to a constraint, as SQL. */
  readonly indexes: readonly string[]
}

/** The statements that make each table, by its name, a line for a column, constraint or index. */
export type SchemaLines = ReadonlyMap<string, readonly string[]>

/** What a migrated database looks like; Kysely's own tables are left out. */
export const schemaLines = async (db: Kysely<Schema>): Promise<SchemaLines> => {
  const tables = await (engineOf(db) === 'sqlite' ? sqliteTables(db) : postgresTables(db))
  return new Map(tables.map((table) => [table.name, tableLines(table)]))
}

const tableLines = ({ name, columns, constraints, indexes }: Table): string[] => {
  const inside = [...columns.map(columnLine), ...constraints.map(plain).sort()]
  const last = inside.length - 1
  const table = inside.map((line, at) => `  ${line}${at === last ? '' : ','}`)
  return [
    ...(last < 0 ? [] : [`create table ${name} (`, ...table, ');']),
    ...indexes.map((index) => `${plain(index)};`).sort(),
  ]
}

const columnLine = ({ name, type, required, fallback }: Column): string =>
  [
    name,
    type.toLowerCase(),
    required ? 'not null' : '',
    fallback === null ? '' : `default ${plain(fallback)}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Writes both engines' catalogue texts in one way; quoted text stays. */
const plain = (text: string): string =>
  text
    .split(/('[^']*')/)
    .map((part, at) => (at % 2 === 1 ? part : part.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ')))
    .join('')
    .replace(/::(text|bigint)\b/g, '')
    .replace(/= any \(array\[(.*?)\]\)/g, (_, values: string) => `in (${values})`)
    .replace(/(\w+) between (\d+) and (\d+)/g, '$1 >= $2 and $1 <= $3')
    .replace(' else null end', ' end')
    .replace(/= \((\w+ \+ \w+)\)/g, '= $1')
    .replace(' using btree', '')
    .replace(/ references (\w+)\(/g, ' references $1 (')
    .trim()

const sqliteTables = async (db: Kysely<Schema>): Promise<readonly Table[]> => {
  const { rows: found } = await sql<{ name: string; type: string; text: string }>`
    select tables.name, tables.type, sqlite_master.sql as text from pragma_table_list as tables
    join sqlite_master on sqlite_master.type = 'table' and sqlite_master.name = tables.name
    where tables.schema = 'main' and tables.type <> 'shadow' and tables.name not like 'kysely%'
      and tables.name not like 'sqlite%'
    order by tables.name`.execute(db)
  const tables: Table[] = []
  for (const { name, type, text } of found)
    tables.push(
      type === 'virtual'
        ? { name, columns: [], constraints: [], indexes: [text] }
        : {
            name,
            columns: await sqliteColumns(db, name),
            constraints: [
              ...(await sqliteKeys(db, name)),
              ...(await sqliteReferences(db, name)),
              ...checksIn(text),
            ],
            indexes: await sqliteIndexes(db, name),
          },
    )
  return tables
}

const sqliteColumns = async (db: Kysely<Schema>, table: string): Promise<readonly Column[]> =>
  (
    await sql<Column>`select name, type, "notnull" as required, dflt_value as fallback
      from pragma_table_info(${table}) order by cid`.execute(db)
  ).rows

const sqliteKeys = async (db: Kysely<Schema>, table: string): Promise<string[]> => {
  const { rows: primary } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db)
  const { rows: unique } = await sql<{ columns: string }>`
    select (select group_concat(name, ', ' order by seqno) from pragma_index_info(keys.name)) as columns
    from pragma_index_list(${table}) as keys where keys.origin = 'u'`.execute(db)
  return [
    `primary key (${primary.map(({ name }) => name).join(', ')})`,
    ...unique.map(({ columns }) => `unique (${columns})`),
  ]
}

const sqliteReferences = async (db: Kysely<Schema>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ from: string; table: string; to: string; gone: string }>`
    select "from", "table", "to", on_delete as gone from pragma_foreign_key_list(${table})`.execute(db)
  return rows.map(
    ({ from, table: other, to, gone }) =>
      `foreign key (${from}) references ${other} (${to})${gone === 'NO ACTION' ? '' : ` on delete ${gone}`}`,
  )
}

/** There is no pragma for them. */
const checksIn = (text: string): string[] =>
  [...text.matchAll(/ check \(/g)].map(({ index }) => {
    const from = index + ' check '.length
    let open = 0
    const end = [...text.slice(from)].findIndex((character) => {
      open += character === '(' ? 1 : character === ')' ? -1 : 0
      return open === 0
    })
    return `check ${text.slice(from, from + end + 1)}`
  })

const sqliteIndexes = async (db: Kysely<Schema>, table: string): Promise<string[]> =>
  (
    await sql<{ text: string }>`select sql as text from sqlite_master
      where type = 'index' and tbl_name = ${table} and sql is not null`.execute(db)
  ).rows.map(({ text }) => text)

const postgresTables = async (db: Kysely<Schema>): Promise<readonly Table[]> => {
  const { rows: found } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' order by relname collate "C"`.execute(db)
  const tables: Table[] = []
  for (const { name } of found)
    tables.push({
      name,
      columns: await postgresColumns(db, name),
      constraints: await postgresConstraints(db, name),
      indexes: await postgresIndexes(db, name),
    })
  return tables
}

const postgresColumns = async (db: Kysely<Schema>, table: string): Promise<readonly Column[]> =>
  (
    await sql<Column>`select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
        pg_get_expr(adbin, adrelid) as fallback
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db)
  ).rows

/** `not null` is written with its column. */
const postgresConstraints = async (db: Kysely<Schema>, table: string): Promise<string[]> =>
  (
    await sql<{ text: string }>`select pg_get_constraintdef(oid, true) as text from pg_constraint
      where conrelid = ${table}::regclass and contype <> 'n'`.execute(db)
  ).rows.map(({ text }) => text)

const postgresIndexes = async (db: Kysely<Schema>, table: string): Promise<string[]> =>
  (
    await sql<{ text: string }>`select pg_get_indexdef(indexrelid, 0, true) as text from pg_index
      where indrelid = ${table}::regclass
        and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(db)
  ).rows.map(({ text }) => text)

const marks: Readonly<Record<Engine, string>> = { sqlite: ' -- SQLite', postgres: ' -- PostgreSQL' }

/** Both schemas in one text, a blank line before each table; a line of only one engine has its name. */
export const schemaText = (sqlite: SchemaLines, postgres: SchemaLines): string => {
  const names = [...new Set([...sqlite.keys(), ...postgres.keys()])].sort()
  const tables = names.map((name) => merged(sqlite.get(name) ?? [], postgres.get(name) ?? []).join('\n'))
  return `-- Made by npm run schema.\n\n${tables.join('\n\n')}\n`
}

const merged = (sqlite: readonly string[], postgres: readonly string[]): string[] => {
  const lines: string[] = []
  let next = 0
  for (const line of sqlite) {
    const at = postgres.indexOf(line, next)
    if (at < 0) lines.push(line + marks.sqlite)
    else {
      lines.push(...postgres.slice(next, at).map((other) => other + marks.postgres), line)
      next = at + 1
    }
  }
  return [...lines, ...postgres.slice(next).map((other) => other + marks.postgres)]
}

/** The part of `schemaText` for one engine. */
export const schemaOfEngine = (text: string, engine: Engine): string[] => {
  const other = marks[engine === 'sqlite' ? 'postgres' : 'sqlite']
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--') && !line.endsWith(other))
    .map((line) => (line.endsWith(marks[engine]) ? line.slice(0, -marks[engine].length) : line))
}

/** The lines on which the engines differ. */
export const differencesIn = (text: string): string[] =>
  text.split('\n').filter((line) => Object.values(marks).some((mark) => line.endsWith(mark)))
