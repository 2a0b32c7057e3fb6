import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { fabricsNumbered } from '~/features/products/queries.server.ts'
import { pictureOfProduct } from '~/features/products/rules.ts'
import { drawnProducts, type ShopPick } from './shop-picks.rules.ts'

/** Up to two of the shop's fabrics, drawn by `seed` (R33); `fabrics` are all that are published. */
export const shopPicks = async (
  db: Kysely<Schema>,
  fabrics: ReadonlyArray<{ readonly number: string; readonly name: string }>,
  seed: string,
): Promise<ShopPick[]> => {
  const drawn = drawnProducts(fabrics, seed)
  const shown = await fabricsNumbered(
    db,
    drawn.flatMap(({ pictured }) => pictured),
  )
  const byNumber = new Map(shown.map((product) => [product.number, product]))
  return drawn.flatMap(({ number, pictured }) => {
    const product = byNumber.get(number)
    const pictures = pictured.flatMap((each) => {
      const shown = byNumber.get(each)
      return shown === undefined ? [] : [pictureOfProduct(shown)]
    })
    return product === undefined ? [] : [{ product, pictures }]
  })
}
