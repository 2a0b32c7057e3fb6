import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { piecesText } from '~/features/stock/measures.rules.ts'

/** Stock of each counted product as a feed cell. */
export const stockCells = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('stock')
    .leftJoin('stockPiece', (join) =>
      join.onRef('stockPiece.number', '=', 'stock.number').on('stockPiece.leftUnits', '>', 0),
    )
    .select(['stock.number', 'stockPiece.leftUnits'])
    .execute()
  const found = Map.groupBy(rows, ({ number }) => number)
  return new Map(
    numbers.flatMap((number) => {
      const pieces = found.get(number)?.flatMap(({ leftUnits }) => leftUnits ?? [])
      return pieces === undefined ? [] : [[number, piecesText(pieces)] as const]
    }),
  )
}
