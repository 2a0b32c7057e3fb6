import type { Migration } from 'kysely/migration'
import { searchText } from '../../app/kernel/search-text.ts'

/** What curation needs: names that are there once, a version of each item, and tags as they were typed. */
export const curation: Migration = {
  up: async (plain) => {
    const db = plain.withTables<{
      popular_keyword: Curated
      situation_category: Curated
      situation_tag: { tag: string; label: string }
    }>()
    for (const table of ['popular_keyword', 'situation_category'] as const) {
      await db.schema
        .alterTable(table)
        .addColumn('compared', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable(table)
        .addColumn('updated_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      for (const { id, name } of await db.selectFrom(table).select(['id', 'name']).execute())
        await db
          .updateTable(table)
          .set({ compared: searchText(name) })
          .where('id', '=', id)
          .execute()
      await db.schema.createIndex(`${table}_compared`).on(table).column('compared').unique().execute()
    }
    await db.schema
      .alterTable('situation_tag')
      .addColumn('label', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db
      .updateTable('situation_tag')
      .set(({ ref }) => ({ label: ref('tag') }))
      .execute()
    await db
      .updateTable('situation_tag')
      .set({ label: 'プレゼント' })
      .where('tag', '=', 'ぷれぜんと')
      .execute()
  },
}

interface Curated {
  id: string
  name: string
  compared: string
}
