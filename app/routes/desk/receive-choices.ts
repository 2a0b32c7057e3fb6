import { data } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { productsToChoose } from '~/features/products/desk/queries.server.ts'
import { productsToReceive } from '~/features/stock/receiving.queries.server.ts'
import { productNamed, receivedBounds } from '~/features/stock/receiving.rules.ts'
import { mayCountStock } from '~/kernel/actor.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/receive-choices'

/** For who may receive, with how they are measured: with `?q=…` what a search offers, with `?number=…` the products of these numbers. */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  if (!mayCountStock(personAtDesk(ctx))) throw data(null, { status: 404 })
  const q = url.searchParams.get('q')
  const offered = q === null ? [] : await productsToChoose(ctx.db, readSearch(q), null)
  const numbers =
    q === null
      ? url.searchParams.getAll('number').slice(0, receivedBounds.rows)
      : offered.map(({ number }) => number)
  const products = await productsToReceive(ctx.db, numbers)
  const found =
    q === null
      ? products
      : offered.flatMap((choice) => {
          const product = productNamed(products, choice.number)
          return product === undefined ? [] : { ...choice, ...product }
        })
  return Response.json(found, { headers: { 'cache-control': 'no-store' } })
}
