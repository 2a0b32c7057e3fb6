import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { type ClaimRow, isOpenClaim, isStandingClaim, lockStock } from './queries.server.ts'
import { releaseHolds } from './releasing.commands.server.ts'
import { countUnpaidHolds, forgetUnpaidHolds } from './unpaid-holds.commands.server.ts'

const minute = 60_000
/** Allows for the provider's clock and for an event in transit. */
const graceMs = 10 * minute

const releaser: Actor = { kind: 'system', name: 'stock' }

/** Releases the holds of expired payment pages (K6). */
export const releaseHoldsJob = (ctx: AppContext): Job => ({
  name: 'release cloth of ended payment pages',
  everyMs: minute,
  firstAfterMs: minute,
  limitMs: 5 * minute,
  run: async (signal) => {
    const orders = await releaseEndedHolds(ctx, releaser, graceMs, signal)
    if (orders > 0) ctx.log.info('cloth of ended payment pages is free again', { orders })
  },
})

const mostAtOnce = 100

/** Releases holds that ended `afterMs` ago even if the provider cannot be reached: it takes no payment by then (K6). */
const releaseEndedHolds = async (
  ctx: AppContext,
  actor: Actor,
  afterMs: number,
  signal: AbortSignal,
): Promise<number> => {
  const ended = await ctx.db
    .selectFrom('stockClaim')
    .select('orderId')
    .distinct()
    .where(isOpenClaim)
    .where('state', '=', 'held')
    .where('until', '<', ctx.now() - afterMs)
    .orderBy('orderId')
    .limit(mostAtOnce)
    .execute()
  for (const { orderId } of ended) {
    if (signal.aborted) break
    await inTransaction(ctx, (trx) => releaseEnded(trx, ctx, actor, orderId, ctx.now() - afterMs))
  }
  return ended.length
}

const promiseHolds = async (trx: AppTransaction, claims: readonly ClaimRow[]): Promise<void> => {
  await forgetUnpaidHolds(trx, claims)
  for (const { id } of claims)
    await trx
      .updateTable('stockClaim')
      .set({ state: 'promised', until: null, client: null, network: null })
      .where('id', '=', id)
      .execute()
}

const releaseEnded = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  orderId: string,
  endedBefore: number,
): Promise<void> => {
  const ended = () =>
    trx
      .selectFrom('stockClaim')
      .selectAll()
      .where('orderId', '=', orderId)
      .where(isStandingClaim)
      .where('state', '=', 'held')
      .where('until', '<', endedBefore)
      .execute()
  await lockStock(
    trx,
    (await ended()).map(({ number }) => number),
  )
  const { state, sessionId = null } =
    (await trx
      .selectFrom('orders')
      .select(['state', 'sessionId'])
      .where('id', '=', orderId)
      .executeTakeFirst()) ?? {}
  // Paid while the product was being counted for the first time.
  if (state === 'paid' || state === 'needs_review') return promiseHolds(trx, await ended())
  const claims = await ended()
  await releaseHolds(trx, ctx, actor, claims)
  // Without a page nobody could pay.
  if (sessionId !== null) await countUnpaidHolds(trx, ctx, claims)
}
