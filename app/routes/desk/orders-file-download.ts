import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { orderFileAgain } from '~/features/orders/desk/order-file.queries.server.ts'
import { machineDate } from '~/kernel/dates.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/orders-file-download'

/** The file of one press; 404 for whoever is not an owner who has just said again who she is (N3), and where there was no such press. */
export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const file = await orderFileAgain(ctx, ownerAtDesk(ctx), query.get('export') ?? '')
  if (file === undefined) throw data(null, { status: 404 })
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      'content-type': `text/csv; charset=${file.encoding}`,
      'content-disposition': `attachment; filename="orders-${machineDate(ctx.now())}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
