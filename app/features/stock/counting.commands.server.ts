import { z } from 'zod'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  addPieces,
  lockStock,
  move,
  openClaims,
  openPieces,
  type StockRow,
  settleStock,
} from './ledger.commands.server.ts'
import { type MeasuredPiece, piecesText } from './measures.rules.ts'
import { adoptOpenLines, clearPiece, layIn, replacePieces } from './shelf.commands.server.ts'
import type { StockFailure } from './texts.ts'

/** A form of a product's stock; `version` is of what it showed, 0 where nothing was counted, null for a command of the machine. */
export interface StockForm {
  readonly requestId: string
  readonly number: string
  readonly version: number | null
}

type Step = (found: {
  readonly trx: AppTransaction
  readonly row: StockRow | undefined
  readonly mode: StockRow['mode']
  readonly why: { readonly actor: DeskActor }
}) => Promise<StockFailure | undefined>

const shelfOf = async (trx: AppTransaction, row: StockRow | undefined, number: string) =>
  row === undefined
    ? null
    : {
        pieces: piecesText(
          (await openPieces(trx, number)).flatMap(({ leftUnits }) => (leftUnits > 0 ? leftUnits : [])),
        ),
        claimed: (await openClaims(trx, number)).length,
      }

/** One act on a product's stock, whose row is locked: it is the desk's from then on, and forms that show it as it was are stale. */
const actOnStock = async (
  ctx: AppContext,
  actor: DeskActor,
  act: string,
  { requestId, ...content }: StockForm & { readonly pieces?: unknown; readonly lowAt?: number | null },
  step: Step,
): Promise<Result<null, StockFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { number, version } = content
  return actOnce(
    ctx,
    actor,
    act,
    { requestId, content },
    () => null,
    async (trx) => {
      const product = await trx
        .selectFrom('product')
        .select('type')
        .where('number', '=', number)
        .executeTakeFirst()
      if (product === undefined) return refused('not-found')
      const row = (await lockStock(trx, [number])).get(number)
      if (version !== null && version !== (row?.version ?? 0)) return refused('stale')
      const before = await shelfOf(trx, row, number)
      const mode = product.type === 'kit' ? 'count' : 'pieces'
      const failure = await step({ trx, row, mode, why: { actor } })
      if (failure !== undefined) return refused(failure)
      await trx
        .updateTable('stock')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('number', '=', number)
        .execute()
      const after = await shelfOf(trx, (await lockStock(trx, [number])).get(number), number)
      return ok({ answer: null, subject: `product:${number}`, before, after })
    },
  )
}

/** From now on it is counted, by the desk; two first counts of one number meet at its key. */
const count = async (
  trx: AppTransaction,
  number: string,
  mode: StockRow['mode'],
  emptied: string | null = null,
): Promise<void> => {
  await trx
    .insertInto('stock')
    .values({
      number,
      mode,
      countedBy: 'desk',
      feedCell: null,
      waitingCell: null,
      lowAt: null,
      version: 0,
      emptied,
    })
    .onConflict((conflict) =>
      conflict.column('number').doUpdateSet({ countedBy: 'desk', waitingCell: null, emptied }),
    )
    .execute()
}

type PiecesForm = StockForm & { readonly pieces: readonly MeasuredPiece[] }

/** 反物を受け取る: these pieces come to the shelf (K2); what was promised and had no piece is laid in first. */
export const receivePieces = (ctx: AppContext, actor: DeskActor, form: PiecesForm) =>
  actOnStock(ctx, actor, 'stock.receive', form, async ({ trx, row, mode, why }) => {
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
  actOnStock(ctx, actor, 'stock.recount', form, async ({ trx, mode, why }) => {
    const { number } = form
    const units = form.pieces.reduce((sum, piece) => sum + piece.units, 0)
    const pool = { units, lengthCm: null, widthCm: null }
    const pieces = mode === 'pieces' ? form.pieces : units > 0 ? [pool] : []
    await count(trx, number, mode)
    await adoptOpenLines(trx, ctx, number, ctx.demo)
    await replacePieces(trx, ctx, number, pieces, 'counted', { ...why, why: 'recounted' })
    return undefined
  })

const wasUncounted = 'uncounted'

/** 売り切れにする: nothing more is sold; what was promised stays. Undone by `undoSoldOut` (K9). */
export const sellOut = (ctx: AppContext, actor: DeskActor, form: StockForm) =>
  actOnStock(ctx, actor, 'stock.sold-out', form, async ({ trx, row, mode, why }) => {
    const { number } = form
    const pieces = (await openPieces(trx, number)).filter(({ leftUnits }) => leftUnits > 0)
    if (row !== undefined && pieces.length === 0) return 'is-sold-out'
    for (const piece of pieces) await clearPiece(trx, ctx, piece, { ...why, why: 'sold-out' })
    const emptied = pieces.map(({ id, leftUnits }) => ({ id, units: leftUnits }))
    await count(trx, number, mode, row === undefined ? wasUncounted : JSON.stringify(emptied))
    await settleStock(trx, ctx, number)
    return undefined
  })

const emptiedPieces = z.array(z.object({ id: z.string(), units: z.int().positive() }))

/** Takes 売り切れにする back, while nothing else was counted since. */
export const undoSoldOut = (ctx: AppContext, actor: DeskActor, form: StockForm) =>
  actOnStock(ctx, actor, 'stock.undo-sold-out', form, async ({ trx, row, why }) => {
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

/** What was claimed of it is claimed no more, and nothing is left: it is sold without limit. */
const forgetCount = async (
  trx: AppTransaction,
  ctx: AppContext,
  number: string,
  actor: DeskActor,
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
  actOnStock(ctx, actor, 'stock.uncount', form, async ({ trx, row, why }) => {
    if (row === undefined) return 'not-counted'
    await forgetCount(trx, ctx, form.number, why.actor)
    return undefined
  })

/** From how many units in the longest piece on few are left; null for the usual (K11). */
export const setLowAt = (
  ctx: AppContext,
  actor: DeskActor,
  form: StockForm & { readonly lowAt: number | null },
) =>
  actOnStock(ctx, actor, 'stock.low-at', form, async ({ trx, row }) => {
    if (row === undefined) return 'not-counted'
    await trx.updateTable('stock').set({ lowAt: form.lowAt }).where('number', '=', form.number).execute()
    return undefined
  })
