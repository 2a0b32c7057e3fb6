import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { factsOfRow, nameWithColour } from '~/features/products/description.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import { numbersWritten } from '~/features/products/rules.ts'
import { widthCmIn } from '~/features/stock/measures.rules.ts'
import { isOpenClaim } from '~/features/stock/queries.server.ts'
import { type DeskClaim, type DeskStock, inOrderOfLabels } from '~/features/stock/rules.ts'

export const openClaimsOf = (db: Kysely<Schema>, numbers: readonly string[]) =>
  db
    .selectFrom('stockClaim')
    .innerJoin('orders', 'orders.id', 'stockClaim.orderId')
    .select(['stockClaim.number', 'stockClaim.pieceId', 'stockClaim.units', 'stockClaim.state'])
    .select(['orders.orderNumber as order', 'orders.state as orderState'])
    .where('stockClaim.number', 'in', numbers)
    .where(isOpenClaim)
    .orderBy('stockClaim.claimedAt')
    .orderBy('stockClaim.id')
    .execute()

type OpenClaim = Awaited<ReturnType<typeof openClaimsOf>>[number]

export const claimOf = ({ order, units, state, orderState }: OpenClaim): DeskClaim => ({
  order,
  units,
  held: state === 'held',
  isPaid: orderState === 'paid',
})

/** A product's stock for the desk; undefined for an unknown number. */
export const deskStock = async (db: Kysely<Schema>, number: string): Promise<DeskStock | undefined> => {
  const product = await db
    .selectFrom('product')
    .select(['number', 'name', ...factColumns])
    .where('number', '=', number)
    .executeTakeFirst()
  if (product === undefined) return undefined
  const row = await db.selectFrom('stock').selectAll().where('number', '=', number).executeTakeFirst()
  const known = {
    number,
    name: nameWithColour(product),
    isKit: product.type === 'kit',
    widthCm: widthCmIn(factsOfRow(product).width),
  }
  if (row === undefined) return { ...known, version: 0, counted: null }
  const pieces = await db
    .selectFrom('stockPiece')
    .select(['id', 'label', 'name', 'leftUnits', 'lengthCm', 'widthCm'])
    .where('number', '=', number)
    .where('closedAt', 'is', null)
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()
  const claims = await openClaimsOf(db, [number])
  return {
    ...known,
    version: row.version,
    counted: {
      by: row.countedBy,
      feedCell: row.feedCell,
      waitingCell: row.waitingCell,
      lowAt: row.lowAt,
      canUndo: row.emptied !== null,
      isDoubtful: row.recount === 1,
      pieces: inOrderOfLabels(pieces).map(({ id, leftUnits: left, ...piece }) => ({
        ...piece,
        left,
        claims: claims.filter(({ pieceId }) => pieceId === id).map(claimOf),
      })),
      short: claims.filter(({ pieceId }) => pieceId === null).map(claimOf),
    },
  }
}

/** By the number as an address writes it. */
export const stockAt = async (db: Kysely<Schema>, written: string): Promise<DeskStock | undefined> => {
  for (const number of numbersWritten(written)) {
    const stock = await deskStock(db, number)
    if (stock !== undefined) return stock
  }
  return undefined
}
