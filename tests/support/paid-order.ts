import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { CheckoutShop } from './checkout-for-tests.ts'
import { ownerWords } from './owner-words.ts'
import { openPaymentPage, ordersOf, type Wanted } from './shopper-for-tests.ts'

const ordersCommand = ownerWords('orders')

/** An order of this shop that is paid, and by what. */
export const placePaidOrder = async (shop: CheckoutShop, wanted?: Wanted) => {
  const { sessionId, token } = await openPaymentPage(shop, wanted)
  await shop.provider.pay(sessionId)
  await shop.provider.settled()
  const order = (await ordersOf(shop.ctx.db)).find((each) => each.sessionId === sessionId)
  if (order === undefined) throw new Error('an order of this test is gone')
  return { sessionId, token, order, paymentIntent: order.paymentIntent ?? '' }
}

/** `npm run orders -- …` */
export const runOrders = (shop: CheckoutShop, ...args: string[]) => ordersCommand(shop.ctx, args)

/** As after a backup from before this order came back. */
export const loseOrders = async (db: Kysely<Schema>): Promise<void> => {
  for (const table of [
    'payment',
    'refundLine',
    'refund',
    'dispute',
    'orderEvent',
    'orderLine',
    'orders',
    'mail',
  ] as const)
    await db.deleteFrom(table).execute()
}
