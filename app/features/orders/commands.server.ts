import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { CommandContext } from '~/server/context.ts'

/** The steps of an order, in their sequence (payments A5); those `in` a transaction are not yet committed. */
export type OrderStep =
  | 'in: order written'
  | 'order committed'
  | 'session created'
  | 'session stored'
  | 'event verified'
  | 'session fetched'
  | 'in: event noted'
  | 'in: state changed'
  | 'in: mails queued'
  | 'payment committed'
  | 'session asked about'

/** What the commands of orders and checkout get beside the database: who sells, and where the shop stands. */
export interface OrderContext extends CommandContext {
  readonly settings: ShopSettings
  /** The public address, such as https://shop.example. */
  readonly siteOrigin: string
  /** Who gets the owner's mails. */
  readonly ownerEmail: string
  /** Is this a demo, whose orders and mails bear the stamp 練習 (S11)? */
  readonly practice: boolean
  /** Told of each step. Nobody listens in the shop; a test ends its process here. */
  readonly reached: (step: OrderStep) => void
}
