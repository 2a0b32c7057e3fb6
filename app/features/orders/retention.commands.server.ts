import type { Actor } from '~/kernel/actor.ts'
import { forUpdateSkipLocked } from '~/server/database/row-lock.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { OrderContext } from './commands.server.ts'

const day = 86_400_000
const keptMs = 30 * day
const mostAtOnce = 200

/**
 * Forgets orders that were never paid, with their lines and history, 30 days after they were written (P14): pending ones
 * whose payment page has been over for a day, expired and failed ones. What was paid stays, and so does what is waiting for
 * its payment or needs a look. Harmless when repeated or done by two processes; stops between two parts when `signal` fires.
 */
export const forgetUnpaidOrders = async (
  ctx: OrderContext,
  _actor: Actor,
  signal: AbortSignal,
): Promise<void> => {
  const now = ctx.now()
  let forgotten = mostAtOnce
  while (forgotten === mostAtOnce && !signal.aborted) forgotten = await forgetSome(ctx, now)
}

/** At most 200 of them in one transaction; says how many they were. */
const forgetSome = (ctx: OrderContext, now: number): Promise<number> =>
  inTransaction(ctx.db, async (trx) => {
    const rows = await trx
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', ['pending', 'expired', 'failed'])
      .where('createdAt', '<', now - keptMs)
      .where((eb) => eb.or([eb('state', '!=', 'pending'), eb('sessionExpiresAt', '<', now - day)]))
      .where('paidAt', 'is', null)
      .orderBy('createdAt')
      .limit(mostAtOnce)
      .$call(forUpdateSkipLocked(trx))
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await trx.deleteFrom('orderEvent').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('orderLine').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('orders').where('id', 'in', ids).execute()
    ctx.log.info('unpaid orders forgotten', { orders: ids.length })
    return ids.length
  })
