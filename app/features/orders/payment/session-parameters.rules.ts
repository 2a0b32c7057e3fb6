import { freeSuffix } from '~/features/cart/offer.rules.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { shippingNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { cutText } from '~/kernel/text.ts'

/** In characters: 98 longer ones exceed the provider's limit for a request. */
const longestDescription = 300

/** A line of the payment page; `unit_amount` in whole yen. */
export interface PaymentPageLine {
  readonly price_data: {
    readonly currency: 'jpy'
    readonly unit_amount: number
    readonly product_data: {
      readonly name: string
      readonly description?: string
      readonly images?: string[]
      readonly metadata: { readonly managementNumber: string }
    }
  }
  readonly quantity: number
  readonly metadata: { readonly managementNumber: string }
}

const productLine = (line: OrderLine): PaymentPageLine => ({
  price_data: {
    currency: 'jpy',
    unit_amount: line.unitPrice,
    product_data: {
      name: `${line.name}${line.free ? freeSuffix : ''}`,
      description:
        cutText(line.description.trim(), longestDescription) || `management number: ${line.number}`,
      metadata: { managementNumber: line.number },
      ...(line.imageUrl === null ? {} : { images: [line.imageUrl] }),
    },
  },
  quantity: line.quantity,
  metadata: { managementNumber: line.number },
})

const shippingLine = (order: Order): PaymentPageLine => ({
  price_data: {
    currency: 'jpy',
    unit_amount: order.shipping,
    product_data: {
      name: '送料',
      ...(order.from === 'react-cart' ? { description: '商品の配送料金' } : {}),
      metadata: { managementNumber: shippingNumber },
    },
  },
  quantity: 1,
  metadata: { managementNumber: shippingNumber },
})

/** Lets a lost order be made again with a working link (M12, S25). */
const madeAgainFrom = ({ number, tokenHash, sessionNamesToken }: Order): Record<string, string> =>
  sessionNamesToken ? { order_number: number, token_sha256: tokenHash } : {}

/** By it a restored shop knows its own sessions among those of other shops on the same account (D69). */
const madeBy = ({ sessionNamesShop }: Order, shopId: string | undefined): Record<string, string> =>
  sessionNamesShop && shopId !== undefined ? { shop_id: shopId } : {}

/** Depends on the stored order and the shop alone: a repeated key needs the identical request. */
export const sessionParameters = (order: Order, siteOrigin: string, shopId?: string) => ({
  mode: 'payment' as const,
  locale: 'ja' as const,
  adaptive_pricing: { enabled: false },
  allowed_payment_method_types: ['card' as const],
  line_items: [...order.lines.map(productLine), ...(order.shipping > 0 ? [shippingLine(order)] : [])],
  success_url: `${siteOrigin}${href('/success')}?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${siteOrigin}${order.cancelPath}`,
  client_reference_id: order.id,
  metadata: { from: order.from, order_id: order.id, ...madeAgainFrom(order), ...madeBy(order, shopId) },
  payment_intent_data: { metadata: { order_id: order.id } },
  shipping_address_collection: { allowed_countries: ['JP' as const] },
  phone_number_collection: { enabled: true },
  custom_text: {
    submit: { message: order.submitText },
    shipping_address: { message: order.shippingText },
  },
  expires_at: Math.floor(order.sessionExpiresAt / 1000),
})

export type SessionParameters = ReturnType<typeof sessionParameters>

/** For a provider that refused a picture (S34). */
export const withoutPictures = ({ line_items, ...parameters }: SessionParameters): SessionParameters => ({
  ...parameters,
  line_items: line_items.map(({ price_data, ...line }) => {
    const { images: _, ...product_data } = price_data.product_data
    return { ...line, price_data: { ...price_data, product_data } }
  }),
})

/** One per attempt at an order's payment page (M2), and another one for it without pictures, which is another request (S34). */
export const idempotencyKey = (order: Pick<Order, 'id' | 'attempt'>, pictures = true): string =>
  `checkout:${order.id}:${order.attempt}${pictures ? '' : ':no-pictures'}`
