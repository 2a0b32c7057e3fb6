import type { Schema } from '#db/schema.ts'

/** The folder that alone writes a table (DESIGN, rule 2). A new table gets its line here. */
const owners: Readonly<Record<keyof Schema, string>> = {
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

export const tableOwners: ReadonlyMap<string, string> = new Map(Object.entries(owners))

/** The features in their order (DESIGN, section 4): each may import those before it. */
export const featureOrder: readonly string[] = [
  'catalogue',
  'kits',
  'content',
  'site',
  'cart',
  'orders',
  'payments',
  'checkout',
]
