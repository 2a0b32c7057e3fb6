import { data } from 'react-router'
import { orderView } from '~/features/orders/order-view.rules.ts'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { orderPath } from '~/features/orders/rules.ts'
import { commandContext } from '~/server/request-context.ts'
import type { MyOrderAnswer } from '../shop/use-my-order.ts'
import type { Route } from './+types/my-order'

/**
 * GET /api/orders/:token: the order that this browser's token opens, with the id of its payment session, so that /success
 * knows whether the session in its address is this browser's own (S13, S14).
 */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const order = await orderByToken(context.get(commandContext).db, params.token)
  const headers = { 'cache-control': 'no-store' }
  if (order === undefined) return data(null, { status: 404, headers })
  const answer: MyOrderAnswer = {
    sessionId: order.sessionId,
    path: orderPath(order.accessToken),
    order: orderView(order),
  }
  return data(answer, { headers })
}
