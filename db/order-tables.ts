import type { Generated } from 'kysely'

/** Written before the payment page is requested (S7); yen, tax included. */
export interface OrdersTable {
  id: string
  orderNumber: string
  state: 'pending' | 'awaiting_payment' | 'paid' | 'needs_review' | 'failed' | 'expired'
  /** Random for one request when the browser sent none. */
  browserToken: string
  cartFingerprint: string
  /** Unique for browser and cart while a payment page may be open, then null (S9). */
  openKey: string | null
  /** Opens the order's page; cannot be guessed (S23). */
  accessToken: string
  subtotal: number
  shipping: number
  total: number
  /** The tax of 10 % in the total (S22). */
  taxIncluded: number
  currency: string
  fromView: 'header-cart' | 'react-cart'
  cancelPath: string
  /** Counts idempotency keys used at the provider, from 1 (M2). */
  attempt: number
  /** For the present attempt's payment page. */
  sessionExpiresAt: number
  sessionId: string | null
  sessionUrl: string | null
  paymentIntent: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  /** JSON of `DeliveryAddress`. */
  shippingAddress: string | null
  /** 1 for an order of the practice payment (S11). */
  practice: number
  /** The final confirmation as shown (S21). */
  confirmationText: string
  submitText: string
  shippingText: string
  termsVersion: string
  reviewReason: string | null
  createdAt: number
  paidAt: number | null
  shippedAt: number | null
  /** JSON of `Issuer`, the seller when the money came (S22); null before. */
  issuer: string | null
  /** 1 when the session names number and token: a reused key must repeat the same request (M2). */
  sessionNamesToken: Generated<number>
  /** SHA-256 (hex) of the token before the order was made again from its session (S25). */
  formerTokenHash: string | null
  /** When it was made again from its session (M12), otherwise null. */
  restoredAt: number | null
  checkedAt: number
  cancelledAt: number | null
  cancelReason: string | null
  /** When a review reason was settled; null while it is open or absent. */
  settledAt: number | null
  settledHow: string | null
  /** Yen that replace the total, when the owner accepted what was paid (N21). */
  acceptedAmount: number | null
  carrier: string | null
  tracking: string | null
  /** Raised by each write at the desk: forms with an older one are stale. */
  version: Generated<number>
  /** For the desk's search; null until it is paid. */
  searchText: string | null
  /** When the desk corrected the address; null for the payment page's own. */
  addressChangedAt: number | null
  /** Whether its delivery note leaves prices out. */
  noteHidesPrices: Generated<number>
  /** `demo`: a sample that the provider does not know. */
  source: Generated<'own' | 'demo'>
}

export interface OrderReturnTable {
  id: string
  orderId: string
  announcedAt: number
  /** Null until they arrived. */
  arrivedAt: number | null
  lines: string
  /** On arrival, in the owner's words. */
  condition: string | null
  refundId: string | null
}

/** Never shown to the buyer. */
export interface OrderNoteTable {
  id: string
  orderId: string
  writtenAt: number
  writtenBy: string
  text: string
}

/** What the owner wrote to the buyer. */
export interface OrderMessageTable {
  id: string
  orderId: string
  writtenAt: number
  writtenBy: string
  text: string
}

/** A copy made when ordering; never changed (M1). */
export interface OrderLineTable {
  orderId: string
  /** From 0, in the cart's order. */
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
  /** Null when the provider could not fetch the picture (S20). */
  imageUrl: string | null
  /** As the product had it, for `src`; null without one, and in older orders. */
  picture: string | null
}

export interface OrderEventTable {
  id: string
  orderId: string
  happenedAt: number
  what: string
  /** 'shopper', 'owner', or the name of a part of the system. */
  actor: string
  detail: string | null
  /** The row of `audit` of the act that it comes from (N70); null outside of one, and where the former release wrote it. */
  auditId: Generated<string | null>
}

/** The key prevents processing an event of the provider twice (S8). */
export interface WebhookEventTable {
  id: string
  type: string
  sessionId: string | null
  receivedAt: number
}

export interface PackingTickTable {
  orderId: string
  position: number
  step: 'cut' | 'packed'
  tickedAt: number
  /** Her name at the desk. */
  tickedBy: string | null
}

/** What a label prints when it cannot print the original. */
export interface LabelTextTable {
  orderId: string
  field: string
  /** The text that it replaces; for another text it does not count. */
  original: string
  text: string
}

/** What the desk finds an order by; orders that nobody has paid have none. */
export interface OrderSearchTable {
  orderId: string
  text: string
  /** Where it goes and the telephone number. */
  place: string
  email: string
}

/** When an order last went into a carrier's file, or its delivery note on paper. */
export interface OrderExportTable {
  orderId: string
  kind: 'label' | 'note'
  /** Of labels: the file's format, and the carrier's kind of parcel where it has several. */
  format: string | null
  service: string | null
  /** The same for all orders of one press. */
  exportId: string
  /** Of its orders from 0, as they were listed. */
  position: number
  exportedAt: number
}

/** A parcel after the first, which stands in `orders`; neither is there without a number. */
export interface FurtherParcelTable {
  orderId: string
  /** From 1. */
  position: number
  carrier: string
  tracking: string
}

/** Each payment of the provider once, with or without an order. */
export interface PaymentTable {
  paymentIntent: string
  orderId: string | null
  sessionId: string
  /** In `currency`; whole yen for 'jpy'. */
  amount: number
  currency: string
  /** 1 for real money. */
  livemode: number
  receivedAt: number
  /** `second`: the order was paid before. */
  role: 'first' | 'second' | 'unmatched'
  /** Yen kept by the provider, and yen paid out; null until it said so. */
  fee: number | null
  net: number | null
}

/** Belongs to the order of its payment. */
export interface RefundTable {
  id: string
  providerId: string | null
  paymentIntent: string
  /** Yen, above 0. */
  amount: number
  /** `asked`: the provider has not answered yet. */
  state: 'asked' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  failureReason: string | null
  askedAt: number
  /** When the provider was asked: older answers change nothing. */
  asOf: number
  /** `outside`: made in the provider's dashboard; `transfer`: by the owner's bank. */
  via: Generated<'provider' | 'outside' | 'transfer'>
  /** The form's id (N2); null when it was made elsewhere. */
  requestId: string | null
  pendingReason: string | null
  /** In the owner's words, which the buyer reads. */
  reason: string | null
  /** For the owner alone. */
  note: string | null
  askedBy: string | null
  /** When it succeeded, failed or was canceled. */
  settledAt: number | null
  /** 1 when the buyer is to be told once the provider has taken it. */
  mailsBuyer: Generated<number>
  /** Yen of tax in it, at the time of asking; null when it was made elsewhere. */
  tax: number | null
  /** The failed refund that it replaces. */
  insteadOf: string | null
  /** Since when a failed one is not owed any more, in epoch ms. */
  droppedAt: Generated<number | null>
  /** Why its owner forwent it, in her words, for the shop alone. */
  forgoneBecause: Generated<string | null>
}

export interface RefundLineTable {
  refundId: string
  ordinal: number
  part: 'lines' | 'shipping' | 'other'
  position: number | null
  units: number
  amount: number
}

/** A bank's claim for a payment; belongs to the order of that payment. */
export interface DisputeTable {
  id: string
  paymentIntent: string
  amount: number
  /** The provider's words, of which new ones may come. */
  reason: string
  status: string
  /** The shop's deadline for an answer; null when it cannot answer. */
  dueBy: number | null
  openedAt: number
  asOf: number
  closedAt: number | null
  /** 1 while the provider holds the money back. */
  withdrawn: Generated<number>
  /** When the money was taken; it stays when it came back. Null before, and where the former release wrote the row. */
  takenAt: Generated<number | null>
}

/** Units of a line that the order holds as another product, beside the copy of what was paid (M16). */
export interface OrderExchangeTable {
  id: string
  requestId: string
  orderId: string
  /** Its own, after the order's lines: stock, ticks and refunds name it as they name a line's. */
  position: number
  fromPosition: number
  units: number
  number: string
  type: 'fabric' | 'kit'
  name: string
  description: string
  /** Of the day of the exchange, at most what a unit of the line had cost. */
  unitPrice: number
  imageUrl: string | null
  picture: string | null
  /** The refund of the difference; null where both cost the same. */
  refundId: string | null
  exchangedAt: number
  exchangedBy: string
  undoneAt: number | null
  undoneBy: string | null
}
