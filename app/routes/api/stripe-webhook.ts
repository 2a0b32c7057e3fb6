import { takeWebhook } from '~/features/orders/webhook/webhook.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/stripe-webhook'

const plain = (text: string, status: number, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers },
  })

/** POST /api/stripe/webhook: the provider's events (S8); the signature covers the raw bytes. */
export const action = async ({ request, context }: Route.ActionArgs): Promise<Response> => {
  const body = Buffer.from(await request.arrayBuffer())
  const status = await takeWebhook(context.get(appContext), body, request.headers.get('stripe-signature'))
  return plain(status === 200 ? 'ok\n' : 'not taken in\n', status)
}

export const loader = (): Response => plain('POST only\n', 405, { allow: 'POST' })
