import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { CartLine } from '~/features/cart/totals.rules.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { paymentStatus } from '~/features/orders/payment/queries.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { NewOrder, NewOrderLine, PaymentStatus } from '~/features/orders/types.ts'
import { hasUncertainPrices, sellableProducts, shopClosure } from '~/features/products/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { hasCounted, stockForBrowser } from '~/features/stock/queries.server.ts'
import type { Requester } from '~/kernel/actor.ts'
import { defaultLogo } from '~/kernel/image-url.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { CartTerms, ShopSettings } from '~/kernel/shop-settings.ts'
import { waitBeforeCostlyCall } from '~/server/call-limits.ts'
import { isContention, isDatabaseAway } from '~/server/database/database-errors.ts'
import { errorFields } from '~/server/log.ts'
import { publicImageUrl } from '~/server/public-address.ts'
import { textHash } from '~/server/text-hash.ts'
import { type CheckoutProblem, type CheckoutStartedBody, refusalResponse } from './checkout-answers.rules.ts'
import { type CheckoutStarted, ownOpenPage, type StartRefusal, startCheckout } from './commands.server.ts'
import { confirmationItems, confirmationText, shippingText, submitText } from './confirmation.rules.ts'
import { type BodyProblem, type CheckoutInput, readCheckoutBody } from './form.server.ts'
import {
  type Difference,
  type Quote,
  type QuoteRefusal,
  quoteOf,
  type SubmittedCart,
  withShortLines,
} from './rules.ts'

const digest = (...parts: readonly string[]): string => textHash(JSON.stringify(parts))

const lineOf = ({ item, plainName, unitPrice, state }: CartLine, siteOrigin: string): NewOrderLine => ({
  number: item.managementNumber,
  type: item.productType,
  name: plainName.trim() || item.managementNumber,
  description: item.description,
  unitPrice,
  quantity: item.quantity,
  free: state === 'free-by-offer',
  imageUrl: publicImageUrl(item.imageUrl, siteOrigin) ?? null,
  picture: item.imageUrl === defaultLogo ? null : item.imageUrl,
})

/** A snapshot of products, sums and shown texts (M1, S21); the open key covers them and the browser, to find the same request (S9). */
export const newOrder = (
  input: Pick<CheckoutInput, 'from' | 'cancelPath'> & { readonly browserToken: string },
  { totals, fingerprint }: Quote,
  settings: ShopSettings,
  at: { readonly siteOrigin: string; readonly sessionExpiresAt: number },
): NewOrder => {
  const { terms } = settings
  const lines = totals.lines.map((line) => lineOf(line, at.siteOrigin))
  const texts = {
    confirmationText: confirmationText(confirmationItems(totals, terms)),
    submitText: submitText(totals, terms),
    shippingText: shippingText(totals, terms),
  }
  return {
    ...texts,
    browserToken: input.browserToken,
    cartFingerprint: fingerprint,
    openKey: digest(input.browserToken, fingerprint, JSON.stringify(lines), texts.confirmationText),
    lines,
    subtotal: totals.subtotal,
    shipping: totals.shipping,
    total: totals.total,
    from: input.from,
    cancelPath: input.cancelPath,
    termsVersion: digest(JSON.stringify(terms)).slice(0, 16),
    sessionExpiresAt: at.sessionExpiresAt,
  }
}

/** A page that holds cloth ends earlier (K6). */
const pageLifeMs = async ({ db }: PaymentContext, { totals }: Quote): Promise<number> => {
  const numbers = totals.lines.map(({ item }) => item.managementNumber)
  return (await hasCounted(db, numbers)) ? timeLimits.holdingSession : timeLimits.session
}

/** The order that this press would write. */
const plannedOrder = async (ctx: PaymentContext, input: CheckoutInput, quote: Quote): Promise<NewOrder> =>
  newOrder({ ...input, browserToken: input.browserToken ?? `once-${ctx.newId()}` }, quote, ctx.settings, {
    siteOrigin: ctx.siteOrigin,
    sessionExpiresAt: ctx.now() + (await pageLifeMs(ctx, quote)),
  })

type CartRefusal = QuoteRefusal | { readonly why: 'closed' | 'prices-uncertain' }

/** Prices a submitted cart from today's products and compares (S1); `now` is epoch ms. What differs is told with the stock that is short (C23). */
const cartQuote = async (
  db: Kysely<Schema>,
  { cart, browserToken }: { readonly cart: SubmittedCart; readonly browserToken: string | null },
  terms: CartTerms,
  now: number,
): Promise<Result<Quote, CartRefusal>> => {
  if ((await shopClosure(db, now)) !== null) return refused({ why: 'closed' })
  // PostgreSQL fails on some texts that cannot be numbers.
  const numbers = new Set(cart.lines.flatMap(({ managementNumber }) => productNumber(managementNumber) ?? []))
  const products = await sellableProducts(db, [...numbers])
  if (await hasUncertainPrices(db, products.values(), now)) return refused({ why: 'prices-uncertain' })
  const quote = quoteOf(cart, products, terms)
  if (quote.ok || quote.error.why !== 'changed') return quote
  const { lines, differences } = quote.error
  const stock = await stockForBrowser(db, [...products.keys()], browserToken)
  const short = stock.filter(({ number, most }) =>
    lines.some(({ item }) => item.managementNumber === number && item.quantity > most),
  )
  return refused({ ...quote.error, differences: withShortLines(differences, lines, short) })
}

const minute = 60_000

/** S17: enough for every shopper, too little for trying out stolen cards. */
const checkoutLimits = {
  name: 'checkout',
  spanMs: 10 * minute,
  perClient: 30,
  perNetwork: 150,
  together: 1_500,
} as const

const statusLimits = {
  name: 'checkout-status',
  spanMs: minute,
  perClient: 120,
  perNetwork: 600,
  together: 6_000,
} as const

/** What is read of one client at all; what turns out to be for its own open page is not counted (S31). */
const readLimits = { ...checkoutLimits, name: 'checkout-reading', perClient: 300 } as const

/** A cart of 99 kinds with the longest texts fits (S3). */
const mostBytes = 1_000_000

const json = (body: unknown, status: number, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })

const retryAfter = (ms: number) => ({ 'retry-after': String(Math.ceil(ms / 1000)) })

const refuse = (
  problem: CheckoutProblem,
  now?: { readonly lines: readonly Difference[]; readonly terms: CartTerms },
) => {
  const { status, body } = refusalResponse(problem, now)
  return json(body, status)
}

/** Until the provider takes the key again nobody needs to wait for its refusal (M14). */
const refusePayment = () => {
  const { status, body } = refusalResponse('no-payment')
  return json(body, status, retryAfter(60_000))
}

const refuseStart = (refusal: StartRefusal, quote: Quote, terms: CartTerms) => {
  if (refusal.why === 'stock')
    return refuse('stock', { lines: withShortLines([], quote.totals.lines, refusal.lines), terms })
  const { status, body } = refusalResponse(refusal.why)
  return json(body, status, refusal.why === 'unpaid-holds' ? retryAfter(refusal.waitMs) : {})
}

const refuseForNow = (ctx: PaymentContext, wait: number) => {
  const { status, body } = refusalResponse('too-many-requests')
  ctx.log.warn('checkout refused: too many requests', { wait })
  return json(body, status, retryAfter(wait))
}

const isJson = (request: Request) =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/** A demo's shopper returns to the address she visited (docs/decisions/0021). The Origin header has been checked before. */
const withVisitedOrigin = (ctx: PaymentContext, { headers }: Request): PaymentContext =>
  ctx.demo ? { ...ctx, siteOrigin: headers.get('origin') ?? ctx.siteOrigin } : ctx

interface ReadCart {
  readonly quote: Quote
  readonly planned: NewOrder
}

type ReadingProblem = CartRefusal | { readonly why: BodyProblem | 'wrong-content-type' | 'too-large' }

const readCart = async (ctx: PaymentContext, request: Request): Promise<Result<ReadCart, ReadingProblem>> => {
  const { db, settings, now } = ctx
  if (!isJson(request)) return refused({ why: 'wrong-content-type' })
  const text = await request.text()
  if (Buffer.byteLength(text) > mostBytes) return refused({ why: 'too-large' })
  const input = readCheckoutBody(text, settings.cart)
  if (!input.ok) return refused({ why: input.error })
  const quote = await cartQuote(db, input.value, settings.cart, now())
  if (!quote.ok) return quote
  return ok({ quote: quote.value, planned: await plannedOrder(ctx, input.value, quote.value) })
}

const refuseReading = (problem: ReadingProblem, terms: CartTerms) =>
  problem.why === 'changed' ? refuse(problem.why, { lines: problem.differences, terms }) : refuse(problem.why)

/**
 * POST {api base}/create-checkout-session: `{ url, order: { token } }` or a refusal. Never throws; limited by address (S17), but for
 * the caller's own open page (S31).
 */
export const handleCheckout = async (
  ctx: PaymentContext,
  actor: Requester,
  request: Request,
): Promise<Response> => {
  try {
    const { address } = actor
    const readAt = ctx.now()
    const readWait = ctx.calls.waitOfClient(readLimits, address, readAt)
    if (readWait > 0) return refuseForNow(ctx, readWait)
    const visited = withVisitedOrigin(ctx, request)
    const cart = await readCart(visited, request)
    const own = cart.ok ? await ownOpenPage(visited, actor, cart.value.planned) : null
    if (own !== null) {
      ctx.calls.uncountClient(readLimits, address, readAt)
      return started(own)
    }
    // Until the cart is known to be good, the request counts against its client alone.
    const ownWait = ctx.calls.waitOfClient(checkoutLimits, address, ctx.now())
    if (ownWait > 0) return refuseForNow(ctx, ownWait)
    const { cart: terms } = ctx.settings
    if (!cart.ok) return refuseReading(cart.error, terms)
    if (ctx.gateway.isKeyRefused()) return refusePayment()
    const wait = await waitBeforeCostlyCall(ctx, ctx.now(), checkoutLimits, address)
    if (wait > 0) return refuseForNow(ctx, wait)
    const opened = await startCheckout(visited, actor, cart.value.planned)
    if (!opened.ok && ctx.gateway.isKeyRefused()) return refusePayment()
    return opened.ok ? started(opened.value) : refuseStart(opened.error, cart.value.quote, terms)
  } catch (error) {
    ctx.log.error('checkout failed', errorFields(error))
    if (isDatabaseAway(error)) return json(refusalResponse('unexpected').body, 503)
    // Contention wrote nothing: the same request may be retried.
    return refuse(isContention(error) ? 'payment-page' : 'unexpected')
  }
}

const started = ({ url, orderToken }: CheckoutStarted) =>
  json({ url, order: { token: orderToken } } satisfies CheckoutStartedBody, 200)

/** Only requests that reach the provider count against the shared limits. */
const countedGateway = (
  ctx: PaymentContext,
  { address }: Requester,
): Pick<PaymentContext['gateway'], 'session'> => ({
  session: async (sessionId, limitMs) => {
    if (ctx.calls.waitOfOthers(statusLimits, address, ctx.now()) > 0)
      throw new Error('too many requests for payment states')
    return ctx.gateway.session(sessionId, limitMs)
  },
})

/** GET …/checkout-status?session_id=…: `{ status: 'paid' | 'waiting' | 'unpaid' | 'unknown' }`, nothing more (S14). */
export const handleStatus = async (ctx: PaymentContext, actor: Requester, url: URL): Promise<Response> => {
  const wait = ctx.calls.waitOfClient(statusLimits, actor.address, ctx.now())
  if (wait > 0) {
    const message = 'しばらくたってから、もう一度お試しください。'
    return json({ code: 'too_many_requests', message }, 429, retryAfter(wait))
  }
  const sessionId = url.searchParams.get('session_id') ?? ''
  return json({ status: await paymentStatus(ctx.db, countedGateway(ctx, actor), sessionId) }, 200)
}

/** For /success, with the same limits (S17); beyond them the provider is not asked, and a pending order is `waiting`. */
export const statusForPage = async (
  ctx: PaymentContext,
  actor: Requester,
  sessionId: string,
): Promise<PaymentStatus> => {
  const wait = ctx.calls.waitOfClient(statusLimits, actor.address, ctx.now())
  return paymentStatus(ctx.db, wait > 0 ? null : countedGateway(ctx, actor), sessionId)
}
