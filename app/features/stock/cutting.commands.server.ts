import type { Actor } from '~/kernel/actor.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { StockContext } from './ledger.commands.server.ts'
import { type ClaimRow, claimsOfOrder, lockStock } from './queries.server.ts'
import { layIn } from './shelf.commands.server.ts'

/** Marks an order's claims as cut, of all lines or of `positions`: they no longer move (K13). `back` undoes it. */
export const markCut = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  { orderId, positions, back = false }: { orderId: string; positions?: readonly number[]; back?: boolean },
): Promise<void> => {
  const from = back ? 'cut' : 'promised'
  const meant = (claim: ClaimRow) =>
    claim.state === from && (positions === undefined || positions.includes(claim.position))
  const numbers = (await claimsOfOrder(trx, orderId)).filter(meant).map(({ number }) => number)
  if (numbers.length === 0) return
  const counted = await lockStock(trx, numbers)
  for (const claim of (await claimsOfOrder(trx, orderId)).filter(meant))
    await trx
      .updateTable('stockClaim')
      .set({ state: back ? 'promised' : 'cut' })
      .where('id', '=', claim.id)
      .execute()
  for (const number of counted.keys()) await layIn(trx, ctx, number, { why: 'claimed', actor })
}

/** Undoes the shipping of these lines: units not ticked as cut are claimed as before (K13). */
export const takeBackCut = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  { orderId, positions }: { readonly orderId: string; readonly positions: readonly number[] },
): Promise<void> => {
  const ticked = trx.selectFrom('packingTick').select('position').where('orderId', '=', orderId)
  const cut = new Set((await ticked.where('step', '=', 'cut').execute()).map(({ position }) => position))
  const uncut = positions.filter((position) => !cut.has(position))
  await markCut(trx, ctx, actor, { orderId, positions: uncut, back: true })
}
