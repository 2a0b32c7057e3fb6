import type { Actor } from '~/kernel/actor.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { addPieces, move, type StockContext } from './ledger.commands.server.ts'
import { type ClaimRow, claimsOfOrder, lockStock, openPieces, type StockRow } from './queries.server.ts'
import type { BackAs } from './rules.ts'
import { layIn } from './shelf.commands.server.ts'

/** What becomes of some units of an order's line that are not sent, or come back. */
export interface BackLine {
  readonly number: string
  readonly position: number
  readonly units: number
  readonly as: BackAs
}

/** The claim has so many units less; without any it is none. */
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

const giveBackLine = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  stock: StockRow,
  claim: ClaimRow | undefined,
  line: BackLine & { readonly orderId: string },
): Promise<void> => {
  const units = Math.min(line.units, claim?.units ?? line.units)
  if (line.as === 'keep') {
    // What is neither sent nor laid back is gone; a part of a line goes with the rest of it.
    if (claim !== undefined && claim.units <= units)
      await trx.updateTable('stockClaim').set({ state: 'cut' }).where('id', '=', claim.id).execute()
    return
  }
  const isWhole = line.as === 'bolt' && claim !== undefined && claim.state !== 'cut'
  if (claim !== undefined) {
    const { pieceId, number } = claim
    const piece = pieceId === null ? null : { id: pieceId, number }
    await lessen(trx, claim, units)
    const why = { why: 'released', actor, orderId: line.orderId } as const
    if (piece !== null) await move(trx, ctx, piece, isWhole ? { units } : { units: 0, grows: -units }, why)
  }
  // Of cloth that was never claimed nobody knows a bolt.
  if (!isWhole && (claim !== undefined || line.as === 'piece'))
    await putBack(trx, ctx, actor, stock, line.orderId, units)
}

/**
 * Lays back what of an order is not sent or has come back, as the owner says of each line (K13); a step of the caller's transaction, which
 * holds the order. Cut cloth comes back as a piece of its own, never as a part of its bolt. Products that are not counted are left alone.
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
    if (stock === undefined) continue
    await giveBackLine(trx, ctx, actor, stock, claims.get(line.position), { ...line, orderId })
  }
  for (const number of counted.keys()) await layIn(trx, ctx, number, { why: 'claimed', actor })
}

/** FabricMeasures of an order is cut, of all its lines or of these positions: from now on no promise of it moves (K13). `back`: the tick was a slip. */
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
