import type { PaymentStatus } from '~/features/orders/rules.ts'
import { errorFields } from '~/server/log.ts'
import { waitBeforeCall } from '~/server/rate-limit.ts'
import { checkoutLimits, statusLimits } from './call-limits.rules.ts'
import { type CheckoutProblem, type CheckoutStartedAnswer, refusalAnswer } from './checkout-answers.rules.ts'
import type { CheckoutContext } from './checkout-context.server.ts'
import { startCheckout } from './commands.server.ts'
import { readCheckoutBody } from './forms.server.ts'
import { paymentStatus } from './queries.server.ts'
import type { Difference } from './quote.rules.ts'

/** 99 kinds of goods with the longest names and descriptions that the catalogue takes come to less (S3). */
const mostBytes = 1_000_000

const json = (body: unknown, status: number, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })

const retryAfter = (ms: number) => ({ 'retry-after': String(Math.ceil(ms / 1000)) })

const refuse = (problem: CheckoutProblem, lines?: readonly Difference[]) => {
  const { status, body } = refusalAnswer(problem, lines)
  return json(body, status)
}

const isJson = (request: Request) =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/**
 * A demo may be opened at another address of the house than its own (docs/decisions/0021), and who came there has to come
 * back there. Its Origin header is among those that may write, or the request would not be here.
 */
const atVisitedAddress = (ctx: CheckoutContext, { headers }: Request): CheckoutContext =>
  ctx.practice ? { ...ctx, siteOrigin: headers.get('origin') ?? ctx.siteOrigin } : ctx

/**
 * Answers POST {api base}/create-checkout-session (S:L150-159): `{ url, order: { token } }`, or a refusal without `url`.
 * Never throws: what goes wrong here is told with the named text (S:L173) and logged. `clientAddress` is for the limits.
 */
export const answerCheckout = async (
  ctx: CheckoutContext,
  request: Request,
  clientAddress: string,
): Promise<Response> => {
  try {
    const wait = await waitBeforeCall(ctx.db, ctx.now(), checkoutLimits, clientAddress)
    if (wait > 0) {
      const { status, body } = refusalAnswer('too-many-requests')
      ctx.log.warn('checkout refused: too many requests', { wait })
      return json(body, status, retryAfter(wait))
    }
    if (!isJson(request)) return refuse('wrong-content-type')
    const text = await request.text()
    if (Buffer.byteLength(text) > mostBytes) return refuse('too-large')
    const wish = readCheckoutBody(text, ctx.settings.cart)
    if (!wish.ok) return refuse(wish.error)
    const started = await startCheckout(atVisitedAddress(ctx, request), { kind: 'shopper' }, wish.value)
    if (!started.ok)
      return refuse(
        started.error.why,
        started.error.why === 'changed' ? started.error.differences : undefined,
      )
    const { url, orderToken } = started.value
    return json({ url, order: { token: orderToken } } satisfies CheckoutStartedAnswer, 200)
  } catch (error) {
    ctx.log.error('checkout failed', errorFields(error))
    return refuse('surprise')
  }
}

/** Answers GET …/checkout-status?session_id=…: `{ status: 'paid' | 'waiting' | 'unpaid' | 'unknown' }`, nothing more (S14). */
export const answerStatus = async (
  ctx: CheckoutContext,
  url: URL,
  clientAddress: string,
): Promise<Response> => {
  const wait = await waitBeforeCall(ctx.db, ctx.now(), statusLimits, clientAddress)
  if (wait > 0) {
    const message = 'しばらくたってから、もう一度お試しください。'
    return json({ code: 'too_many_requests', message }, 429, retryAfter(wait))
  }
  const sessionId = url.searchParams.get('session_id') ?? ''
  return json({ status: await paymentStatus(ctx.db, ctx.gateway, sessionId) }, 200)
}

/**
 * What /success shows of a payment. It counts against the same limits as the call (S17); beyond them the provider is not
 * asked, and a pending order counts as waiting.
 */
export const statusForPage = async (
  ctx: CheckoutContext,
  sessionId: string,
  clientAddress: string,
): Promise<PaymentStatus> => {
  const wait = await waitBeforeCall(ctx.db, ctx.now(), statusLimits, clientAddress)
  return paymentStatus(ctx.db, wait > 0 ? null : ctx.gateway, sessionId)
}
