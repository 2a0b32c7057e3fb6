import { type CreateTableBuilder, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const withText = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('tokens', sql`tsvector`, (column) => column.notNull())

/** Indexes of texts, made of tokens of ours, so that both engines find the same. */
export const searchIndex: Migration = {
  up: async (db) => {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    await db.schema
      .createTable('search_document')
      .addColumn('id', isPostgres ? 'bigserial' : 'integer', (column) => column.primaryKey().notNull())
      .addColumn('index_name', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .$call((table) => (isPostgres ? withText(table) : table))
      .addUniqueConstraint('search_document_once', ['index_name', 'key'])
      .execute()
    await (isPostgres
      ? sql`create index search_document_tokens on search_document using gin (tokens)`
      : sql`create virtual table search_text using fts5 (title, body, content='', contentless_delete=1,
          tokenize='ascii', prefix='1')`
    ).execute(db)
  },
}
