import type { OrderState } from '~/features/orders/rules.ts'

/** One row per order, written before the payment page is asked for (S7). Yen tax included, times epoch ms. */
export interface OrdersTable {
  id: string
  /** Short, for people: on the telephone, in mails and for `npm run orders`. */
  order_number: string
  state: OrderState
  /** Which browser asked; made up for one request when the browser sent none. */
  browser_token: string
  /** What was asked for: number and quantity of each line. */
  cart_fingerprint: string
  /** One browser, one content, one open order: set while a payment page may be open, then null (S9). */
  open_key: string | null
  /** Opens the order page; unguessable (S23). */
  access_token: string
  subtotal: number
  shipping: number
  total: number
  /** The tax of 10 % inside the total (S22). */
  tax_included: number
  currency: string
  /** The view that asked for payment (S:L156). */
  from_view: 'header-cart' | 'react-cart'
  cancel_path: string
  /** Counts the idempotency keys used at the provider, from 1. */
  attempt: number
  /** When the payment page of the present attempt ends. */
  session_expires_at: number
  session_id: string | null
  session_url: string | null
  payment_intent: string | null
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  /** The delivery address as JSON (`DeliveryAddress` of the orders' rules). */
  shipping_address: string | null
  /** 1 for an order of the practice payment (S11). */
  practice: number
  /** The final confirmation as it was shown (S21). */
  confirmation_text: string
  /** The short forms of it on the payment page. */
  submit_text: string
  shipping_text: string
  terms_version: string
  /** Why somebody has to look at it; null when nothing is wrong. */
  review_reason: string | null
  created_at: number
  paid_at: number | null
  shipped_at: number | null
  /** When the provider was last asked about it. */
  checked_at: number
}

/** What was ordered, as it was on that day; never changed. */
export interface OrderLineTable {
  order_id: string
  /** From 0, in the order of the cart. */
  position: number
  number: string
  type: 'fabric' | 'kit'
  /** Without ' (無料)' (C3). */
  name: string
  description: string
  unit_price: number
  quantity: number
  /** 1 when the kit offer made it free (C3). */
  free: number
  /** What the payment page was given; null without a picture that it could fetch (S20). */
  image_url: string | null
}

/** What happened to an order, for its owner. */
export interface OrderEventTable {
  id: string
  order_id: string
  happened_at: number
  /** A name such as 'placed' or 'paid'. */
  what: string
  /** Who: 'shopper', 'owner', or the name of a part of the system. */
  actor: string
  detail: string | null
}

/** Events of the provider that have been taken in: the key stops a second time (S8). */
export interface WebhookEventTable {
  id: string
  type: string
  session_id: string | null
  received_at: number
}
