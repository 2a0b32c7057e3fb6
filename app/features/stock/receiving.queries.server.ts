import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { factsOfRow, nameWithColour } from '~/features/products/description.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { inChunks } from '~/server/database/engine.ts'
import { widthCmIn } from './measures.rules.ts'
import { isFree, productNamed, type ReceivedProduct, type Receiving } from './receiving.rules.ts'
import { boltName, inOrderOfLabels } from './rules.ts'

/** The products that these texts name as their numbers, in any case (P28). */
export const productsToReceive = async (
  db: Kysely<Schema>,
  typed: readonly string[],
): Promise<ReceivedProduct[]> => {
  const keys = new Set(typed.flatMap((text) => productNumber(text)?.toLowerCase() ?? []))
  const products: ReceivedProduct[] = []
  for (const some of inChunks([...keys])) {
    const rows = await db
      .selectFrom('product')
      .select(['number', 'name', ...factColumns])
      .where((eb) => eb(eb.fn('lower', ['number']), 'in', some))
      .orderBy('number')
      .execute()
    for (const row of rows)
      products.push({
        number: row.number,
        name: nameWithColour(row),
        isKit: row.type === 'kit',
        widthCm: widthCmIn(factsOfRow(row).width),
      })
  }
  return products
}

const mostListed = 10

/** The last ones, newest first; `products` tells of how many. */
export const lastReceivings = (db: Kysely<Schema>) =>
  db
    .selectFrom('receiving')
    .select(['id', 'receivedAt', 'receivedBy', 'undoneAt'])
    .select(({ selectFrom }) =>
      selectFrom('receivedPiece')
        .whereRef('receivedPiece.receivingId', '=', 'receiving.id')
        .select(({ fn }) => fn.count<number>('receivedPiece.number').distinct().as('products'))
        .as('products'),
    )
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()

/** What came with this receiving and what became of it; undefined for none. */
export const receivingAt = async (db: Kysely<Schema>, id: string): Promise<Receiving | undefined> => {
  const receiving = await db.selectFrom('receiving').selectAll().where('id', '=', id).executeTakeFirst()
  if (receiving === undefined) return undefined
  const rows = await db
    .selectFrom('receivedPiece')
    .innerJoin('stockPiece', 'stockPiece.id', 'receivedPiece.pieceId')
    .select(['receivedPiece.number', 'receivedPiece.units', 'receivedPiece.state'])
    .select([
      'stockPiece.label',
      'stockPiece.name',
      'stockPiece.units as all',
      'stockPiece.leftUnits as left',
    ])
    .where('receivedPiece.receivingId', '=', id)
    .orderBy('receivedPiece.number')
    .execute()
  const known = await productsToReceive(
    db,
    rows.map(({ number }) => number),
  )
  const products = [...Map.groupBy(rows, ({ number }) => number)].map(([number, pieces]) => {
    const product = productNamed(known, number)
    const isKit = product?.isKit ?? false
    return {
      number,
      name: product?.name ?? 'いまはない商品',
      isKit,
      pieces: inOrderOfLabels(pieces).map((piece) => ({
        label: boltName(piece),
        units: piece.units,
        state: piece.state,
        isFree: isFree(piece, isKit),
      })),
    }
  })
  return { ...receiving, products }
}
