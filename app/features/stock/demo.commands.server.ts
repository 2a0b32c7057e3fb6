import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { count } from './acting.commands.server.ts'
import { addPieces, settleStock } from './ledger.commands.server.ts'

const wasCounted = async (trx: AppTransaction, number: string): Promise<boolean> =>
  (await trx.selectFrom('stock').select('number').where('number', '=', number).executeTakeFirst()) !==
    undefined ||
  (await trx.selectFrom('stockPiece').select('id').where('number', '=', number).executeTakeFirst()) !==
    undefined

/** Counts these fabrics of a demo as pieces of so many units, at its first start alone: what is done with them stays. */
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
      await count(trx, number, 'pieces')
      const measured = pieces.map((units) => ({ units, lengthCm: null, widthCm: null }))
      await addPieces(trx, ctx, number, measured, 'demo', { why: 'counted', actor })
      await settleStock(trx, ctx, number)
    }
  })
}

/** When a demo ends, only what the shop counted of its own products stays. */
export const removeDemoStock = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const own = trx.selectFrom('product').select('number').where('source', '=', 'own')
    for (const table of ['stockMove', 'stockClaim', 'stockPiece', 'stock'] as const)
      await trx.deleteFrom(table).where('number', 'not in', own).execute()
  })
