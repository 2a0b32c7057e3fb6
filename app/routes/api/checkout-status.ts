import { handleStatus } from '~/features/orders/checkout/endpoint.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/checkout-status'

/** GET {api base}/checkout-status?session_id=… (S14, S18). */
export const loader = ({ request, context }: Route.LoaderArgs): Promise<Response> => {
  const ctx = context.get(appContext)
  return handleStatus(ctx, ctx.actor, new URL(request.url))
}
