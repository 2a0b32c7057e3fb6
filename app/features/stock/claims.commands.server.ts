import type { Actor } from '~/kernel/actor.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { move, type StockContext, settleStock } from './ledger.commands.server.ts'
import { claimsOfOrder, lockStock, openPieces, type PieceRow, type StockRow } from './queries.server.ts'
import { release } from './releasing.commands.server.ts'
import { bestPiece, mostOf, type ShortLine, type WantedPiece } from './rules.ts'
import { forgetUnpaidHolds } from './unpaid-holds.commands.server.ts'

/** Owner and new state of the claims; `until` in epoch ms, null for no end. */
export interface Claimant {
  readonly orderId: string
  readonly state: 'held' | 'promised'
  readonly until: number | null
  /** Hashes; holds only. */
  readonly client?: string | null
  readonly network?: string | null
  /** Epoch ms since when a hold goes on; now when left out. */
  readonly since?: number
}

const asPiece = (row: PieceRow) => ({ ...row, left: row.leftUnits })

/** Claims a piece for one line of a locked number, or says why not. */
const claimLine = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  { since = ctx.now(), ...claimant }: Claimant,
  line: WantedPiece,
  { heldUnits }: StockRow,
): Promise<ShortLine | undefined> => {
  const pieces = (await openPieces(trx, line.number)).map(asPiece)
  const piece = bestPiece(pieces, line.units)
  const why = { why: 'claimed', actor, orderId: claimant.orderId } as const
  if (piece === undefined || !(await move(trx, ctx, piece, { units: -line.units }, why)))
    return { ...line, most: mostOf(pieces), waits: heldUnits > 0 }
  await trx
    .insertInto('stockClaim')
    .values({
      ...claimant,
      client: claimant.client ?? null,
      network: claimant.network ?? null,
      ...line,
      id: ctx.newId(),
      pieceId: piece.id,
      claimedAt: since,
    })
    .execute()
  await settleStock(trx, ctx, line.number)
  return undefined
}

/**
 * Claims a piece for each line of a counted product within the caller's transaction, which has locked the order; existing claims of
 * the order get the new state. Returns the lines that no piece holds: the caller decides about the others. `numbers` are locked too
 * (K4).
 */
export const claimPieces = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  claimant: Claimant,
  lines: readonly WantedPiece[],
  given?: Map<string, StockRow>,
): Promise<ShortLine[]> => {
  const counted =
    given ??
    (await lockStock(
      trx,
      lines.map(({ number }) => number),
    ))
  if (counted.size === 0) return []
  const present = new Map(
    (await claimsOfOrder(trx, claimant.orderId)).map((claim) => [claim.position, claim]),
  )
  if (claimant.state === 'promised') await forgetUnpaidHolds(trx, [...present.values()])
  const short: ShortLine[] = []
  for (const line of lines) {
    const stock = counted.get(line.number)
    const claim = present.get(line.position)
    if (stock === undefined || claim?.state === 'cut') continue
    // A claim that lost its piece in a recount is claimed again.
    if (claim !== undefined && claim.pieceId === null) await release(trx, ctx, actor, [claim])
    if (claim === undefined || claim.pieceId === null) {
      const why = await claimLine(trx, ctx, actor, claimant, line, stock)
      if (why !== undefined) short.push(why)
    } else if (!(claim.state === 'promised' && claimant.state === 'held'))
      await trx
        .updateTable('stockClaim')
        .set({
          state: claimant.state,
          until: claimant.until,
          ...(claimant.state === 'promised' && { client: null, network: null }),
        })
        .where('id', '=', claim.id)
        .execute()
  }
  for (const number of counted.keys()) await settleStock(trx, ctx, number)
  return short
}

/**
 * A line whose parcel is in the shop again has this many units claimed, within the caller's transaction, which has locked the order and
 * `counted`: where no piece holds them it waits for one, as after a count (K9). Nothing of a line that was never claimed.
 */
export const claimForParcel = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderId: string,
  line: WantedPiece,
  counted: Map<string, StockRow>,
): Promise<void> => {
  const ever = trx.selectFrom('stockClaim').select('id').where('orderId', '=', orderId)
  if ((await ever.where('position', '=', line.position).executeTakeFirst()) === undefined) return
  if ((await claimAgain(trx, ctx, actor, orderId, line, counted)) === undefined) return
  await trx
    .insertInto('stockClaim')
    .values({
      ...line,
      orderId,
      id: ctx.newId(),
      state: 'promised',
      until: null,
      client: null,
      network: null,
      pieceId: null,
      claimedAt: ctx.now(),
    })
    .execute()
}

/**
 * The line of a paid order has this many units again, from the shelf or from the piece that was put away, within the caller's transaction,
 * which has locked the order and `counted`. `rest-cut`: fewer are cut already.
 */
export const claimAgain = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderId: string,
  line: WantedPiece,
  counted: Map<string, StockRow>,
): Promise<'no-piece' | 'rest-cut' | undefined> => {
  if (!counted.has(line.number)) return undefined
  const claim = (await claimsOfOrder(trx, orderId)).find(({ position }) => position === line.position)
  if (claim !== undefined && claim.units >= line.units) return undefined
  if (claim?.state === 'cut') return 'rest-cut'
  if (claim !== undefined) await release(trx, ctx, actor, [claim])
  const claimant = { orderId, state: 'promised', until: null } as const
  return (await claimPieces(trx, ctx, actor, claimant, [line], counted)).length > 0 ? 'no-piece' : undefined
}
