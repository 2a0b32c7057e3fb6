import type { OrderState } from '~/features/orders/types.ts'

/** One row per order, written before the payment page is asked for (S7). Yen tax included, times epoch ms. */
export interface OrdersTable {
  id: string
  /** Short, for people: on the telephone, in mails and for `npm run orders`. */
  orderNumber: string
  state: OrderState
  /** Which browser asked; made up for one request when the browser sent none. */
  browserToken: string
  /** What was asked for: number and quantity of each line. */
  cartFingerprint: string
  /** One browser, one content, one open order: set while a payment page may be open, then null (S9). */
  openKey: string | null
  /** Opens the order page; unguessable (S23). */
  accessToken: string
  subtotal: number
  shipping: number
  total: number
  /** The tax of 10 % inside the total (S22). */
  taxIncluded: number
  currency: string
  /** The view that asked for payment. */
  fromView: 'header-cart' | 'react-cart'
  cancelPath: string
  /** Counts the idempotency keys used at the provider, from 1. */
  attempt: number
  /** When the payment page of the present attempt ends. */
  sessionExpiresAt: number
  sessionId: string | null
  sessionUrl: string | null
  paymentIntent: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  /** The delivery address as JSON (`DeliveryAddress` of the orders' rules). */
  shippingAddress: string | null
  /** 1 for an order of the practice payment (S11). */
  practice: number
  /** The final confirmation as it was shown (S21). */
  confirmationText: string
  /** The short forms of it on the payment page. */
  submitText: string
  shippingText: string
  termsVersion: string
  /** Why somebody has to look at it; null when nothing is wrong. */
  reviewReason: string | null
  createdAt: number
  paidAt: number | null
  shippedAt: number | null
  /** When the provider was last asked about it. */
  checkedAt: number
}

/** What was ordered, as it was on that day; never changed. */
export interface OrderLineTable {
  orderId: string
  /** From 0, in the order of the cart. */
  position: number
  number: string
  type: 'fabric' | 'kit'
  /** Without ' (無料)' (C3). */
  name: string
  description: string
  unitPrice: number
  quantity: number
  /** 1 when the kit offer made it free (C3). */
  free: number
  /** What the payment page was given; null without a picture that it could fetch (S20). */
  imageUrl: string | null
}

/** What happened to an order, for its owner. */
export interface OrderEventTable {
  id: string
  orderId: string
  happenedAt: number
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
  sessionId: string | null
  receivedAt: number
}
