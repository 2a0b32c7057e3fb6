import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The row of the log of the act that an event of an order comes from; null for what nobody did at the desk. Earlier events find theirs by
 * order, person and clock, the nearest within two seconds, as the order's history has joined them so far; what the former release writes
 * beside this one keeps null and is joined by the clock as before. Most events are of shoppers and of the provider: those rows are not
 * written, as nobody orders while the table is locked.
 */
export const actsOfEvents: Migration = {
  up: async (db) => {
    await db.schema.alterTable('order_event').addColumn('audit_id', 'text').execute()
    await sql`
      update order_event set audit_id = (
        select audit.id from audit
        where audit.subject = 'order:' || order_event.order_id
          and case when audit.actor_name = '' then 'owner' else audit.actor_name end = order_event.actor
          and abs(audit.happened_at - order_event.happened_at) < 2000
        order by abs(audit.happened_at - order_event.happened_at), audit.id
        limit 1
      )
      where exists (
        select 1 from audit
        where audit.subject = 'order:' || order_event.order_id
          and case when audit.actor_name = '' then 'owner' else audit.actor_name end = order_event.actor
      )`.execute(db)
  },
}
