import { checkoutContext } from '~/features/checkout/checkout-context.server.ts'
import { answerCheckout } from '~/features/checkout/endpoint.server.ts'
import { requestFacts } from '~/server/request-context.ts'
import type { Route } from './+types/create-checkout-session'

/** POST {api base}/create-checkout-session (S:L150-159), at both of its addresses (S18). */
export const action = ({ request, context }: Route.ActionArgs): Promise<Response> =>
  answerCheckout(context.get(checkoutContext), request, context.get(requestFacts).clientAddress)

/** Whoever looks at the address gets told that it takes POST. */
export const loader = (): Response =>
  Response.json({ message: 'POSTで送信してください。' }, { status: 405, headers: { allow: 'POST' } })
