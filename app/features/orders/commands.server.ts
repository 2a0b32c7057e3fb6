import type { Insertable, Transaction, Updateable } from 'kysely'
import type {
  FurtherParcelTable,
  OrderEventTable,
  OrderExchangeTable,
  OrderLineTable,
  OrderNoteTable,
  OrderReturnTable,
  OrdersTable,
  Schema,
} from '#db/schema.ts'
import { type HoldRefusal, holdPieces } from '~/features/stock/holds.commands.server.ts'
import { type Actor, actorName } from '~/kernel/actor.ts'
import { taxInside } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { Parcel } from './carriers.rules.ts'
import { lineRow, lockedOrderBy, newAccessToken, newOrderNumber, orderOf } from './queries.server.ts'
import { namesTokenAndShop, orderNumberTyped } from './rules.ts'
import { salesAreDue } from './sales-due.commands.server.ts'
import { putOrderSearch } from './search.commands.server.ts'
import { wantedPieces } from './standing.rules.ts'
import type { NewOrder, Order, OrderEventKind } from './types.ts'

/** Within an act of the desk the event bears the act's row of the log (N70). */
export const noteEvent = async (
  trx: Transaction<Schema> & Pick<AppTransaction, 'auditId'>,
  { now, newId }: Pick<AppContext, 'now' | 'newId'>,
  actor: Actor,
  orderId: string,
  what: OrderEventKind,
  detail: string | null = null,
): Promise<void> => {
  await trx
    .insertInto('orderEvent')
    .values({
      id: newId(),
      orderId,
      happenedAt: now(),
      what,
      actor: actorName(actor),
      detail,
      auditId: trx.auditId ?? null,
    })
    .execute()
  if (what === 'paid' || what === 'restored') await salesAreDue(trx, { orderId })
}

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
  sessionNamesToken: namesTokenAndShop,
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
  cancelledAt: null,
  cancelReason: null,
  settledAt: null,
  settledHow: null,
  acceptedAmount: null,
  carrier: null,
  tracking: null,
  searchText: null,
  addressChangedAt: null,
})

export interface OrderRows {
  readonly order: Insertable<OrdersTable>
  readonly lines: readonly Insertable<OrderLineTable>[]
  readonly furtherParcels: readonly Insertable<FurtherParcelTable>[]
  readonly events: readonly Insertable<OrderEventTable>[]
  readonly notes: readonly Insertable<OrderNoteTable>[]
  readonly returns: readonly Insertable<OrderReturnTable>[]
}

export const putSampleOrder = async (trx: Transaction<Schema>, rows: OrderRows): Promise<void> => {
  await trx
    .insertInto('orders')
    .values({ ...rows.order, source: 'demo' })
    .execute()
  for (const row of rows.lines) await trx.insertInto('orderLine').values(row).execute()
  for (const row of rows.furtherParcels) await trx.insertInto('furtherParcel').values(row).execute()
  for (const row of rows.events) await trx.insertInto('orderEvent').values(row).execute()
  for (const row of rows.notes) await trx.insertInto('orderNote').values(row).execute()
  for (const row of rows.returns) await trx.insertInto('orderReturn').values(row).execute()
  await salesAreDue(trx, { orderId: rows.order.id })
}

/** Deletes the rows that refer to sample orders. `removeSampleOrders` follows once their payments are deleted. */
export const removeSampleParts = async (trx: Transaction<Schema>): Promise<void> => {
  const samples = trx.selectFrom('orders').where('source', '=', 'demo').select('id')
  await trx.deleteFrom('orderReturn').where('orderId', 'in', samples).execute()
  await trx.deleteFrom('orderNote').where('orderId', 'in', samples).execute()
  await trx.deleteFrom('orderMessage').where('orderId', 'in', samples).execute()
  await trx.deleteFrom('orderEvent').where('orderId', 'in', samples).execute()
  await trx.deleteFrom('orderLine').where('orderId', 'in', samples).execute()
}

export const removeSampleOrders = async (trx: Transaction<Schema>): Promise<void> => {
  await trx.deleteFrom('orders').where('source', '=', 'demo').execute()
}

const insertUnlessOpen = async (trx: Transaction<Schema>, row: Insertable<OrdersTable>) =>
  trx
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.column('openKey').doNothing())
    .returningAll()
    .executeTakeFirst()

const mostAttempts = 10

/** Thrown to roll back an order whose fabric is out of stock. */
class NoPiece extends Error {
  readonly refusal: HoldRefusal
  constructor(refusal: HoldRefusal) {
    super('no cloth')
    this.refusal = refusal
  }
}

/** The new order, or the open one; undefined if that was superseded before it could be read. */
const placeOnce = (ctx: AppContext, actor: Actor, planned: NewOrder): Promise<Order | undefined> =>
  inTransaction(ctx, async (trx) => {
    const row = await insertUnlessOpen(trx, orderRow(ctx, planned))
    const open = row === undefined ? await lockedOrderBy(trx, 'openKey', planned.openKey) : undefined
    if (row === undefined) {
      if (open?.state === 'pending') await hold(trx, ctx, actor, open)
      return open
    }
    const lines = planned.lines.map((line, position) => lineRow(row.id, line, position))
    await trx.insertInto('orderLine').values(lines).execute()
    await noteEvent(trx, ctx, actor, row.id, 'placed')
    const order = orderOf(row, lines)
    await hold(trx, ctx, actor, order)
    return order
  })

/** Extends the hold of an open order, or takes it again if it has ended (K5). */
const hold = async (trx: AppTransaction, ctx: AppContext, actor: Actor, order: Order): Promise<void> => {
  const { id: orderId, browserToken, sessionExpiresAt: until } = order
  const address = 'address' in actor && ctx.clientsShareAddress !== true ? actor.address : null
  const held = await holdPieces(trx, ctx, actor, {
    orderId,
    browserToken,
    until,
    address,
    lines: wantedPieces(order),
  })
  if (!held.ok) throw new NoPiece(held.error)
}

/** A new order with its stock claimed (K4), or this browser's open one with the same content (S9); a refusal writes nothing. */
export const placeOrder = async (
  ctx: AppContext,
  actor: Actor,
  planned: NewOrder,
): Promise<Result<Order, HoldRefusal>> => {
  try {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const placed = await placeOnce(ctx, actor, planned)
      if (placed !== undefined) return ok(placed)
    }
  } catch (error) {
    if (error instanceof NoPiece) return refused(error.refusal)
    throw error
  }
  throw new Error('an open order vanished each time it was read')
}

/** Locks and returns an order to be changed at the desk; `version` is the one its form showed, null on the command line. */
export const orderForAct = async (
  trx: AppTransaction,
  typedNumber: string,
  version: number | null,
): Promise<Result<Order, 'not-found' | 'stale'>> => {
  const order = await lockedOrderBy(trx, 'orderNumber', orderNumberTyped(typedNumber))
  if (order === undefined) return refused('not-found')
  return version === null || version === order.version ? ok(order) : refused('stale')
}

/** Changes an order whose row the caller has locked. The new version makes forms with the former state stale. */
export const changeOrder = async (
  trx: AppTransaction,
  orderId: string,
  changes: Updateable<
    Pick<
      OrdersTable,
      | 'cancelledAt'
      | 'cancelReason'
      | 'reviewReason'
      | 'settledAt'
      | 'settledHow'
      | 'shippedAt'
      | 'carrier'
      | 'tracking'
    >
  > = {},
): Promise<void> => {
  await trx
    .updateTable('orders')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', orderId)
    .execute()
  await salesAreDue(trx, { orderId })
  if (changes.tracking !== undefined) await putOrderSearch(trx, orderId)
}

/** Writes what the order holds in place of units of a line (M16); the caller has locked its row. */
export const insertExchange = (
  trx: AppTransaction,
  row: Omit<OrderExchangeTable, 'undoneAt' | 'undoneBy'>,
): Promise<unknown> =>
  trx
    .insertInto('orderExchange')
    .values({ ...row, undoneAt: null, undoneBy: null })
    .execute()

/** Its units are of the former line again; `undoneAt` is epoch ms. */
export const markExchangeUndone = (
  trx: AppTransaction,
  { id, orderId }: Pick<OrderExchangeTable, 'id' | 'orderId'>,
  undone: { readonly undoneAt: number; readonly undoneBy: string },
): Promise<unknown> =>
  trx
    .updateTable('orderExchange')
    .set(undone)
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('undoneAt', 'is', null)
    .execute()

/** Replaces the parcels of an order whose row the caller has locked; the first stands in that row, and is returned to be written there. */
export const writeParcels = async (
  trx: AppTransaction,
  orderId: string,
  parcels: readonly Parcel[],
): Promise<Parcel> => {
  const [first = { carrier: null, tracking: null }, ...further] = parcels
  await trx.deleteFrom('furtherParcel').where('orderId', '=', orderId).execute()
  const rows = further.flatMap(({ carrier, tracking }, at) =>
    carrier === null || tracking === null ? [] : { orderId, position: at + 1, carrier, tracking },
  )
  if (rows.length > 0) await trx.insertInto('furtherParcel').values(rows).execute()
  return first
}

export const insertReturn = (trx: AppTransaction, row: Insertable<OrderReturnTable>): Promise<unknown> =>
  trx.insertInto('orderReturn').values(row).execute()

/** Updates a return of this order; deletes it if `changes` is null. */
export const writeReturn = async (
  trx: AppTransaction,
  { id, orderId }: Pick<OrderReturnTable, 'id' | 'orderId'>,
  changes: Updateable<OrderReturnTable> | null,
): Promise<void> => {
  if (changes === null)
    await trx.deleteFrom('orderReturn').where('id', '=', id).where('orderId', '=', orderId).execute()
  else
    await trx
      .updateTable('orderReturn')
      .set(changes)
      .where('id', '=', id)
      .where('orderId', '=', orderId)
      .execute()
}
