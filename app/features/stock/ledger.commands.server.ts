import type { Insertable } from 'kysely'
import type { StockPieceTable } from '#db/schema.ts'
import { type Actor, actorName } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { NewPiece } from './measures.rules.ts'
import { openClaims, type PieceRow } from './queries.server.ts'

export type StockMoveReason =
  | 'received'
  | 'counted'
  | 'recounted'
  | 'sold-out'
  | 'undone'
  | 'uncounted'
  | 'claimed'
  | 'released'
  | 'moved'
  | 'returned'

/** The actor of the change. */
export type StockContext = Pick<AppContext, 'now' | 'newId'>

/** Reason of a change, for the stock moves. */
export interface Why {
  readonly why: StockMoveReason
  readonly actor: Actor
  readonly orderId?: string
}

/**
 * Changes a piece's units left by `units` and its size by `grows`, and records the move. Returns false, changing nothing, when too
 * few are left.
 */
export const move = async (
  trx: AppTransaction,
  ctx: StockContext,
  piece: Pick<PieceRow, 'id' | 'number'>,
  { units, grows = 0 }: { readonly units: number; readonly grows?: number },
  { why, actor, orderId }: Why,
): Promise<boolean> => {
  if (units === 0 && grows === 0) return true
  const { numUpdatedRows } = await trx
    .updateTable('stockPiece')
    .set((eb) => ({ leftUnits: eb('leftUnits', '+', units), units: eb('units', '+', grows) }))
    .where('id', '=', piece.id)
    .where('leftUnits', '>=', -units)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (units === 0) return true
  await trx
    .insertInto('stockMove')
    .values({
      id: ctx.newId(),
      number: piece.number,
      pieceId: piece.id,
      units,
      why,
      actor: actorName(actor),
      orderId: orderId ?? null,
      happenedAt: ctx.now(),
    })
    .execute()
  return true
}

/** Adds pieces to the shelf, each with the next label of its number; returns them. */
export const addPieces = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  pieces: readonly NewPiece[],
  source: PieceRow['source'],
  why: Why,
): Promise<PieceRow[]> => {
  const { known } = await trx
    .selectFrom('stockPiece')
    .where('number', '=', number)
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .executeTakeFirstOrThrow()
  const rows = pieces.map(
    ({ units: _units, ...measures }, at): Insertable<StockPieceTable> => ({
      ...measures,
      id: ctx.newId(),
      number,
      units: 0,
      leftUnits: 0,
      label: `B${Number(known) + at + 1}`,
      source,
      receivedAt: ctx.now(),
      closedAt: null,
    }),
  )
  for (const some of inChunks(rows, 50)) await trx.insertInto('stockPiece').values(some).execute()
  const added: PieceRow[] = []
  for (const [at, row] of rows.entries()) {
    const units = pieces[at]?.units ?? 0
    await move(trx, ctx, row, { units, grows: units }, why)
    added.push({
      ...row,
      units,
      leftUnits: units,
      name: row.name ?? '',
      lengthCm: row.lengthCm ?? null,
      widthCm: row.widthCm ?? null,
      closedAt: null,
    })
  }
  return added
}

/** Called after every change of a locked number's pieces or claims: updates the totals that lists read, and closes used-up pieces. */
export const settleStock = async (
  trx: AppTransaction,
  { now }: StockContext,
  number: string,
): Promise<void> => {
  const claims = await openClaims(trx, number)
  const claimed = new Set(claims.flatMap(({ pieceId }) => pieceId ?? []))
  // All pieces: a closed one reopens when a cut claim is undone.
  const pieces = await trx
    .selectFrom('stockPiece')
    .select(['id', 'leftUnits', 'closedAt'])
    .where('number', '=', number)
    .execute()
  for (const { id, leftUnits, closedAt } of pieces) {
    const isOver = leftUnits === 0 && !claimed.has(id)
    if (isOver !== (closedAt !== null))
      await trx
        .updateTable('stockPiece')
        .set({ closedAt: isOver ? now() : null })
        .where('id', '=', id)
        .execute()
  }
  const held = claims.filter(({ state, pieceId }) => state === 'held' && pieceId !== null)
  await trx
    .updateTable('stock')
    .set({
      mostUnits: pieces.reduce((most, { leftUnits }) => Math.max(most, leftUnits), 0),
      heldUnits: held.reduce((sum, { units }) => sum + units, 0),
    })
    .where('number', '=', number)
    .execute()
}
