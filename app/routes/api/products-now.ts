import { numberRefusals, requestedNumbers } from '~/features/cart/form.server.ts'
import { cartProductOf } from '~/features/cart/rules.ts'
import { withUnitsNeeded } from '~/features/products/kit.queries.server.ts'
import { sellableProducts, withStock } from '~/features/products/queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/products-now'

/** GET /api/goods?number=…: current data of a cart's products (C2, C12), without unknown and unpublished numbers (P1). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const numbers = requestedNumbers(new URL(request.url).searchParams)
  if (!numbers.ok) return Response.json({ message: numberRefusals[numbers.error] }, { status: 400 })
  const { db } = context.get(appContext)
  const products = await sellableProducts(db, numbers.value)
  const now = await withUnitsNeeded(db, await withStock(db, [...products.values()]))
  return Response.json(now.map(cartProductOf), {
    headers: { 'cache-control': 'no-store' },
  })
}
