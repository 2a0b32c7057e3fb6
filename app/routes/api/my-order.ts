import { checkoutContext } from '~/features/checkout/checkout-context.server.ts'
import { statusForPage } from '~/features/checkout/checkout-endpoint.server.ts'
import { orderView } from '~/features/orders/order-view.rules.ts'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { orderPath } from '~/features/orders/rules.ts'
import { commandContext, requestFacts } from '~/server/request-context.ts'
import type { MyOrderAnswer } from '../shop/use-my-order.ts'
import type { Route } from './+types/my-order'

/**
 * GET /api/orders/:token: the order that this browser's token opens, with the id of its payment session and how the
 * payment stands, so that /success knows whether the session in its address is this browser's own (S13, S14), and the
 * other pages what became of a payment that was left.
 */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const order = await orderByToken(context.get(commandContext).db, params.token)
  const headers = { 'cache-control': 'no-store' }
  if (order === undefined) return Response.json(null, { status: 404, headers })
  const { clientAddress } = context.get(requestFacts)
  const answer: MyOrderAnswer = {
    status: await statusForPage(context.get(checkoutContext), order.sessionId ?? '', clientAddress),
    sessionId: order.sessionId,
    path: orderPath(order.accessToken),
    order: orderView(order),
  }
  return Response.json(answer, { headers })
}
