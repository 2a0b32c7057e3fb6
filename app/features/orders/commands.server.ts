import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { OrderLineTable, OrdersTable, Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { taxInside, type Yen } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { noteHappening } from './order-history.server.ts'
import { orderNumberFrom, orderNumberLength } from './order-number.rules.ts'
import { orderOf } from './order-record.server.ts'
import { lockedOrderBy } from './queries.server.ts'
import type { Order, OrderLine } from './types.ts'

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

export interface OrderContext extends AppContext {
  /** Told of each step. Nobody listens in the shop; a test ends its process here. */
  readonly reached: (step: OrderStep) => void
}

/** A line as it is written into the order. */
export type NewOrderLine = Omit<OrderLine, 'amount'>

/** Everything that an order fixes; nothing of it changes afterwards (payments A5.1). */
export interface NewOrder {
  readonly browserToken: string
  readonly cartFingerprint: string
  /** The same for the same browser and content: while such an order is open, there is no second one (S9). */
  readonly openKey: string
  readonly lines: readonly NewOrderLine[]
  readonly subtotal: Yen
  readonly shipping: Yen
  readonly total: Yen
  readonly from: Order['from']
  readonly cancelPath: string
  readonly confirmationText: string
  readonly submitText: string
  readonly shippingText: string
  readonly termsVersion: string
  /** Epoch ms at which the payment page is to end. */
  readonly sessionExpiresAt: number
}

const randoms = (): number[] => [...randomBytes(orderNumberLength)].map((byte) => byte / 256)

const orderRow = (ctx: OrderContext, wish: NewOrder): Insertable<OrdersTable> => ({
  id: ctx.newId(),
  orderNumber: orderNumberFrom(randoms()),
  state: 'pending',
  browserToken: wish.browserToken,
  cartFingerprint: wish.cartFingerprint,
  openKey: wish.openKey,
  accessToken: randomBytes(24).toString('base64url'),
  subtotal: wish.subtotal,
  shipping: wish.shipping,
  total: wish.total,
  taxIncluded: taxInside(wish.total),
  currency: 'jpy',
  fromView: wish.from,
  cancelPath: wish.cancelPath,
  attempt: 1,
  sessionExpiresAt: wish.sessionExpiresAt,
  sessionId: null,
  sessionUrl: null,
  paymentIntent: null,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  shippingAddress: null,
  practice: ctx.demo ? 1 : 0,
  confirmationText: wish.confirmationText,
  submitText: wish.submitText,
  shippingText: wish.shippingText,
  termsVersion: wish.termsVersion,
  reviewReason: null,
  createdAt: ctx.now(),
  paidAt: null,
  shippedAt: null,
  checkedAt: ctx.now(),
})

const lineRow = (orderId: string, line: NewOrderLine, position: number): OrderLineTable => ({
  orderId: orderId,
  position,
  number: line.number,
  type: line.type,
  name: line.name,
  description: line.description,
  unitPrice: line.unitPrice,
  quantity: line.quantity,
  free: line.free ? 1 : 0,
  imageUrl: line.imageUrl,
})

const insertUnlessOpen = async (trx: Transaction<Schema>, row: Insertable<OrdersTable>) =>
  trx
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.column('openKey').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Each further round means that another press overtook the order in between. */
const mostRounds = 10

/** The order now written, or the one that stands; undefined when that was overtaken between being met and being read. */
const placeOnce = (ctx: OrderContext, actor: Actor, wish: NewOrder): Promise<Order | undefined> =>
  inTransaction(ctx.db, async (trx) => {
    const row = await insertUnlessOpen(trx, orderRow(ctx, wish))
    if (row === undefined) return lockedOrderBy(trx, 'openKey', wish.openKey)
    const lines = wish.lines.map((line, position) => lineRow(row.id, line, position))
    await trx.insertInto('orderLine').values(lines).execute()
    await noteHappening(ctx, trx, actor, row.id, 'placed')
    ctx.reached('in: order written')
    return orderOf(row, lines)
  })

/**
 * Writes the order, unless this browser has one open with the same content: then gives that one (S9; the unique key
 * decides, so that a double click and two tabs cannot make two).
 */
export const placeOrder = async (ctx: OrderContext, actor: Actor, wish: NewOrder): Promise<Order> => {
  for (let round = 1; round <= mostRounds; round += 1) {
    const placed = await placeOnce(ctx, actor, wish)
    if (placed === undefined) continue
    ctx.reached('order committed')
    return placed
  }
  throw new Error('an open order vanished each time it was read')
}
