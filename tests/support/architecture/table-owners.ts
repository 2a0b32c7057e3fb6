import type { Schema } from '#db/schema.ts'

/** The folder that alone writes a table (DESIGN, rule 2). A new table gets its line here. */
export const tableOwners: Readonly<Partial<Record<keyof Schema, string>>> = {
  shop_state: 'app/server',
  rate_limit: 'app/server',
  mail: 'app/server/mail',
  product: 'app/features/catalogue',
  feed_import: 'app/features/catalogue',
  feed_problem: 'app/features/catalogue',
  closed_product: 'app/features/catalogue',
  orders: 'app/features/orders',
  order_line: 'app/features/orders',
  order_event: 'app/features/orders',
  webhook_event: 'app/features/orders',
  kit: 'app/features/kits',
  link_item: 'app/features/content',
  news: 'app/features/content',
}
