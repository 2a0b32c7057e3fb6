import type { Insertable, Transaction } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import { taxInside } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { noteEvent } from './commands.server.ts'
import { orderSearchText } from './list.queries.server.ts'
import { promisePieces } from './payment.commands.server.ts'
import { lineRow, lockedOrderBy, newAccessToken, newOrderNumber, orderBy } from './queries.server.ts'
import { issuerToday, namesTokenAndShop } from './rules.ts'
import type { Order, RestoredOrder } from './types.ts'

interface Restored {
  readonly order: Order
  /** False if the order existed already and was left unchanged. */
  readonly isNew: boolean
}

/** Recreates an order from its payment's session, in the caller's transaction (M12). */
export const restoreOrder = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  restored: RestoredOrder,
): Promise<Restored> => {
  const orderNumber = await freeNumber(trx, restored.number)
  const { customer } = restored.payment
  const searchText = orderSearchText({ number: orderNumber, customer, lines: restored.lines })
  const row = await trx
    .insertInto('orders')
    .values({ ...restoredRow(ctx, restored), orderNumber, searchText })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return { order: await presentOrder(trx, restored), isNew: false }
  const lines = restored.lines.map((line, position) => lineRow(row.id, line, position))
  await trx.insertInto('orderLine').values(lines).execute()
  await noteEvent(trx, ctx, actor, row.id, 'restored', restored.payment.sessionId)
  if (await promisePieces(trx, ctx, actor, await presentOrder(trx, restored)))
    await trx.updateTable('orders').set({ reviewReason: 'sold-out' }).where('id', '=', row.id).execute()
  return { order: await presentOrder(trx, restored), isNew: true }
}

const freeNumber = async (trx: Transaction<Schema>, number: string | null): Promise<string> =>
  number === null || (await orderBy(trx, 'orderNumber', number)) !== undefined ? newOrderNumber() : number

const presentOrder = async (
  trx: Transaction<Schema>,
  { id, payment }: Pick<RestoredOrder, 'id' | 'payment'>,
): Promise<Order> => {
  const order =
    (await lockedOrderBy(trx, 'id', id)) ?? (await lockedOrderBy(trx, 'sessionId', payment.sessionId))
  if (order === undefined) throw new Error('an order could not be written, and is not there')
  return order
}

/** Fields missing in the session stay empty; the time of payment is accurate to the hour. */
const restoredRow = (
  ctx: AppContext,
  { lines: _lines, payment, number: _number, from, ...kept }: RestoredOrder,
): Omit<Insertable<OrdersTable>, 'orderNumber'> => ({
  ...kept,
  state: 'paid',
  browserToken: `restored-${kept.id}`,
  cartFingerprint: '',
  openKey: null,
  accessToken: newAccessToken(),
  taxIncluded: taxInside(kept.total),
  currency: 'jpy',
  fromView: from,
  attempt: 1,
  sessionNamesToken: namesTokenAndShop,
  sessionId: payment.sessionId,
  sessionUrl: null,
  paymentIntent: payment.paymentIntent,
  customerName: payment.customer.name,
  customerEmail: payment.customer.email,
  customerPhone: payment.customer.phone,
  shippingAddress: payment.customer.address === null ? null : JSON.stringify(payment.customer.address),
  practice: ctx.demo ? 1 : 0,
  confirmationText: '',
  termsVersion: '',
  reviewReason: null,
  paidAt: kept.createdAt,
  shippedAt: null,
  issuer: JSON.stringify(issuerToday(ctx.settings)),
  restoredAt: ctx.now(),
  checkedAt: ctx.now(),
})
