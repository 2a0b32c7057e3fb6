import { checkoutContext } from '~/features/checkout/checkout-context.server.ts'
import { answerStatus } from '~/features/checkout/endpoint.server.ts'
import { requestFacts } from '~/server/request-context.ts'
import type { Route } from './+types/checkout-status'

/** GET {api base}/checkout-status?session_id=…: the state of a payment and nothing more (S14). */
export const loader = ({ request, context }: Route.LoaderArgs): Promise<Response> =>
  answerStatus(context.get(checkoutContext), new URL(request.url), context.get(requestFacts).clientAddress)
