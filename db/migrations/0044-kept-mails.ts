import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mails that are still to be forgotten, without a look at those that are empty already: they stay for ever, and only grow. */
export const keptMails: Migration = {
  up: async (db) => {
    await db.schema
      .createIndex('mail_kept_since')
      .on('mail')
      .expression(sql`coalesce(sent_at, case when state = 'dead' then next_attempt_at end)`)
      .where(sql<boolean>`subject <> ''`)
      .execute()
    await db.schema
      .createIndex('mail_delivered_link')
      .on('mail')
      .columns(['state', 'holds_token'])
      .where(sql<boolean>`holds_token = 1 and state = 'sent' and text <> ''`)
      .execute()
  },
}
