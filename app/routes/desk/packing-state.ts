import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { packingState } from '~/features/orders/parcel/queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/packing-state'

/** GET /admin/packing/state?orders=A,B&since=MS: ticks of these orders, which have left 発送作業 (N92), and how many came since (N113). */
export const loader = async ({ url: { searchParams: asked }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const state = await packingState(ctx, actor, asked.get('orders') ?? '', asked.get('since') ?? '')
  return Response.json(state, { headers: { 'cache-control': 'no-store' } })
}
