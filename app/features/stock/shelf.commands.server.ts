import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { layClaims } from './laying.rules.ts'
import { addPieces, move, type StockContext, settleStock, type Why } from './ledger.commands.server.ts'
import type { MeasuredPiece } from './measures.rules.ts'
import { claimsOfOrder, lockStock, openClaims, openPieces, type PieceRow } from './queries.server.ts'
import type { OtherBolt } from './rules.ts'

/** Places claims without a piece into what is left, longest first (K9); the caller has locked the number. */
export const layIn = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  why: Why,
): Promise<void> => {
  const waiting = (await openClaims(trx, number)).filter(({ pieceId }) => pieceId === null)
  if (waiting.length > 0) {
    const pieces = (await openPieces(trx, number)).map((row) => ({ ...row, left: row.leftUnits }))
    const laid = layClaims(waiting, pieces)
    for (const { id, units, orderId } of waiting) {
      const piece = pieces.find((each) => each.id === laid.get(id))
      if (piece === undefined) continue
      await move(trx, ctx, piece, { units: -units }, { ...why, orderId })
      await trx.updateTable('stockClaim').set({ pieceId: piece.id }).where('id', '=', id).execute()
    }
  }
  await settleStock(trx, ctx, number)
}

/** Detaches all uncut claims from their pieces: until cut, a claim may move. */
export const liftClaims = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  why: Why,
): Promise<void> => {
  for (const { id, pieceId, units, orderId } of await openClaims(trx, number)) {
    if (pieceId === null) continue
    await move(trx, ctx, { id: pieceId, number }, { units }, { ...why, orderId })
    await trx.updateTable('stockClaim').set({ pieceId: null }).where('id', '=', id).execute()
  }
}

/** Writes down that a promised line's cloth was there against the count (K33), within the caller's transaction, which has locked the order. Returns its product. */
export const markFound = async (
  trx: AppTransaction,
  { now }: StockContext,
  { orderId, position }: { readonly orderId: string; readonly position: number },
): Promise<Result<string, 'is-there'>> => {
  const claimed = async () => (await claimsOfOrder(trx, orderId)).find((claim) => claim.position === position)
  await lockStock(trx, [(await claimed())?.number ?? ''])
  // Read again under the lock: it may have been counted meanwhile.
  const claim = await claimed()
  if (claim === undefined || claim.state !== 'promised' || claim.pieceId !== null) return refused('is-there')
  const { number } = claim
  await trx
    .insertInto('foundFabric')
    .values({ orderId, position, number, foundAt: now() })
    .onConflict((conflict) => conflict.columns(['orderId', 'position']).doNothing())
    .execute()
  return ok(number)
}

/** A count says anew what is there. */
export const forgetFound = async (trx: AppTransaction, number: string): Promise<void> => {
  await trx.deleteFrom('foundFabric').where('number', '=', number).execute()
}

/** Takes what is left of a piece off the shelf. */
export const clearPiece = (trx: AppTransaction, ctx: StockContext, piece: PieceRow, why: Why) =>
  move(trx, ctx, piece, { units: -piece.leftUnits, grows: -piece.leftUnits }, why)

/**
 * Replaces the shelf by these pieces, claimed and uncut units included (K9): a piece of the same length keeps its label, and open
 * claims are placed again.
 */
export const replacePieces = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  counted: readonly MeasuredPiece[],
  source: PieceRow['source'],
  why: Why,
): Promise<void> => {
  await forgetFound(trx, number)
  // From now on the count says what lies there, and no receiving takes it away again (K40.2).
  await trx
    .updateTable('receivedPiece')
    .set({ state: 'counted' })
    .where('number', '=', number)
    .where('state', '=', 'there')
    .execute()
  await liftClaims(trx, ctx, number, why)
  const added = [...counted]
  for (const piece of await openPieces(trx, number)) {
    const same = added.findIndex(({ units }) => units === piece.leftUnits)
    if (same >= 0) added.splice(same, 1)
    else await clearPiece(trx, ctx, piece, why)
  }
  await addPieces(trx, ctx, number, added, source, why)
  await layIn(trx, ctx, number, why)
}

/** Why a line cannot move to another bolt. */
export type OtherBoltRefusal = 'not-promised' | 'is-cut' | 'stale' | 'too-short'

/**
 * 別の反物から: moves a line's claim to another bolt that holds it (K20), within the caller's transaction, which has locked the order.
 * `from` is the bolt that the form showed. Returns the product and its units.
 */
export const promiseFromOther = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  { orderId, position, from, to }: OtherBolt & { readonly orderId: string },
): Promise<Result<{ readonly number: string; readonly units: number }, OtherBoltRefusal>> => {
  const claimed = async () => (await claimsOfOrder(trx, orderId)).find((claim) => claim.position === position)
  const [stock] = (await lockStock(trx, [(await claimed())?.number ?? ''])).values()
  // Read again under the lock: it may have been cut or recounted meanwhile.
  const claim = await claimed()
  if (stock?.mode !== 'pieces' || claim === undefined) return refused('not-promised')
  if (claim.state === 'cut') return refused('is-cut')
  const { id, number, units } = claim
  const pieces = await openPieces(trx, number)
  const present = pieces.find((piece) => piece.id === claim.pieceId)
  if (claim.state !== 'promised' || present?.label !== from) return refused('stale')
  const other = pieces.find(({ label }) => label === to)
  const why = { why: 'moved', actor, orderId } as const
  if (other === undefined || other.id === present.id) return refused('too-short')
  if (!(await move(trx, ctx, other, { units: -units }, why))) return refused('too-short')
  await move(trx, ctx, present, { units }, why)
  await trx.updateTable('stockClaim').set({ pieceId: other.id }).where('id', '=', id).execute()
  await layIn(trx, ctx, number, { why: 'claimed', actor })
  return ok({ number, units })
}
