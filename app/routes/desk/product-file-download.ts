import { data } from 'react-router'
import { productFileText } from '~/features/product-files/queries.server.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/product-file-download'

const dayInTokyo = (moment: number) => new Date(moment + 9 * 3_600_000).toISOString().slice(0, 10)

/** The shop's own products as a file for Excel; 404 where it is not for her. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  if (!isShopOwner(ctx.actor)) throw data(null, { status: 404 })
  return new Response(await productFileText(ctx.db), {
    headers: {
      'content-type': 'text/csv; charset=UTF-8',
      'content-disposition': `attachment; filename="products-${dayInTokyo(ctx.now())}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
