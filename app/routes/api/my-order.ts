import { statusForPage } from '~/features/orders/checkout/endpoint.server.ts'
import type { MyOrderAnswer } from '~/features/orders/checkout/ui/use-returned-order.ts'
import { moneyOfOrder, unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { orderPath, orderView, pageToPay } from '~/features/orders/rules.ts'
import { arrivalOfOrder } from '~/features/shop/delivery-dates/queries.server.ts'
import { stockForBrowser } from '~/features/stock/queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/my-order'

/**
 * GET /api/orders/:token: the order with its payment session's id, so that /success can tell whether the session in its address is
 * this browser's (S13, S14); with `?payment` also the payment's status, the address of its open payment page, and what its browser could
 * have of its counted products (K31).
 */
export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const order = await orderByToken(ctx.db, params.token)
  const headers = { 'cache-control': 'no-store' }
  if (order === undefined) return Response.json(null, { status: 404, headers })
  const { sessionId, accessToken } = order
  const answer: MyOrderAnswer = {
    sessionId,
    path: orderPath(accessToken),
    order: orderView(
      order,
      await moneyOfOrder(ctx.db, order.id),
      ctx.settings,
      await arrivalOfOrder(ctx.db, ctx.settings, order.paidAt),
      await unitsNotShipped(ctx.db, order),
    ),
  }
  if (!new URL(request.url).searchParams.has('payment')) return Response.json(answer, { headers })
  const status = await statusForPage(ctx, ctx.actor, sessionId ?? '')
  const payAt = pageToPay(order, ctx.now())
  const numbers = order.lines.map(({ number }) => number)
  const left = order.state === 'pending' ? await stockForBrowser(ctx.db, numbers, order.browserToken) : []
  return Response.json({ ...answer, status, payAt, left } satisfies MyOrderAnswer, { headers })
}

/** Undefined when the shop cannot be reached, so that the page stays. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  try {
    return await serverLoader()
  } catch {
    return undefined
  }
}
