import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { joinedKept, reshaped, type ShelfPiece } from './joined.rules.ts'
import { claimsOn, lockStock, openPieces } from './queries.server.ts'
import { replacePieces } from './shelf.commands.server.ts'
import { wasUncounted } from './stock-act.server.ts'

/** The pieces on the shelf, left and claimed units together; cut units are gone. */
const shelfOf = async (trx: AppTransaction, number: string): Promise<ShelfPiece[]> => {
  const claims = await claimsOn(trx, number)
  return (await openPieces(trx, number)).map((piece) => {
    const own = claims.filter(({ pieceId }) => pieceId === piece.id)
    const uncut = own.filter(({ state }) => state !== 'cut')
    const units = uncut.reduce((sum, claim) => sum + claim.units, piece.leftUnits)
    return { ...piece, units, isWhole: uncut.length === own.length }
  })
}

const reshapeShelf = async (trx: AppTransaction, ctx: AppContext, actor: Actor, number: string) => {
  const { joined } = ctx.settings
  const row = (await lockStock(trx, [number])).get(number)
  const kept = joinedKept(joined)
  // Another process was first, or the count is older than this column and is taken to match the present setting.
  if (row === undefined || row.joined === kept) return
  const mark = { joined: kept, recount: row.recount, emptied: row.emptied }
  if (row.joined !== null) {
    const { pieces, isSure } = reshaped(await shelfOf(trx, number), joined)
    await replacePieces(trx, ctx, number, pieces, 'counted', { why: 'recounted', actor })
    if (!isSure) mark.recount = 1
    // Units removed by 「売り切れ」 were counted under the former setting.
    if (row.emptied !== wasUncounted) mark.emptied = null
  }
  await trx.updateTable('stock').set(mark).where('number', '=', number).execute()
}

/**
 * Runs at each start: when the setting `joined` of a fabric has changed, recomputes its shelf from whole bolts of known measures;
 * other pieces are marked to be counted by hand (K22).
 */
export const reshapeShelves = async (ctx: AppContext, actor: Actor): Promise<void> => {
  const kept = joinedKept(ctx.settings.joined)
  const rows = await ctx.db
    .selectFrom('stock')
    .select('number')
    .where('mode', '=', 'pieces')
    .where((eb) => eb.or([eb('joined', 'is', null), eb('joined', '!=', kept)]))
    .orderBy('number')
    .execute()
  for (const { number } of rows) await inTransaction(ctx, (trx) => reshapeShelf(trx, ctx, actor, number))
}
