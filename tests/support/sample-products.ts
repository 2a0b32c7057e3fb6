import type { Kysely } from 'kysely'
import type { NewProduct } from '../../app/features/products/columns.queries.server.ts'
import { fabricNames, fabricsNumbered } from '../../app/features/products/queries.server.ts'
import type { SellableProduct } from '../../app/features/products/rules.ts'
import type { Schema } from '../../db/schema.ts'

/** A published fabric of the shop's own, 330 yen. */
export const fabricForTests = (parts: Partial<NewProduct> & Pick<NewProduct, 'number'>): NewProduct => ({
  type: 'fabric',
  name: `生地 ${parts.number}`,
  description: '綿100%',
  priceText: '330',
  imageUrl: '/Image/cloth.svg',
  status: '公開中',
  source: 'own',
  position: 0,
  ...parts,
})

export const publishedFabrics = async (db: Kysely<Schema>): Promise<SellableProduct[]> =>
  fabricsNumbered(
    db,
    (await fabricNames(db)).map(({ number }) => number),
  )
