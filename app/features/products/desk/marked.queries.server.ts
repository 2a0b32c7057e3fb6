import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** What acts of several ask of a product; `changedAt` and `stockVersion` make the version of its row. */
export interface ProductNow {
  readonly number: string
  readonly name: string
  readonly type: 'fabric' | 'kit'
  readonly source: 'own' | 'feed' | 'demo'
  readonly changedAt: number
  readonly stockVersion: number
  readonly isClosed: boolean
}

/** The present state of these products, at most some hundreds; unknown numbers are missing. */
export const markedNow = async (
  db: Kysely<Schema>,
  marked: readonly { readonly number: string }[],
): Promise<ReadonlyMap<string, ProductNow>> => {
  if (marked.length === 0) return new Map()
  const rows = await db
    .selectFrom('product')
    .leftJoin('stock', 'stock.number', 'product.number')
    .leftJoin('closedProduct', 'closedProduct.number', 'product.number')
    .select(['product.number', 'product.name', 'product.type', 'product.source'])
    .select(['product.updatedAt as changedAt', 'stock.version', 'closedProduct.closedAt'])
    .where(
      'product.number',
      'in',
      marked.map(({ number }) => number),
    )
    .orderBy('product.type')
    .orderBy('product.position')
    .orderBy('product.number')
    .execute()
  return new Map(
    rows.map(({ version, closedAt, ...row }) => [
      row.number,
      { ...row, stockVersion: version ?? 0, isClosed: closedAt !== null },
    ]),
  )
}
