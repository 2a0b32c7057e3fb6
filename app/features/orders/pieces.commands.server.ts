import { claimForParcel } from '~/features/stock/claims.commands.server.ts'
import { giveBackPieces } from '~/features/stock/giving-back.commands.server.ts'
import { claimsOfOrder, lockStock } from '~/features/stock/queries.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { unitsEver } from './exchanges.rules.ts'
import { unitsTaken } from './money.queries.server.ts'
import type { Order } from './types.ts'

type PiecesContext = Pick<AppContext, 'now' | 'newId'>
type OrderOfPieces = Pick<Order, 'id' | 'lines'>

/** Units of each line that the parcel of an order that is not sent asks for. */
const unitsAsked = async (trx: AppTransaction, { id, lines }: OrderOfPieces): Promise<number[]> => {
  const taken = await unitsTaken(trx, [id])
  return lines.map(({ quantity }, at) => Math.max(0, quantity - (taken.get(`${id} ${at}`) ?? 0)))
}

/**
 * Lays back cloth of an order that is not sent, of each line at most `units` by position and nothing that its parcel still asks for (M52):
 * to its bolt, or as a piece of its own where it is cut. The caller's transaction has locked the order.
 */
export const layBackSurplus = async (
  trx: AppTransaction,
  ctx: PiecesContext,
  actor: Actor,
  order: OrderOfPieces,
  units: readonly number[],
): Promise<void> => {
  const asked = await unitsAsked(trx, order)
  const back = order.lines.map(({ number }, position) => ({
    ...{ number, position, units: units[position] ?? 0, as: 'bolt' as const },
    ...{ ordered: unitsEver(order.lines, position), stays: asked[position] ?? 0 },
  }))
  await giveBackPieces(trx, ctx, actor, order.id, back)
}

/**
 * Claims anew what the parcel of an order that is not sent any more asks for and its claims do not hold (M53), such as units that were laid
 * back for a refund which is forgone; what is cut of such a line goes back as a piece. The caller's transaction has locked the order.
 */
export const claimMissing = async (
  trx: AppTransaction,
  ctx: PiecesContext,
  actor: Actor,
  order: OrderOfPieces,
): Promise<void> => {
  const asked = await unitsAsked(trx, order)
  const counted = await lockStock(
    trx,
    order.lines.map(({ number }) => number),
  )
  const claims = new Map((await claimsOfOrder(trx, order.id)).map((claim) => [claim.position, claim]))
  for (const [position, { number }] of order.lines.entries()) {
    const units = asked[position] ?? 0
    const claim = claims.get(position)
    if (units === 0 || (claim?.units ?? 0) >= units) continue
    if (claim?.state === 'cut') {
      const back = { number, position, units: claim.units, as: 'piece', ordered: units, stays: 0 } as const
      await giveBackPieces(trx, ctx, actor, order.id, [back])
    }
    await claimForParcel(trx, ctx, actor, order.id, { number, position, units }, counted)
  }
}
