import type { Actor } from '~/kernel/actor.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { move, type StockContext, settleStock } from './ledger.commands.server.ts'
import { type ClaimRow, claimsOfOrder, isStandingClaim, lockStock } from './queries.server.ts'
import { countUnpaidHolds } from './unpaid-holds.commands.server.ts'

/** Returns the claims' units to their pieces; the caller has locked their numbers. */
export const release = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  claims: readonly ClaimRow[],
): Promise<void> => {
  for (const { id, number, pieceId, units, orderId } of claims) {
    if (pieceId !== null)
      await move(trx, ctx, { id: pieceId, number }, { units }, { why: 'released', actor, orderId })
    await trx
      .updateTable('stockClaim')
      .set({ state: 'released', until: null, client: null, network: null })
      .where('id', '=', id)
      .execute()
  }
  for (const number of new Set(claims.map((claim) => claim.number))) await settleStock(trx, ctx, number)
}

/** Releases an order's uncut claims, of all lines or of `positions`, within the caller's transaction (K6). */
export const releaseClaims = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderId: string,
  state: 'held' | 'held or promised' = 'held or promised',
): Promise<void> => {
  const numbers = (await claimsOfOrder(trx, orderId)).map(({ number }) => number)
  if (numbers.length === 0) return
  await lockStock(trx, numbers)
  // Read again under the lock: another transaction may have paid for them meanwhile.
  const claims = (await claimsOfOrder(trx, orderId)).filter(
    (claim) => claim.state === 'held' || (claim.state === 'promised' && state !== 'held'),
  )
  await release(trx, ctx, actor, claims)
}

/** As `releaseClaims`, of an order whose payment page ended unpaid, which counts against its client (K30). */
export const releaseUnpaid = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderId: string,
): Promise<void> => {
  const claims = await claimsOfOrder(trx, orderId)
  await releaseClaims(trx, ctx, actor, orderId)
  await countUnpaidHolds(trx, ctx, claims)
}

/** As `releaseClaims`, for holds of several orders whose numbers the caller has locked. */
export const releaseHolds = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  claims: readonly ClaimRow[],
): Promise<void> => {
  if (claims.length === 0) return
  const present = await trx
    .selectFrom('stockClaim')
    .selectAll()
    .where(
      'id',
      'in',
      claims.map(({ id }) => id),
    )
    .where('state', '=', 'held')
    .execute()
  await release(trx, ctx, actor, present)
}

/** Extends a hold to the end of its payment page, or without limit while a payment is in transit; within the caller's transaction. */
export const extendHolds = async (
  trx: AppTransaction,
  orderId: string,
  until: number | null,
): Promise<void> => {
  await trx
    .updateTable('stockClaim')
    .set({ until })
    .where('orderId', '=', orderId)
    .where(isStandingClaim)
    .where('state', '=', 'held')
    .execute()
}

/** Releases and deletes the claims of orders about to be deleted; within the caller's transaction. */
export const forgetClaims = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderIds: readonly string[],
): Promise<void> => {
  for (const orderId of orderIds) await releaseClaims(trx, ctx, actor, orderId)
  await trx.deleteFrom('stockClaim').where('orderId', 'in', orderIds).execute()
}
