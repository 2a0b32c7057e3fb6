import type { Actor } from '~/kernel/actor.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  type ClaimRow,
  lockStock,
  move,
  openPieces,
  type PieceRow,
  type StockContext,
  type StockRow,
  settleStock,
} from './ledger.commands.server.ts'
import { bestPiece, mostOf, type ShortLine, type WantedPiece } from './rules.ts'

/** Whose claims they are and what they are from now on; `until` is epoch ms, null for no end. */
export interface Claimant {
  readonly orderId: string
  readonly state: 'held' | 'promised'
  readonly until: number | null
  /** Hashes, of a hold alone. */
  readonly client?: string | null
  readonly network?: string | null
}

const claimsOf = (trx: AppTransaction, orderId: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '!=', 'released')
    .orderBy('position')
    .execute()

const asPiece = (row: PieceRow) => ({ ...row, left: row.leftUnits })

/** One line's piece, its number being locked: claimed, or why not. */
const claimLine = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  claimant: Claimant,
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
      claimedAt: ctx.now(),
    })
    .execute()
  await settleStock(trx, ctx, line.number)
  return undefined
}

const release = async (
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

/**
 * Claims a piece for each of these lines whose product is counted, as a step of the caller's transaction, which holds the order; what the
 * order has already stays its own and gets the new state. Gives the lines that no piece holds, for which nothing is claimed: the caller
 * decides what becomes of the others. `numbers` are locked with them (K4).
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
  const present = new Map((await claimsOf(trx, claimant.orderId)).map((claim) => [claim.position, claim]))
  const short: ShortLine[] = []
  for (const line of lines) {
    const stock = counted.get(line.number)
    const claim = present.get(line.position)
    if (stock === undefined || claim?.state === 'cut') continue
    // One that lost its piece when the cloth was counted is claimed anew.
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

/** Gives back what an order has claimed and nobody has cut, of all its lines or of these positions, as a step of the caller's transaction (K6). */
export const releaseClaims = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderId: string,
  state: 'held' | 'held or promised' = 'held or promised',
): Promise<void> => {
  const numbers = (await claimsOf(trx, orderId)).map(({ number }) => number)
  if (numbers.length === 0) return
  await lockStock(trx, numbers)
  // Read again: before the lock another transaction may have paid for them.
  const claims = (await claimsOf(trx, orderId)).filter(
    (claim) => claim.state === 'held' || (claim.state === 'promised' && state !== 'held'),
  )
  await release(trx, ctx, actor, claims)
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

/** A hold ends later, with its payment page, or never by itself while its money is on its way; a step of the caller's transaction. */
export const extendHolds = async (
  trx: AppTransaction,
  orderId: string,
  until: number | null,
): Promise<void> => {
  await trx
    .updateTable('stockClaim')
    .set({ until })
    .where('orderId', '=', orderId)
    .where('state', '=', 'held')
    .execute()
}

/** Gives back and forgets what these orders claimed, before they go; a step of the caller's transaction. */
export const forgetClaims = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  orderIds: readonly string[],
): Promise<void> => {
  for (const orderId of orderIds) await releaseClaims(trx, ctx, actor, orderId)
  await trx.deleteFrom('stockClaim').where('orderId', 'in', orderIds).execute()
}
