import type { DeskActor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnceOnStock, count, type StockForm } from './acting.commands.server.ts'
import { addPieces, move } from './ledger.commands.server.ts'
import type { MeasuredPiece } from './measures.rules.ts'
import { adoptOpenLines } from './older-orders.commands.server.ts'
import { openPieces } from './queries.server.ts'
import { layIn, replacePieces } from './shelf.commands.server.ts'

type PiecesForm = StockForm & { readonly pieces: readonly MeasuredPiece[] }

/** 反物を受け取る: these pieces come to the shelf (K2); what was promised and had no piece is laid in first. */
export const receivePieces = (ctx: AppContext, actor: DeskActor, form: PiecesForm) =>
  actOnceOnStock(ctx, actor, 'stock.receive', form, async ({ trx, row, mode, why }) => {
    const { number, pieces } = form
    const received = { ...why, why: 'received' } as const
    await count(trx, number, mode)
    if (row === undefined) await adoptOpenLines(trx, ctx, number, ctx.demo)
    const [pool] = mode === 'count' ? await openPieces(trx, number) : []
    if (pool === undefined) await addPieces(trx, ctx, number, pieces, 'received', received)
    else {
      const units = pieces.reduce((sum, piece) => sum + piece.units, 0)
      await move(trx, ctx, pool, { units, grows: units }, received)
    }
    await layIn(trx, ctx, number, { ...why, why: 'claimed' })
    return undefined
  })

/** 数え直す: the shelf is these pieces, promised and uncut cloth included; promises that do not fit any more are told, none is dropped (K9). */
export const recountPieces = (ctx: AppContext, actor: DeskActor, form: PiecesForm) =>
  actOnceOnStock(ctx, actor, 'stock.recount', form, async ({ trx, mode, why }) => {
    const { number } = form
    const units = form.pieces.reduce((sum, piece) => sum + piece.units, 0)
    const pool = { units, lengthCm: null, widthCm: null }
    const pieces = mode === 'pieces' ? form.pieces : units > 0 ? [pool] : []
    await count(trx, number, mode)
    await adoptOpenLines(trx, ctx, number, ctx.demo)
    await replacePieces(trx, ctx, number, pieces, 'counted', { ...why, why: 'recounted' })
    return undefined
  })
