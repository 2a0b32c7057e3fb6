import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { addPieces, settleStock } from '../../app/features/stock/ledger.commands.server.ts'
import type { AppContext } from '../../app/server/app-context.ts'
import { inTransaction } from '../../app/server/database/transaction.ts'
import type { Schema } from '../../db/schema.ts'

/** Counts a product as these pieces, in units, the first being the oldest. */
export const countForTests = (
  ctx: AppContext,
  number: string,
  pieces: readonly number[],
  mode: 'pieces' | 'count' = 'pieces',
): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    await trx
      .insertInto('stock')
      .values({
        number,
        mode,
        countedBy: 'desk',
        feedCell: null,
        waitingCell: null,
        lowAt: null,
        emptied: null,
      })
      .execute()
    const why = { why: 'counted', actor: { kind: 'owner' } } as const
    const measured = pieces.map((units) => ({ units, lengthCm: null, widthCm: null }))
    await addPieces(trx, ctx, number, measured, 'counted', why)
    await settleStock(trx, ctx, number)
  })

/** The units left of each piece of a product, by label. */
export const leftOfPieces = async (db: Kysely<Schema>, number: string): Promise<number[]> =>
  (await db.selectFrom('stockPiece').select(['leftUnits', 'label']).where('number', '=', number).execute())
    .toSorted((a, b) => Number(a.label.slice(1)) - Number(b.label.slice(1)))
    .map(({ leftUnits }) => leftUnits)

/** What must hold for all stock at every commit (K1, K4): no piece below 0, units left = sum of its moves, claims + units left = units, and lists show the same. */
export const expectBooksAgree = async (db: Kysely<Schema>): Promise<void> => {
  const [pieces, claims, moves, stock] = await Promise.all([
    db.selectFrom('stockPiece').selectAll().execute(),
    db.selectFrom('stockClaim').selectAll().where('state', '!=', 'released').execute(),
    db.selectFrom('stockMove').selectAll().execute(),
    db.selectFrom('stock').selectAll().execute(),
  ])
  const sum = (rows: ReadonlyArray<{ readonly units: number }>) =>
    rows.reduce((total, { units }) => total + units, 0)
  for (const piece of pieces) {
    const { id, label, number } = piece
    const own = claims.filter(({ pieceId }) => pieceId === id)
    const what = `${number} ${label}`
    expect([what, piece.leftUnits >= 0]).toEqual([what, true])
    expect([what, piece.leftUnits]).toEqual([what, sum(moves.filter(({ pieceId }) => pieceId === id))])
    expect([what, piece.units]).toEqual([what, sum(own) + piece.leftUnits])
  }
  for (const { number, mostUnits, heldUnits } of stock) {
    const own = pieces.filter((piece) => piece.number === number)
    const held = claims.filter(
      (claim) => claim.number === number && claim.state === 'held' && claim.pieceId !== null,
    )
    expect([number, mostUnits, heldUnits]).toEqual([
      number,
      Math.max(0, ...own.map(({ leftUnits }) => leftUnits)),
      sum(held),
    ])
  }
}
