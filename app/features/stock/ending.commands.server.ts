import { z } from 'zod'
import type { Actor } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import { ok } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { Read } from '~/server/desk-act.ts'
import { readLowAt } from './form.server.ts'
import { move, settleStock } from './ledger.commands.server.ts'
import { openClaims, openPieces } from './queries.server.ts'
import { presentLowAt } from './rules.ts'
import { clearPiece, forgetFound, layIn } from './shelf.commands.server.ts'
import { count, defineStockAct, wasUncounted } from './stock-act.server.ts'

/** 売り切れにする: sells nothing more; claims stay. Undone by `undoSoldOut` (K9). */
export const sellOut = defineStockAct({
  name: 'stock.sold-out',
  words: '売り切れにしました',
  done: '売り切れにしました。「元に戻す」で、すぐに戻せます。',
  who: 'counter',
  form: () => ok({}),
  step: async ({ trx, row, mode, why, ctx, form }) => {
    const { number } = form
    const pieces = (await openPieces(trx, number)).filter(({ leftUnits }) => leftUnits > 0)
    if (row !== undefined && pieces.length === 0) return 'is-sold-out'
    await forgetFound(trx, number)
    for (const piece of pieces) await clearPiece(trx, ctx, piece, { ...why, why: 'sold-out' })
    const emptied = pieces.map(({ id, leftUnits }) => ({ id, units: leftUnits }))
    await count(trx, ctx, number, mode, row === undefined ? wasUncounted : JSON.stringify(emptied))
    await settleStock(trx, ctx, number)
    return undefined
  },
})

const emptiedPieces = z.array(z.object({ id: z.string(), units: z.int().positive() }))

/** Undoes 売り切れにする unless the product was counted since. */
export const undoSoldOut = defineStockAct({
  name: 'stock.undo-sold-out',
  words: '「売り切れ」を元に戻しました',
  done: '元に戻しました。',
  who: 'counter',
  form: () => ok({}),
  step: async ({ trx, row, why, ctx, form }) => {
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
  },
})

/** Removes claims and pieces: the product is sold without limit. */
export const forgetCount = async (
  trx: AppTransaction,
  ctx: AppContext,
  number: string,
  actor: Actor,
): Promise<void> => {
  const why = { why: 'uncounted', actor } as const
  await forgetFound(trx, number)
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
export const stopCounting = defineStockAct({
  name: 'stock.uncount',
  words: '数えるのをやめました',
  done: '数えるのをやめました。この商品は、枚数のかぎりなく販売します。',
  who: 'owner',
  form: () => ok({}),
  step: async ({ trx, row, why, ctx, form }) => {
    if (row === undefined) return 'not-counted'
    await forgetCount(trx, ctx, form.number, why.actor)
    return undefined
  },
})

interface LowAt {
  readonly lowAt: number | null
}

/** Threshold of low stock in units of the longest piece; null for the default (K11). */
export const setLowAt = defineStockAct<LowAt>({
  name: 'stock.low-at',
  words: '「在庫が少ない」とする枚数を決めました',
  done: '保存しました。',
  who: 'owner',
  form: (form: FormData): Read<LowAt> => {
    const lowAt = readLowAt(form)
    return lowAt.ok ? ok({ lowAt: lowAt.value }) : lowAt
  },
  present: presentLowAt,
  step: async ({ trx, row, form }) => {
    if (row === undefined) return 'not-counted'
    await trx.updateTable('stock').set({ lowAt: form.lowAt }).where('number', '=', form.number).execute()
    return undefined
  },
})
