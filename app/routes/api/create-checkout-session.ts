import { handleCheckout } from '~/features/orders/checkout/endpoint.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/create-checkout-session'

/** POST {api base}/create-checkout-session, at both of its addresses (S18). */
export const action = ({ request, context }: Route.ActionArgs): Promise<Response> => {
  const ctx = context.get(appContext)
  return handleCheckout(ctx, ctx.actor, request)
}

export const loader = (): Response =>
  Response.json({ message: 'POSTで送信してください。' }, { status: 405, headers: { allow: 'POST' } })
