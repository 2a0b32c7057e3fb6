import { extendHolds, releaseClaims, releaseUnpaid } from '~/features/stock/releasing.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { noteEvent } from './commands.server.ts'
import { isSuperseded, orderBy } from './queries.server.ts'
import { namesTokenAndShop } from './rules.ts'
import type { Order, OrderEventKind } from './types.ts'

const reread = async (ctx: AppContext, order: Order): Promise<Order> => {
  const present = await orderBy(ctx.db, 'id', order.id)
  if (present === undefined) throw new Error('an order vanished')
  return present
}

/** Supersedes the browser's other pending orders for good (S9); false if `order`, already committed, was itself superseded. */
export const preferOrder = async (ctx: AppContext, actor: Actor, order: Order): Promise<boolean> => {
  if (!(await isSuperseded(ctx.db, order))) return true
  return inTransaction(ctx, async (trx) => {
    const rows = await trx
      .selectFrom('orders')
      .select(['id', 'state', 'openKey'])
      .where('browserToken', '=', order.browserToken)
      .where((eb) =>
        eb.or([
          eb('id', '=', order.id),
          eb.and([eb('state', '=', 'pending'), eb('openKey', 'is not', null)]),
        ]),
      )
      .orderBy('id')
      .$call(forUpdate(trx))
      .execute()
    const own = rows.find(({ id }) => id === order.id)
    // An order paid in the meantime supersedes none.
    if (own?.openKey === null) return own.state !== 'pending' && own.state !== 'expired'
    const others = rows.flatMap(({ id }) => (id === order.id ? [] : id))
    if (others.length > 0) {
      await trx.updateTable('orders').set({ openKey: null }).where('id', 'in', others).execute()
      ctx.log.info('other carts of a browser are superseded', { order: order.number, others, by: actor.kind })
    }
    return true
  })
}

/** Stores the payment page unless there is one, and returns the resulting order; only events change its state. */
export const storeSession = async (
  ctx: AppContext,
  actor: Actor,
  order: Order,
  session: { readonly id: string; readonly url: string | null },
): Promise<Order> => {
  await inTransaction(ctx, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ sessionId: session.id, sessionUrl: session.url })
      .where('id', '=', order.id)
      .where((eb) => eb.or([eb('sessionId', 'is', null), eb('sessionId', '=', session.id)]))
      .where('sessionUrl', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await noteEvent(trx, ctx, actor, order.id, 'session opened', session.id)
  })
  return reread(ctx, order)
}

/** Advances the idempotency key, because with the present one the provider would repeat its failure (M2). */
export const nextAttempt = async (
  ctx: AppContext,
  actor: Actor,
  order: Order,
  { why, sessionExpiresAt }: { readonly why: string; readonly sessionExpiresAt: number },
): Promise<Order> => {
  await inTransaction(ctx, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ attempt: order.attempt + 1, sessionExpiresAt, sessionNamesToken: namesTokenAndShop })
      .where('id', '=', order.id)
      .where('attempt', '=', order.attempt)
      .where('sessionId', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await extendHolds(trx, order.id, sessionExpiresAt)
    await noteEvent(trx, ctx, actor, order.id, 'session failed', why)
  })
  return reread(ctx, order)
}

/** Closes the order only if it is pending and still has the given payment page. */
export const closeUnpaidOrder = (
  ctx: AppContext,
  actor: Actor,
  order: Pick<Order, 'id' | 'sessionId'>,
  what: Extract<OrderEventKind, 'expired' | 'replaced'>,
): Promise<boolean> =>
  inTransaction(ctx, async (trx) => {
    const { sessionId } = order
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ state: 'expired', openKey: null })
      .where('id', '=', order.id)
      .where('state', '=', 'pending')
      .where((eb) => (sessionId === null ? eb('sessionId', 'is', null) : eb('sessionId', '=', sessionId)))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    // Without a page nobody could pay.
    await (sessionId === null ? releaseClaims : releaseUnpaid)(trx, ctx, actor, order.id)
    await noteEvent(trx, ctx, actor, order.id, what)
    return true
  })

/** Records that these orders were checked with the provider, so that the next run begins with others. */
export const noteChecked = async (ctx: AppContext, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  await inTransaction(ctx, async (trx) => {
    // Locked in the same order as in `preferOrder`, against deadlocks.
    await trx
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', orderIds)
      .orderBy('id')
      .$call(forUpdate(trx))
      .execute()
    await trx.updateTable('orders').set({ checkedAt: ctx.now() }).where('id', 'in', orderIds).execute()
  })
}
