import type { Actor } from '~/kernel/actor.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { addPieces, move, type StockContext } from './ledger.commands.server.ts'
import { type ClaimRow, claimsOfOrder, lockStock, openPieces, type StockRow } from './queries.server.ts'
import type { ReturnedAs } from './rules.ts'
import { layIn } from './shelf.commands.server.ts'

/** What happens to units of an order line that are not sent, or are returned (K13). */
export interface BackLine {
  readonly number: string
  readonly position: number
  readonly units: number
  readonly as: ReturnedAs
  /** Units of the whole line as ordered. */
  readonly ordered: number
  /** Units of the line still to be sent, or kept by the buyer. */
  readonly stays: number
}

/** Reduces a claim by `by` units; releases it at zero. */
const lessen = async (trx: AppTransaction, { id, units }: ClaimRow, by: number): Promise<void> => {
  const changes =
    by < units
      ? { units: units - by }
      : ({ state: 'released', until: null, client: null, network: null } as const)
  await trx.updateTable('stockClaim').set(changes).where('id', '=', id).execute()
}

/** Puts a cut piece, or some kits, back on the shelf (K13). */
const putBack = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  { number, mode }: StockRow,
  orderId: string,
  units: number,
): Promise<void> => {
  const why = { why: 'returned', actor, orderId } as const
  const [pool] = mode === 'count' ? await openPieces(trx, number) : []
  if (pool !== undefined) await move(trx, ctx, pool, { units, grows: units }, why)
  else await addPieces(trx, ctx, number, [{ units, lengthCm: null, widthCm: null }], 'returned', why)
}

/** Units of this order's product that can still come back to the shelf: of what was claimed no more than is away, of the rest no more than was ordered. */
const mostToPutBack = async (
  trx: AppTransaction,
  number: string,
  { orderId, ordered, stays }: OrderBackLine,
): Promise<number> => {
  const moves = await trx
    .selectFrom('stockMove')
    .select(['why', 'units'])
    .where('number', '=', number)
    .where('orderId', '=', orderId)
    .execute()
  const sum = (of: typeof moves) => of.reduce((total, { units }) => total + units, 0)
  const most = ordered - stays - sum(moves.filter(({ why }) => why === 'returned'))
  return moves.some(({ why }) => why === 'claimed') ? Math.min(most, -sum(moves)) : most
}

type OrderBackLine = BackLine & { readonly orderId: string }

/** Without a claim the bolt is unknown. */
const putBackUnclaimed = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  stock: StockRow,
  line: OrderBackLine,
): Promise<void> => {
  const most = await mostToPutBack(trx, stock.number, line)
  if (most > 0) await putBack(trx, ctx, actor, stock, line.orderId, Math.min(line.units, most))
}

/**
 * Handles one claimed line. Units that the order keeps stay claimed, so that repeating a failed refund returns nothing twice; units
 * neither sent nor returned count as cut.
 */
const giveBackClaimed = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  stock: StockRow,
  claim: ClaimRow,
  { orderId, units: meant, stays, as }: OrderBackLine,
): Promise<void> => {
  const { id, pieceId, number } = claim
  const units = as === 'keep' ? 0 : Math.max(0, Math.min(meant, claim.units - stays))
  const isWhole = as === 'bolt' && claim.state !== 'cut'
  if (units > 0) {
    await lessen(trx, claim, units)
    const why = { why: 'released', actor, orderId } as const
    if (pieceId !== null)
      await move(trx, ctx, { id: pieceId, number }, isWhole ? { units } : { units: 0, grows: -units }, why)
    if (!isWhole) await putBack(trx, ctx, actor, stock, orderId, units)
  }
  if (stays === 0 && units < claim.units)
    await trx.updateTable('stockClaim').set({ state: 'cut' }).where('id', '=', id).execute()
}

/**
 * Returns an order's unsent or returned units to stock as the owner chose for each line (K13), within the caller's transaction,
 * which has locked the order. Cut cloth becomes a piece of its own, never part of its bolt again. Uncounted products are skipped.
 */
export const giveBackPieces = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderId: string,
  lines: readonly BackLine[],
): Promise<void> => {
  const wanted = lines.filter(({ units }) => units > 0)
  if (wanted.length === 0) return
  const counted = await lockStock(
    trx,
    wanted.map(({ number }) => number),
  )
  if (counted.size === 0) return
  const claims = new Map((await claimsOfOrder(trx, orderId)).map((claim) => [claim.position, claim]))
  for (const line of wanted) {
    const stock = counted.get(line.number)
    const claim = claims.get(line.position)
    if (stock === undefined) continue
    if (claim !== undefined) await giveBackClaimed(trx, ctx, actor, stock, claim, { ...line, orderId })
    else if (line.as === 'piece') await putBackUnclaimed(trx, ctx, actor, stock, { ...line, orderId })
  }
  for (const number of counted.keys()) await layIn(trx, ctx, number, { why: 'claimed', actor })
}
