import type { Kysely, Selectable } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { forUpdate } from '~/server/database/row-lock.ts'
import { orderOf } from './order-record.server.ts'
import type { OrderHistoryEntry, OrderSummary } from './owner-text.rules.ts'
import type { Order } from './types.ts'

/** A column that names one order only. */
type OrderKey = 'id' | 'orderNumber' | 'accessToken' | 'sessionId' | 'openKey'

const withLines = async (
  db: Kysely<Schema>,
  row: Selectable<OrdersTable> | undefined,
): Promise<Order | undefined> => {
  if (row === undefined) return undefined
  const lines = await db
    .selectFrom('orderLine')
    .selectAll()
    .where('orderId', '=', row.id)
    .orderBy('position')
    .execute()
  return orderOf(row, lines)
}

/** The order whose `key` is `value`, or undefined. */
export const orderBy = async (db: Kysely<Schema>, key: OrderKey, value: string): Promise<Order | undefined> =>
  withLines(db, await db.selectFrom('orders').selectAll().where(key, '=', value).executeTakeFirst())

/** As `orderBy`, and keeps its row for this transaction: others wait. */
export const lockedOrderBy = async (
  trx: Kysely<Schema>,
  key: OrderKey,
  value: string,
): Promise<Order | undefined> =>
  withLines(
    trx,
    await trx
      .selectFrom('orders')
      .selectAll()
      .where(key, '=', value)
      .$call(forUpdate(trx))
      .executeTakeFirst(),
  )

const shortestToken = 16

/** The order that a link or this browser's token opens, with lines, amounts and delivery address (S14, S23). */
export const orderByToken = async (db: Kysely<Schema>, token: string): Promise<Order | undefined> =>
  token.length < shortestToken ? undefined : orderBy(db, 'accessToken', token)

/** The orders that were paid or need a look, at most `limit`: what is still to be done first, then the newest. */
export const ordersForOwner = async (db: Kysely<Schema>, limit: number): Promise<OrderSummary[]> => {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])
    .orderBy((eb) => eb.case().when('shippedAt', 'is', null).then(0).else(1).end())
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    number: row.orderNumber,
    state: row.state,
    total: row.total,
    practice: row.practice === 1,
    customerName: row.customerName,
    reviewReason: row.reviewReason,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    shippedAt: row.shippedAt,
  }))
}

/** What happened to an order, oldest first. */
export const orderHistory = async (db: Kysely<Schema>, orderId: string): Promise<OrderHistoryEntry[]> => {
  const rows = await db
    .selectFrom('orderEvent')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('happenedAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    happenedAt: row.happenedAt,
    what: row.what,
    actor: row.actor,
    detail: row.detail,
  }))
}
