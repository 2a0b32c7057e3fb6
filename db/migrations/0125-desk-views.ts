import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Names that a desk person gave to addresses of lists: eight places for each list, of which each holds one. */
export const deskViews: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('desk_view')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addCheckConstraint('desk_view_places', sql`place between 1 and 8`)
      .addForeignKeyConstraint(
        'desk_view_of_person',
        ['member_id'],
        'desk_person',
        ['member_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .addUniqueConstraint('desk_view_place_once', ['member_id', 'list', 'place'])
      .addUniqueConstraint('desk_view_name_once', ['member_id', 'list', 'name'])
      .execute()
  },
}
