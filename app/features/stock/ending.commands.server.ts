import { z } from 'zod'
import type { Actor, DeskActor } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { actOnceOnStock, count, type StockForm, wasUncounted } from './acting.commands.server.ts'
import { move, settleStock } from './ledger.commands.server.ts'
import { openClaims, openPieces } from './queries.server.ts'
import { clearPiece, layIn } from './shelf.commands.server.ts'

/** 売り切れにする: sells nothing more; claims stay. Undone by `undoSoldOut` (K9). */
export const sellOut = (ctx: AppContext, actor: DeskActor, form: StockForm) =>
  actOnceOnStock(ctx, actor, 'stock.sold-out', form, async ({ trx, row, mode, why }) => {
    const { number } = form
    const pieces = (await openPieces(trx, number)).filter(({ leftUnits }) => leftUnits > 0)
    if (row !== undefined && pieces.length === 0) return 'is-sold-out'
    for (const piece of pieces) await clearPiece(trx, ctx, piece, { ...why, why: 'sold-out' })
    const emptied = pieces.map(({ id, leftUnits }) => ({ id, units: leftUnits }))
    await count(trx, ctx, number, mode, row === undefined ? wasUncounted : JSON.stringify(emptied))
    await settleStock(trx, ctx, number)
    return undefined
  })

const emptiedPieces = z.array(z.object({ id: z.string(), units: z.int().positive() }))

/** Undoes 売り切れにする unless the product was counted since. */
export const undoSoldOut = (ctx: AppContext, actor: DeskActor, form: StockForm) =>
  actOnceOnStock(ctx, actor, 'stock.undo-sold-out', form, async ({ trx, row, why }) => {
    const { number } = form
    if (row?.emptied == null) return 'nothing-to-undo'
    if (row.emptied === wasUncounted) {
      await forgetCount(trx, ctx, number, why.actor)
      return undefined
    }
    for (const { id, units } of emptiedPieces.parse(parsedJson(row.emptied)))
      await move(trx, ctx, { id, number }, { units, grows: units }, { ...why, why: 'undone' })
    await trx.updateTable('stock').set({ emptied: null }).where('number', '=', number).execute()
    await layIn(trx, ctx, number, { ...why, why: 'claimed' })
    return undefined
  })

/** Removes claims and pieces: the product is sold without limit. */
export const forgetCount = async (
  trx: AppTransaction,
  ctx: AppContext,
  number: string,
  actor: Actor,
): Promise<void> => {
  const why = { why: 'uncounted', actor } as const
  for (const { id, pieceId, units, orderId } of await openClaims(trx, number)) {
    if (pieceId !== null) await move(trx, ctx, { id: pieceId, number }, { units }, { ...why, orderId })
    const released = { state: 'released', until: null, client: null, network: null } as const
    await trx.updateTable('stockClaim').set(released).where('id', '=', id).execute()
  }
  for (const piece of await openPieces(trx, number)) await clearPiece(trx, ctx, piece, why)
  await settleStock(trx, ctx, number)
  await trx.deleteFrom('stock').where('number', '=', number).execute()
}

/** 数えない: back to unlimited (K1). */
export const stopCounting = (ctx: AppContext, actor: DeskActor, form: StockForm) =>
  actOnceOnStock(ctx, actor, 'stock.uncount', form, async ({ trx, row, why }) => {
    if (row === undefined) return 'not-counted'
    await forgetCount(trx, ctx, form.number, why.actor)
    return undefined
  })

/** Threshold of low stock in units of the longest piece; null for the default (K11). */
export const setLowAt = (
  ctx: AppContext,
  actor: DeskActor,
  form: StockForm & { readonly lowAt: number | null },
) =>
  actOnceOnStock(ctx, actor, 'stock.low-at', form, async ({ trx, row }) => {
    if (row === undefined) return 'not-counted'
    await trx.updateTable('stock').set({ lowAt: form.lowAt }).where('number', '=', form.number).execute()
    return undefined
  })
