import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which rows of the log one press has written, and what its filters are read by. Rows of before stand alone. */
export const pressesInTheLog: Migration = {
  up: async (db) => {
    await db.schema.alterTable('audit').addColumn('press', 'text').execute()
    await db.schema.createIndex('audit_by_press').on('audit').columns(['press']).execute()
    const time = ['happened_at', 'id'] as const
    await db.schema
      .createIndex('audit_by_act')
      .on('audit')
      .columns(['act', ...time])
      .execute()
    // What the log shows when it is not asked for the ticks.
    await db.schema
      .createIndex('audit_by_person')
      .on('audit')
      .columns(['actor_name', ...time])
      .where(sql<boolean>`act <> 'packing.tick'`)
      .execute()
    await db.schema
      .createIndex('audit_without_ticks')
      .on('audit')
      .columns([...time])
      .where(sql<boolean>`act <> 'packing.tick'`)
      .execute()
  },
}
