import { type CartLine, cartTotals } from '~/features/cart/totals.rules.ts'
import type { Cart, CheckoutFrom } from '~/features/cart/types.ts'
import type { PaymentPageLine } from '~/features/orders/payment/session-parameters.rules.ts'
import { shippingNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { absoluteImageUrl } from '~/kernel/image-url.ts'
import type { Yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'

/** A line as the browser asks for it: one of the payment page, which the server makes anew from its own prices (S1). */
export type CheckoutLineItem = Omit<PaymentPageLine, 'metadata'>

/** The body of POST {api base}/create-checkout-session. The server trusts only numbers and quantities (S1). */
export interface CheckoutRequest {
  readonly line_items: readonly CheckoutLineItem[]
  readonly mode: 'payment'
  readonly success_url: string
  readonly cancel_url: string
  readonly metadata: { readonly from: CheckoutFrom }
}

/** `origin` like https://shop.example; `path` begins with a slash. */
export interface CheckoutPlace {
  readonly origin: string
  readonly path: string
  readonly from: CheckoutFrom
}

export const checkoutRequest = (
  cart: Cart,
  { origin, path, from }: CheckoutPlace,
  terms: Pick<CartTerms, 'shippingBands' | 'freeKits'>,
): CheckoutRequest | null => {
  const { lines, shipping, payable } = cartTotals(cart, terms)
  if (!payable.ok) return null
  const items = lines.map((line) => lineItem(line, origin))
  return {
    line_items: shipping > 0 ? [...items, shippingItem(shipping, from)] : items,
    mode: 'payment',
    success_url: `${origin}${href('/success')}`,
    cancel_url: `${origin}${from === 'react-cart' ? href('/all-products') : path}`,
    metadata: { from },
  }
}

const lineItem = ({ item, unitPrice }: CartLine, origin: string): CheckoutLineItem => {
  const { managementNumber, name, description, imageUrl, quantity } = item
  const image = absoluteImageUrl(imageUrl, origin)
  return {
    price_data: {
      currency: 'jpy',
      product_data: {
        name: name.trim() || managementNumber,
        description: description.trim() || `management number: ${managementNumber}`,
        metadata: { managementNumber },
        ...(image && { images: [image] }),
      },
      unit_amount: unitPrice,
    },
    quantity,
  }
}

const shippingItem = (shipping: Yen, from: CheckoutFrom): CheckoutLineItem => ({
  price_data: {
    currency: 'jpy',
    product_data: {
      name: '送料',
      ...(from === 'react-cart' && { description: '商品の配送料金' }),
      metadata: { managementNumber: shippingNumber },
    },
    unit_amount: shipping,
  },
  quantity: 1,
})
