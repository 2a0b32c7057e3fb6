import type { Generated } from 'kysely'

/** Written before the payment page is asked for (S7); yen with tax included. */
export interface OrdersTable {
  id: string
  /** Short, for people. */
  orderNumber: string
  state: 'pending' | 'awaiting_payment' | 'paid' | 'needs_review' | 'failed' | 'expired'
  /** Made up for one request when the browser sent none. */
  browserToken: string
  /** Number and quantity of each line. */
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
  fromView: 'header-cart' | 'react-cart'
  cancelPath: string
  /** Counts the idempotency keys used at the provider, from 1 (M2). */
  attempt: number
  /** Of the present attempt's payment page. */
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
  /** Its short forms on the payment page. */
  submitText: string
  shippingText: string
  termsVersion: string
  /** Null when nothing is wrong. */
  reviewReason: string | null
  createdAt: number
  paidAt: number | null
  shippedAt: number | null
  /** Who sold, as it was when the money came (S22): the JSON of `Issuer`. Null before that. */
  issuer: string | null
  /** 1 when the session of the present attempt names number and token: the same key wants the same request (M2). */
  sessionNamesToken: Generated<number>
  /** SHA-256 of the access token that an order made again from its session had before, in hex (S25). */
  formerTokenHash: string | null
  /** When it was made again from its session (M12); null for every other order. */
  restoredAt: number | null
  /** When the provider was last asked about it. */
  checkedAt: number
  cancelledAt: number | null
  cancelReason: string | null
  /** When a review reason came to its end; null while it is open or there is none. */
  settledAt: number | null
  /** How it came to its end. */
  settledHow: string | null
  /** In place of the total: what was paid, where the owner took another sum for good (N21). Yen. */
  acceptedAmount: number | null
  /** Of its parcel: a carrier of the parcels' rules, and the number that it gave. */
  carrier: string | null
  tracking: string | null
  /** Raised by every write of the desk: a form that shows another one is stale. */
  version: Generated<number>
  /** What the desk's search looks into; null until it is paid for. */
  searchText: string | null
  /** When the desk corrected the delivery address; null for the one of the payment page. */
  addressChangedAt: number | null
  /** `demo`: a sample, of which the provider knows nothing. */
  source: Generated<'own' | 'demo'>
}

/** What was agreed to come back from a buyer. */
export interface OrderReturnTable {
  id: string
  orderId: string
  announcedAt: number
  /** Null until it arrived. */
  arrivedAt: number | null
  /** Pairs of position and units, as JSON. */
  lines: string
  /** As it arrived, in the owner's words. */
  condition: string | null
  refundId: string | null
}

/** What the desk writes down of an order; its buyer never reads it. */
export interface OrderNoteTable {
  id: string
  orderId: string
  writtenAt: number
  writtenBy: string
  text: string
}

/** As it was when ordered; never changed (M1). */
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
  /** Null without a picture that the provider could fetch (S20). */
  imageUrl: string | null
  /** As the catalogue had it, fit for `src`; null for none, and in orders from before this column. */
  picture: string | null
}

export interface OrderEventTable {
  id: string
  orderId: string
  happenedAt: number
  /** Such as 'placed' or 'paid'. */
  what: string
  /** 'shopper', 'owner', or the name of a part of the system. */
  actor: string
  detail: string | null
}

/** The key keeps an event of the provider from being processed twice (S8). */
export interface WebhookEventTable {
  id: string
  type: string
  sessionId: string | null
  receivedAt: number
}
