import type { MailTable } from './mail-tables.ts'
import type { OrderEventTable, OrderLineTable, OrdersTable, WebhookEventTable } from './order-tables.ts'
import type { RateLimitTable } from './rate-limit-tables.ts'

export type { MailTable } from './mail-tables.ts'
export type { OrderEventTable, OrderLineTable, OrdersTable, WebhookEventTable } from './order-tables.ts'

/** What the shop remembers about itself, by key; written at the start. */
export interface ShopStateTable {
  key: string
  value: string
}

/** Everything sellable, in one number space (C13); kits keep their further fields in a table of their own. */
export interface ProductTable {
  number: string
  type: 'fabric' | 'kit'
  name: string
  description: string
  /** The price as it was given. */
  priceText: string
  /** Yen, tax included; null is 価格確認中: shown, not for sale (C9). 0 only for kits (C5). */
  price: number | null
  imageUrl: string
  /** Only '公開中' is shown and sold (P1). */
  status: string
  source: 'own' | 'feed' | 'demo'
  /** Place in the list it came with. */
  position: number
  /** Uncut pieces; unused so far (C22). */
  stock: number | null
  createdAt: number
  updatedAt: number
}

/** What is known of the external product feed: one row, with the id 'feed'. */
export interface FeedImportTable {
  id: string
  /** 1 while a feed is configured: the fabrics shown are then the feed's. */
  active: number
  /** Tells one feed address from another without keeping it. */
  urlHash: string
  etag: string | null
  lastModified: string | null
  lastAttemptAt: number | null
  lastSuccessAt: number | null
  /** Name of the failure of the last attempt, null after a success. */
  lastError: string | null
  /** Failed attempts since the last success. */
  failures: number
  /** Since when the feed has answered suspiciously few products. */
  shortSince: number | null
  /** Since when each of its lists has held no published row (P26). */
  nothingSince: number | null
  /** The first failed attempt since the last success. */
  badSince: number | null
  itemCount: number
}

/** Rows of the feed's last list that were left out or changed, kept for the owner (P5). */
export interface FeedProblemTable {
  ordinal: number
  /** As the owner's sheet counts: the headings are row 1. */
  rowNumber: number
  managementNumber: string | null
  reason: string
  /** The cell that is wrong, at most 100 characters. */
  detail: string | null
  /** The row as JSON, at most 500 characters. */
  rawText: string
}

/** Goods that the owner does not sell for now: still shown, whatever the feed says of them. */
export interface ClosedProductTable {
  number: string
  closedAt: number
}

/** What a kit is beyond the product with the same number. */
export interface KitTable {
  number: string
  /** 'other' for whatever is none of the three (P20). */
  level: 'beginner' | 'intermediate' | 'advanced' | 'other'
  fabricSize: string
  comment: string
  createdAt: number
}

/** A collaboration, bought on an outside store. */
export interface LinkItemTable {
  id: string
  title: string
  /** As it is to be read: nothing is charged here. */
  price: string
  imageUrl: string
  /** https, or empty (P12). */
  applyUrl: string
  influencerUrl: string
  position: number
  source: 'own' | 'demo'
}

/** A notice on the home page. */
export interface NewsTable {
  id: string
  /** As its author wrote it (P15). */
  date: string
  /** The moment that `date` states, for the order; below every moment when it states none. */
  sortAt: number
  title: string
  /** Plain text with line breaks (P16). */
  content: string
  source: 'own' | 'demo'
}

/**
 * The tables as Kysely sees them, both engines alike: an interface for each table, beside the fields of its migration.
 * Times are numbers (epoch ms), yen are numbers, flags are 0 or 1.
 */
export interface Schema {
  shopState: ShopStateTable
  product: ProductTable
  feedImport: FeedImportTable
  feedProblem: FeedProblemTable
  orders: OrdersTable
  orderLine: OrderLineTable
  orderEvent: OrderEventTable
  webhookEvent: WebhookEventTable
  mail: MailTable
  rateLimit: RateLimitTable
  closedProduct: ClosedProductTable
  kit: KitTable
  linkItem: LinkItemTable
  news: NewsTable
}
