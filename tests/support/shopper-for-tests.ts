import type { Kysely } from 'kysely'
import { shopSettings } from '#settings'
import { cartFromNumbers, cartProductOf } from '../../app/features/cart/rules.ts'
import type {
  CheckoutRefusalBody,
  CheckoutStartedBody,
} from '../../app/features/orders/checkout/checkout-answers.rules.ts'
import { handleCheckout } from '../../app/features/orders/checkout/endpoint.server.ts'
import { checkoutRequest } from '../../app/features/orders/checkout/request.rules.ts'
import { sellableProducts } from '../../app/features/products/queries.server.ts'
import type { Schema } from '../../db/schema.ts'
import type { CheckoutShop } from './checkout-for-tests.ts'
import { shopOrigin } from './services-for-tests.ts'

/** Numbers and quantities of a cart, in their order. */
export type Wanted = readonly (readonly [number: string, quantity: number])[]

/** One line of a body, as loose as JSON. */
export interface LooseLine {
  price_data: {
    currency: unknown
    product_data: { name: unknown; description?: unknown; metadata: { managementNumber: unknown } }
    unit_amount: unknown
  }
  quantity: unknown
}

/** A body as loose as JSON, so that a test can spoil any part of it. */
export interface LooseBody {
  line_items: LooseLine[]
  mode: unknown
  success_url: unknown
  cancel_url: unknown
  metadata: { from: unknown }
  client_token?: unknown
}

/** What the browser's own code sends for these products; a test may spoil it. */
export const bodyFor = async (
  db: Kysely<Schema>,
  wanted: Wanted,
  clientToken = 'browser-of-this-test',
): Promise<LooseBody> => {
  const products = await sellableProducts(
    db,
    wanted.map(([number]) => number),
  )
  const { cart } = cartFromNumbers(
    wanted.map(([managementNumber, quantity]) => ({ managementNumber, quantity })),
    (number) => {
      const product = products.get(number)
      return product && cartProductOf(product)
    },
    shopSettings.cart,
  )
  const place = { origin: shopOrigin, path: '/kits', from: 'header-cart' } as const
  const request = checkoutRequest(cart, place, shopSettings.cart)
  if (request === null) throw new Error('a test wanted a cart that cannot be paid')
  return JSON.parse(JSON.stringify({ ...request, client_token: clientToken }))
}

/** The answer's status and parsed body. */
export interface CheckoutResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Partial<CheckoutStartedBody & CheckoutRefusalBody>
}

const pressed = new Set<Promise<unknown>>()

/** Resolves when no request is under way, so that one test does not write into the data of the next. */
export const allPressesAnswered = async (): Promise<void> => {
  while (pressed.size > 0) await Promise.allSettled(pressed)
}

/** Posts a body to checkout; a text goes as it is. */
export const postCheckout = (...press: Parameters<typeof answeredPress>): Promise<CheckoutResponse> => {
  const answered = answeredPress(...press).finally(() => pressed.delete(answered))
  pressed.add(answered)
  return answered
}

const answeredPress = async (
  shop: Pick<CheckoutShop, 'ctx'>,
  body: unknown,
  { type = 'application/json', address = '203.0.113.7' } = {},
): Promise<CheckoutResponse> => {
  const request = new Request(`${shopOrigin}/api/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const response = await handleCheckout(shop.ctx, { kind: 'visitor', address }, request)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Asks for the payment page of these products and gives its session's id; throws when there is none. */
export const openPaymentPage = async (
  shop: Pick<CheckoutShop, 'ctx'>,
  wanted: Wanted = [['F-1100', 2]],
  clientToken?: string,
): Promise<{ sessionId: string; token: string; url: string }> => {
  const answer = await postCheckout(shop, await bodyFor(shop.ctx.db, wanted, clientToken))
  const { url, order } = answer.body
  if (url === undefined || order === undefined)
    throw new Error(`no payment page: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { url, sessionId: url.split('/').at(-1) ?? '', token: order.token }
}

/** Two payment pages of the shop's one order, as when the shop lost sight of the first: both can be paid. */
export const openTwoPaymentPages = async (shop: Pick<CheckoutShop, 'ctx'>) => {
  const first = await openPaymentPage(shop)
  await shop.ctx.db.updateTable('orders').set({ sessionId: null, sessionUrl: null, attempt: 2 }).execute()
  return { first, second: await openPaymentPage(shop) }
}

/** Every order, oldest first, with what a test asks about. */
export const ordersOf = (db: Kysely<Schema>) =>
  db.selectFrom('orders').selectAll().orderBy('createdAt').orderBy('id').execute()

/** The kinds of all mails, sorted. */
export const mailKinds = async (db: Kysely<Schema>): Promise<string[]> =>
  (await db.selectFrom('mail').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
