import type { Schema } from '#db/schema.ts'

/** The folder that alone writes a table (DESIGN, rule 2). A new table gets its line here. */
export const tableOwners: Readonly<Partial<Record<keyof Schema, string>>> = {
  shopState: 'app/server',
  rateLimit: 'app/server',
  mail: 'app/server/mail',
  product: 'app/features/catalogue',
  feedImport: 'app/features/catalogue',
  feedProblem: 'app/features/catalogue',
  closedProduct: 'app/features/catalogue',
  orders: 'app/features/orders',
  orderLine: 'app/features/orders',
  orderEvent: 'app/features/orders',
  webhookEvent: 'app/features/payments',
  kit: 'app/features/kits',
  linkItem: 'app/features/content',
  news: 'app/features/content',
}
