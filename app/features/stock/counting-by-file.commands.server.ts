import { z } from 'zod'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { forgetCount } from './ending.commands.server.ts'
import { move, settleStock } from './ledger.commands.server.ts'
import type { MeasuredPiece } from './measures.rules.ts'
import { adoptOpenLines } from './older-orders.commands.server.ts'
import { lockStock, openPieces, type StockRow } from './queries.server.ts'
import { layIn, liftClaims, replacePieces } from './shelf.commands.server.ts'
import { markedShelves, uncountedShelf } from './shelf-marks.queries.server.ts'
import { count, wasUncounted } from './stock-act.server.ts'

/** What a file says of a product's shelf; `mark` is the one of the shelf with which it was compared. */
export interface CountOfFile extends Pick<StockRow, 'number' | 'mode'> {
  readonly pieces: readonly MeasuredPiece[]
  readonly mark: string
}

const formerShelf = z
  .object({
    stock: z.object({
      countedBy: z.enum(['desk', 'feed']),
      feedCell: z.string().nullable(),
      waitingCell: z.string().nullable(),
      emptied: z.string().nullable(),
      joined: z.enum(['lengthwise', 'none']).nullable(),
      recount: z.number(),
    }),
    /** Units by piece, claimed and uncut ones included. */
    pieces: z.array(z.tuple([z.string(), z.number()])),
    found: z.array(z.object({ orderId: z.string(), position: z.number(), foundAt: z.number() })),
  })
  .nullable()

const markNow = async (trx: AppTransaction, number: string): Promise<string> =>
  ((await markedShelves(trx, [number])).get(number) ?? uncountedShelf).mark

const shelfBefore = async (trx: AppTransaction, row: StockRow): Promise<z.infer<typeof formerShelf>> => {
  const { number, countedBy, feedCell, waitingCell, emptied, joined, recount } = row
  const claimed = await trx
    .selectFrom('stockClaim')
    .select(['pieceId', 'units'])
    .where('number', '=', number)
    .where('state', 'in', ['held', 'promised'])
    .execute()
  const found = trx.selectFrom('foundFabric').select(['orderId', 'position', 'foundAt'])
  return {
    stock: { countedBy, feedCell, waitingCell, emptied, joined, recount },
    pieces: (await openPieces(trx, number)).map(({ id, leftUnits }) => [
      id,
      claimed.reduce((sum, { pieceId, units }) => (pieceId === id ? sum + units : sum), leftUnits),
    ]),
    found: await found.where('number', '=', number).execute(),
  }
}

/**
 * Counts a product anew as a file says, open claims laid in (K9), within the caller's transaction, which has locked the counted numbers
 * in their order. Returns what undoes it, and the shelf's mark afterwards; null, with nothing counted, where the shelf is no longer the
 * one that the file was compared with (K38).
 */
export const countByFile = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  { number, mode, pieces, mark }: CountOfFile,
): Promise<{ readonly undo: string; readonly mark: string } | null> => {
  const row = (await lockStock(trx, [number])).get(number)
  if ((await markNow(trx, number)) !== mark) return null
  const undo = row === undefined ? null : await shelfBefore(trx, row)
  await count(trx, ctx, number, mode)
  // Somebody else may have begun to count it while there was no row to lock.
  if (row === undefined && (await openPieces(trx, number)).length > 0) return null
  if (row === undefined || row.emptied === wasUncounted) await adoptOpenLines(trx, ctx, number, ctx.demo)
  const units = pieces.reduce((sum, piece) => sum + piece.units, 0)
  const pool = units > 0 ? [{ units, lengthCm: null, widthCm: null }] : []
  const why = { why: 'recounted', actor } as const
  await replacePieces(trx, ctx, number, mode === 'count' ? pool : pieces, 'counted', why)
  await trx
    .updateTable('stock')
    .set((eb) => ({ recount: 0, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute()
  return { undo: JSON.stringify(undo), mark: await markNow(trx, number) }
}

/**
 * Brings back the shelf that `countByFile` has replaced, each bolt under its label, within the caller's transaction, which has locked
 * the numbers. Returns false, and changes nothing, where something was sold or counted since.
 */
export const undoCountByFile = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  { number, undo, mark }: { readonly number: string; readonly undo: string; readonly mark: string },
): Promise<boolean> => {
  await lockStock(trx, [number])
  if ((await markNow(trx, number)) !== mark) return false
  const former = formerShelf.parse(JSON.parse(undo))
  if (former === null) {
    await forgetCount(trx, ctx, number, actor)
    return true
  }
  const units = new Map(former.pieces)
  const why = { why: 'undone', actor } as const
  await liftClaims(trx, ctx, number, why)
  const pieces = await trx
    .selectFrom('stockPiece')
    .select(['id', 'number', 'leftUnits'])
    .where('number', '=', number)
    .where((eb) => eb.or([eb('closedAt', 'is', null), eb('id', 'in', [...units.keys(), ''])]))
    .execute()
  for (const piece of pieces) {
    const grows = (units.get(piece.id) ?? 0) - piece.leftUnits
    await move(trx, ctx, piece, { units: grows, grows }, why)
  }
  await trx.deleteFrom('foundFabric').where('number', '=', number).execute()
  for (const line of former.found)
    await trx
      .insertInto('foundFabric')
      .values({ ...line, number })
      .execute()
  await trx
    .updateTable('stock')
    .set((eb) => ({ ...former.stock, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute()
  // Opens the bolts again that the count had used up.
  await settleStock(trx, ctx, number)
  await layIn(trx, ctx, number, { why: 'claimed', actor })
  return true
}
