import { sql } from 'kysely'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { codeOfError } from '../whole-file.ts'
import { databaseFault } from './database-fault.ts'
import type { AppDatabase } from './open-database.ts'

/** A database as the shop would use it: each a sentence for the owner that says what to do, or null (D96). */
export interface DatabaseCheck {
  /** Why it cannot be used. */
  readonly problem: string | null
  /** What should be mended although a shop lives in it. */
  readonly warning: string | null
}

/** Since then there is `materialized`, by which searches are kept from being planned anew. */
const leastVersion = 120_000

interface DatabaseFacts {
  readonly version: number
  readonly encoding: string
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly schema: string | null
  readonly mayCreate: boolean | null
  /** What others have made there, without what belongs to an extension. */
  readonly tables: readonly string[]
  /** Of `tables`, those that this user may not read and write. */
  readonly closed: readonly string[]
}

const fine: DatabaseCheck = { problem: null, warning: null }

/**
 * Reads only, and asks once more where there are tables. `name` is how sentences call the database, for example by its address without a password.
 * Whatever keeps the database from answering is a `problem`; only what is no fault of a database is thrown.
 */
export const checkUsable = async (
  { db, engine }: Pick<AppDatabase, 'db' | 'engine'>,
  name: string,
): Promise<DatabaseCheck> => {
  if (engine === 'sqlite') return fine
  try {
    const facts = await factsOf(db)
    const of = facts.closed.includes(migrationsTable) ? [] : await migrationsOf(db, facts)
    return judgeDatabase(facts, of, name)
  } catch (error) {
    return { problem: problemOfError(error, name), warning: null }
  }
}

const migrationsTable = 'kysely_migration'

const problemOfError = (error: unknown, name: string): string => {
  const code = codeOfError(error)
  if (error instanceof Error && Reflect.get(error, 'syscall') === 'open')
    return `${name}：アドレスの sslrootcert・sslcert・sslkey に書いたファイルが読めません（${String(code)}）。ファイルの場所と、読む許可を確かめてください。`
  const known = databaseFault(error, name)
  if (known !== undefined) return known
  if (error instanceof Error && typeof code === 'string') return `${name}が使えません（${error.message}）。`
  throw error
}

const factsOf = async (db: AppDatabase['db']): Promise<DatabaseFacts> => {
  const { rows } = await sql<DatabaseFacts>`
    with found as (
      select c.oid, c.relname::text as name, c.relkind in ('r', 'p') as is_table
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    )
    select current_setting('server_version_num')::int as version, getdatabaseencoding()::text as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      current_schema()::text as schema, has_schema_privilege(current_schema(), 'CREATE') as may_create,
      array(select name from found order by name) as tables,
      array(select name from found where is_table and not (
        has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
        and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE')) order by name) as closed`.execute(
    db,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('a query without a from gave no row')
  return facts
}

/** Empty where another program has a table of that name. */
const migrationsOf = async (db: AppDatabase['db'], { tables }: DatabaseFacts): Promise<readonly string[]> => {
  if (!tables.includes(migrationsTable)) return []
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (codeOfError(error) === '42703') return []
    throw error
  }
}

/** `migrations` are those that were applied there. */
export const judgeDatabase = (
  facts: DatabaseFacts,
  migrations: readonly string[],
  name: string,
): DatabaseCheck => {
  const { version, tables, closed, encoding } = facts
  const isShop = migrations.some((migration) => Object.hasOwn(allMigrations, migration))
  const isUpToDate = Object.keys(allMigrations).every((migration) => migrations.includes(migration))
  const refuse = (problem: string): DatabaseCheck => ({ problem, warning: null })
  if (version < leastVersion)
    return refuse(
      `${name}の PostgreSQL は ${Math.floor(version / 10_000)} です。${leastVersion / 10_000} かそれより新しいものが要ります。PostgreSQL を新しくするか、別のサーバーにデータベースを作ってください。`,
    )
  if (facts.isStandby)
    return refuse(
      `${name}は、読み取り専用の複製（スタンバイ）です。書き込める元のデータベースのアドレスを書いてください（複製は DATABASE_READ_URL に書けます）。`,
    )
  if (facts.isReadOnly)
    return refuse(
      `${name}は、読み取り専用にされています（default_transaction_read_only）。書き込めるようにするか、別のデータベースのアドレスを書いてください。`,
    )
  if (facts.schema === null)
    return refuse(
      `${name}には、表を置くスキーマがありません（search_path のスキーマがないか、使う権限がありません）。スキーマを作るか、使う権限（USAGE）を与えてください。`,
    )
  if (closed.includes(migrationsTable) || (isShop && closed.length > 0))
    return refuse(
      `${name}の表 ${closed[0]} などを読み書きする権限がありません。表の持ち主のユーザーをアドレスに書くか、持ち主がこのユーザーに権限（GRANT）を与えてください。`,
    )
  if (!isShop && tables.length > 0)
    return refuse(
      `${name}は空ではありません（表が${tables.length}個あります：${tables.slice(0, 3).join('、')}${tables.length > 3 ? ' など' : ''}）。ほかのプログラムのものかもしれないので、何も変えていません。空のデータベースを作って、そちらを指定してください。`,
    )
  if (encoding !== 'UTF8' && !isShop)
    return refuse(
      `${name}の文字コードは ${encoding} です。UTF8 の空のデータベースを作って、そちらを指定してください（createdb --encoding UTF8 --template template0 名前）。`,
    )
  if (!isUpToDate && facts.mayCreate !== true)
    return refuse(
      `${name}に表を作る権限がありません（PostgreSQL 15 からは、持ち主でないと作れません）。データベースの持ち主のユーザーをアドレスに書くか、管理者がこのユーザーに権限を与えてください（grant create on schema ${facts.schema} to ユーザー）。`,
    )
  return {
    problem: null,
    warning:
      encoding === 'UTF8'
        ? null
        : `${name}の文字コードは ${encoding} で、UTF8 ではありません。文字数や検索がまちがうことがあります。控えを取り、npm run data -- move --to sqlite で戻してから、UTF8 の空のデータベースへ移してください（docs/running.md の「引っ越す」）。`,
  }
}
