import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { factsOfRow, nameWithColour } from '~/features/products/description.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import { piecesText, widthCmIn } from '~/features/stock/measures.rules.ts'
import { cellInWords } from '~/features/stock/shelf.rules.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { StockDifference } from './feed.rules.ts'

const leftOf = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number[]>> => {
  const left = new Map<string, number[]>()
  for (const some of inChunks(numbers)) {
    const pieces = await db
      .selectFrom('stockPiece')
      .select(['number', 'leftUnits'])
      .where('number', 'in', some)
      .where('leftUnits', '>', 0)
      .execute()
    for (const { number, leftUnits } of pieces) left.set(number, [...(left.get(number) ?? []), leftUnits])
  }
  return left
}

/** Fabrics whose cell of the column stock differs from what is left, because the list does not learn of sales (K14, N47). */
export const stockDifferences = async (db: Kysely<Schema>, joined: Joined): Promise<StockDifference[]> => {
  const rows = await db
    .selectFrom('stock')
    .innerJoin('product', 'product.number', 'stock.number')
    .where('product.source', '=', 'feed')
    .select(['product.number', 'product.name', ...factColumns])
    .select(['stock.countedBy', 'stock.feedCell', 'stock.waitingCell'])
    .orderBy('product.number')
    .execute()
  const left = await leftOf(
    db,
    rows.map(({ number }) => number),
  )
  return rows.flatMap(({ countedBy, feedCell, waitingCell, ...product }) => {
    const cell = waitingCell ?? feedCell
    const now = piecesText(left.get(product.number) ?? [])
    const says = cellInWords(cell ?? '', { joined, widthCm: widthCmIn(factsOfRow(product).width) })
    // What nobody can read is told with its row.
    const isUnread = says === null && now === '0'
    if (cell === null || cell === '' || says === now || isUnread) return []
    const waits = countedBy === 'feed' && waitingCell !== null
    return [{ number: product.number, name: nameWithColour(product), cell, now, waits }]
  })
}
