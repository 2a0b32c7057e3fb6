import type { Actor, DeskActor } from '~/kernel/actor.ts'
import { ok } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { Read } from '~/server/desk-act.ts'
import { readCounted, readReceived } from './form.server.ts'
import { addPieces, move, settleStock } from './ledger.commands.server.ts'
import type { MeasuredPiece, NewPiece } from './measures.rules.ts'
import { adoptOpenLines } from './older-orders.commands.server.ts'
import { openPieces, type StockRow } from './queries.server.ts'
import { layIn, replacePieces } from './shelf.commands.server.ts'
import { count, defineStockAct, wasUncounted } from './stock-act.server.ts'

interface Pieces {
  readonly pieces: readonly MeasuredPiece[]
}

/** 反物を受け取る: adds these pieces to the shelf (K2); claims without a piece are placed first. */
export const receivePieces = defineStockAct<Pieces>({
  name: 'stock.receive',
  words: '反物を受け取りました',
  done: '受け取りました。元に戻すには、数え直してください。',
  who: 'counter',
  form: (form: FormData, stock, { settings }): Read<Pieces> => {
    const pieces = readReceived(form, stock, settings.joined)
    return pieces.ok ? ok({ pieces: pieces.value }) : pieces
  },
  step: async ({ trx, row, mode, why, ctx, form: { number, pieces } }) => {
    await addReceived(trx, ctx, why.actor, { number, row, mode, pieces })
    return undefined
  },
})

/** Within the caller's transaction, which has locked the number: adds what came to its shelf. Returns the pieces that grew, with by how many units. */
export const addReceived = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  {
    number,
    row,
    mode,
    pieces,
  }: Pick<StockRow, 'number' | 'mode'> & {
    readonly row: StockRow | undefined
    readonly pieces: readonly NewPiece[]
  },
): Promise<{ readonly id: string; readonly units: number }[]> => {
  const received = { why: 'received', actor } as const
  await count(trx, ctx, number, mode)
  // A product marked sold out was not counted either.
  if (row === undefined || row.emptied === wasUncounted) await adoptOpenLines(trx, ctx, number, ctx.demo)
  const [pool] = mode === 'count' ? await openPieces(trx, number) : []
  const units = pieces.reduce((sum, piece) => sum + piece.units, 0)
  const grown =
    pool === undefined
      ? await addPieces(trx, ctx, number, pieces, 'received', received)
      : [{ id: pool.id, units }]
  if (pool !== undefined) await move(trx, ctx, pool, { units, grows: units }, received)
  await layIn(trx, ctx, number, { why: 'claimed', actor })
  return grown
}

/** Within the caller's transaction: starts the count of a new product (N55). */
export const countNew = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  { number, mode, pieces }: Pick<StockRow, 'number' | 'mode'> & Pieces,
): Promise<void> => {
  await count(trx, ctx, number, mode)
  await replacePieces(trx, ctx, number, pieces, 'counted', { why: 'counted', actor })
}

/**
 * 数え直す: replaces the shelf by these pieces, claimed and uncut units included; claims that no longer fit are reported, none is
 * dropped (K9).
 */
export const recountPieces = defineStockAct<Pieces>({
  name: 'stock.recount',
  words: '在庫を数え直しました',
  done: '数え直しました。',
  who: 'counter',
  form: (form: FormData, stock, { settings }): Read<Pieces> => {
    const pieces = readCounted(form, stock, settings.joined)
    return pieces.ok ? ok({ pieces: pieces.value }) : pieces
  },
  // A count of two is nobody's: it is shown anew (N84).
  present: ({ version, pieces }) => ({
    version,
    values: { pieces },
    labels: { pieces: 'いま棚にある布' },
    isAnew: true,
  }),
  step: async ({ trx, mode, why, ctx, form }) => {
    const { number } = form
    const units = form.pieces.reduce((sum, piece) => sum + piece.units, 0)
    const pool = { units, lengthCm: null, widthCm: null }
    const pieces = mode === 'pieces' ? form.pieces : units > 0 ? [pool] : []
    await count(trx, ctx, number, mode)
    await adoptOpenLines(trx, ctx, number, ctx.demo)
    await replacePieces(trx, ctx, number, pieces, 'counted', { ...why, why: 'recounted' })
    await trx.updateTable('stock').set({ recount: 0 }).where('number', '=', number).execute()
    return undefined
  },
})

const wasCounted = async (trx: AppTransaction, number: string): Promise<boolean> =>
  (await trx.selectFrom('stock').select('number').where('number', '=', number).executeTakeFirst()) !==
    undefined ||
  (await trx.selectFrom('stockPiece').select('id').where('number', '=', number).executeTakeFirst()) !==
    undefined

/** Counts these demo fabrics at the first start only, so that later changes stay. */
export const seedDemoStock = async (
  ctx: AppContext,
  actor: Actor,
  stock: Readonly<Record<string, readonly number[]>>,
): Promise<void> => {
  if (!ctx.demoOrders) return
  await inTransaction(ctx, async (trx) => {
    const counted = await Promise.all(Object.keys(stock).map((number) => wasCounted(trx, number)))
    if (counted.includes(true)) return
    for (const [number, pieces] of Object.entries(stock)) {
      await count(trx, ctx, number, 'pieces')
      const measured = pieces.map((units) => ({ units, lengthCm: null, widthCm: null }))
      await addPieces(trx, ctx, number, measured, 'demo', { why: 'counted', actor })
      await settleStock(trx, ctx, number)
    }
  })
}

/** When a demo ends, keeps only the counts of the shop's own products. */
export const removeDemoStock = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const products = trx.selectFrom('product').select('number')
    const own = products.where('source', '=', 'own').where('practice', '=', 0)
    await trx.deleteFrom('receivedPiece').where('number', 'not in', own).execute()
    await trx.deleteFrom('stockMove').where('number', 'not in', own).execute()
    await trx.deleteFrom('stockClaim').where('number', 'not in', own).execute()
    await trx.deleteFrom('stockPiece').where('number', 'not in', own).execute()
    await trx.deleteFrom('stock').where('number', 'not in', own).execute()
  })
