import { forgetClaims } from '~/features/stock/releasing.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forgetValues } from '~/server/audit.ts'
import { forUpdateSkipLocked } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { fillOrders } from './filling.commands.server.ts'
import { timeLimits } from './time-limits.rules.ts'

const minute = 60_000
const forgetter: Actor = { kind: 'system', name: 'forgetting' }
const mostAtOnce = 200

/** P14: deletes unpaid orders after 30 days, pending ones not before a day after the end of their payment page. */
export const forgetUnpaidOrdersJob = (ctx: AppContext): Job => ({
  name: 'forget unpaid orders',
  everyMs: timeLimits.forgetEvery,
  firstAfterMs: 10 * minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    const now = ctx.now()
    let forgotten = mostAtOnce
    while (forgotten === mostAtOnce && !signal.aborted) forgotten = await forgetSome(ctx, now)
  },
})

const forgetSome = (ctx: AppContext, now: number): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const rows = await trx
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', ['pending', 'expired', 'failed'])
      .where('createdAt', '<', now - timeLimits.unpaidKept)
      .where((eb) =>
        eb.or([eb('state', '!=', 'pending'), eb('sessionExpiresAt', '<', now - timeLimits.pageOver)]),
      )
      .where('paidAt', 'is', null)
      .orderBy('createdAt')
      .limit(mostAtOnce)
      .$call(forUpdateSkipLocked(trx))
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await forgetValues(
      trx,
      ids.map((id) => `order:${id}`),
    )
    await forgetClaims(trx, ctx, forgetter, ids)
    await trx.deleteFrom('orderNote').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('orderMessage').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('orderEvent').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('orderLine').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('orders').where('id', 'in', ids).execute()
    ctx.log.info('unpaid orders forgotten', { orders: ids.length })
    return ids.length
  })

const second = 1_000

/** Beside the open shop: an update must not keep it closed for each order that it ever had (D75). */
export const fillOrdersJob = (ctx: AppContext): Job => ({
  name: 'fill orders of before',
  // Also what ten minutes were not enough for.
  everyMs: 60 * minute,
  firstAfterMs: second,
  limitMs: 10 * minute,
  run: (signal) => fillOrders(ctx, signal),
})
