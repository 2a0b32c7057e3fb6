import { numberRefusals, requestedNumbers } from '~/features/cart/form.server.ts'
import { retryOf } from '~/features/products/feed-state.rules.ts'
import { kitsNumbered } from '~/features/products/kit.queries.server.ts'
import { fabricsNumbered, productListState } from '~/features/products/queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/products'

/**
 * GET /api/products?number=…: fabrics and kits as lists show them now, without unknown and unpublished ones (P1, P32). 503 while
 * there is no copy of the feed, because a missing fabric then does not mean that it is gone.
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { db } = context.get(appContext)
  const numbers = requestedNumbers(new URL(request.url).searchParams)
  if (!numbers.ok) return Response.json({ message: numberRefusals[numbers.error] }, { status: 400 })
  const headers = { 'cache-control': 'no-store' }
  const state = await productListState(db)
  if (state.kind !== 'ready')
    return Response.json(
      { message: '商品を読み込んでいます。数秒たってから、もう一度お試しください。' },
      { status: 503, headers: retryOf(state) },
    )
  const [fabrics, kits] = await Promise.all([
    fabricsNumbered(db, numbers.value),
    kitsNumbered(db, numbers.value),
  ])
  return Response.json({ fabrics, kits }, { headers })
}
