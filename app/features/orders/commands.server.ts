import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { OrderLineTable, OrdersTable, Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { taxInside } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { lockedOrderBy, orderOf } from './queries.server.ts'
import { orderNumberFrom, orderNumberLength } from './rules.ts'
import type { NewOrder, NewOrderLine, Order, OrderEventKind } from './types.ts'

/** Whoever buys is stored as a shopper, with an account or without. */
const storedNameOf = (actor: Actor): string => {
  if (actor.kind === 'system') return actor.name
  return actor.kind === 'owner' ? 'owner' : 'shopper'
}

/** Adds an entry to the history of an order, as a step of the caller's transaction. */
export const noteEvent = (
  trx: Transaction<Schema>,
  { now, newId }: Pick<AppContext, 'now' | 'newId'>,
  actor: Actor,
  orderId: string,
  what: OrderEventKind,
  detail: string | null = null,
): Promise<unknown> =>
  trx
    .insertInto('orderEvent')
    .values({
      id: newId(),
      orderId,
      happenedAt: now(),
      what,
      actor: storedNameOf(actor),
      detail,
    })
    .execute()

export const newOrderNumber = (): string =>
  orderNumberFrom([...randomBytes(orderNumberLength)].map((byte) => byte / 256))

export const newAccessToken = (): string => randomBytes(24).toString('base64url')

const orderRow = (ctx: AppContext, { lines: _lines, from, ...fixed }: NewOrder): Insertable<OrdersTable> => ({
  ...fixed,
  id: ctx.newId(),
  orderNumber: newOrderNumber(),
  state: 'pending',
  accessToken: newAccessToken(),
  taxIncluded: taxInside(fixed.total),
  currency: 'jpy',
  fromView: from,
  attempt: 1,
  sessionNamesToken: 1,
  sessionId: null,
  sessionUrl: null,
  paymentIntent: null,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  shippingAddress: null,
  practice: ctx.demo ? 1 : 0,
  reviewReason: null,
  createdAt: ctx.now(),
  paidAt: null,
  shippedAt: null,
  issuer: null,
  formerTokenHash: null,
  restoredAt: null,
  checkedAt: ctx.now(),
})

export const lineRow = (orderId: string, line: NewOrderLine, position: number): OrderLineTable => ({
  ...line,
  orderId,
  position,
  free: line.free ? 1 : 0,
})

const insertUnlessOpen = async (trx: Transaction<Schema>, row: Insertable<OrdersTable>) =>
  trx
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.column('openKey').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Each further attempt means that another press superseded the order in between. */
const mostAttempts = 10

/** The order written now, or the open one; undefined when that was superseded before it could be read. */
const placeOnce = (ctx: AppContext, actor: Actor, planned: NewOrder): Promise<Order | undefined> =>
  inTransaction(ctx, async (trx) => {
    const row = await insertUnlessOpen(trx, orderRow(ctx, planned))
    if (row === undefined) return lockedOrderBy(trx, 'openKey', planned.openKey)
    const lines = planned.lines.map((line, position) => lineRow(row.id, line, position))
    await trx.insertInto('orderLine').values(lines).execute()
    await noteEvent(trx, ctx, actor, row.id, 'placed')
    return orderOf(row, lines)
  })

/** Writes the order, or gives the one that this browser has open with the same content: the unique key decides (S9). */
export const placeOrder = async (ctx: AppContext, actor: Actor, planned: NewOrder): Promise<Order> => {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const placed = await placeOnce(ctx, actor, planned)
    if (placed !== undefined) return placed
  }
  throw new Error('an open order vanished each time it was read')
}
