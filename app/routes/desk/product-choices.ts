import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { productsNumbered, productsToChoose } from '~/features/products/desk/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/product-choices'

const mostNumbers = 50

/** For forms of the owner: with `?q=…` what a search offers, with `?number=…` the products of these numbers; `type=fabric` of fabrics alone (N104). */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const { searchParams } = url
  const type = searchParams.get('type') === 'fabric' ? 'fabric' : null
  const q = searchParams.get('q')
  const numbers = searchParams.getAll('number').slice(0, mostNumbers)
  const found =
    q === null
      ? await productsNumbered(
          ctx.db,
          numbers.flatMap((number) => productNumber(number) ?? []),
          type,
        )
      : await productsToChoose(ctx.db, readSearch(q), type)
  return Response.json(found, { headers: { 'cache-control': 'no-store' } })
}
