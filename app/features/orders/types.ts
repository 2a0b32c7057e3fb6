import type { CheckoutFrom } from '~/features/cart/types.ts'
import type { ProductType } from '~/features/products/rules.ts'
import type { Yen } from '~/kernel/money.ts'

/**
 * M1, M4, M5. `awaiting_payment`: the payment page is done but the money is not there; `needs_review`: money came that does
 * not fit, so it is never shipped and never dropped. Shipping is a date beside the state.
 */
export type OrderState = 'pending' | 'awaiting_payment' | 'paid' | 'needs_review' | 'failed' | 'expired'

/** `sold-out`: it was paid when its cloth was gone (K7). */
export type ReviewReason =
  | 'amount'
  | 'currency'
  | 'livemode'
  | 'other-order'
  | 'paid-twice'
  | 'not-listed'
  | 'sold-out'

export interface DeliveryAddress {
  readonly recipient: string
  readonly postalCode: string
  readonly prefecture: string
  readonly city: string
  readonly line1: string
  readonly line2: string
}

/** As typed on the payment page. */
export interface Customer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: DeliveryAddress | null
}

export interface NewOrderLine {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly unitPrice: Yen
  readonly quantity: number
  /** Free by the kit offer (C3). */
  readonly free: boolean
  /** Null without a picture that the provider could fetch (S20). */
  readonly imageUrl: string | null
  /** As the shop had it, fit for `src`; null for none. */
  readonly picture: string | null
}

export interface OrderLine extends NewOrderLine {
  readonly amount: Yen
}

/** Nothing of it changes after the order is written (M1). */
interface FixedParts {
  readonly browserToken: string
  readonly subtotal: Yen
  readonly shipping: Yen
  readonly total: Yen
  readonly from: CheckoutFrom
  readonly cancelPath: string
  /** The final confirmation as it was shown, and its short forms on the payment page (S21). */
  readonly confirmationText: string
  readonly submitText: string
  readonly shippingText: string
  /** Epoch ms at which the payment page is to end. */
  readonly sessionExpiresAt: number
}

export interface NewOrder extends FixedParts {
  readonly cartFingerprint: string
  /** The same for the same browser and content, and unique among open orders (S9). */
  readonly openKey: string
  readonly termsVersion: string
  readonly lines: readonly NewOrderLine[]
}

/** Who sold, as it was when the money came (S22). */
export interface Issuer {
  readonly name: string
  readonly legalName: string
  readonly postalCode: string
  readonly address: string
  /** Null for a shop that was not registered. */
  readonly invoiceNumber: string | null
}

/** An order as its payment's session tells it (M12). */
export interface RestoredOrder extends Omit<FixedParts, 'browserToken' | 'confirmationText'> {
  readonly id: string
  /** Null where the session does not say it. */
  readonly number: string | null
  readonly formerTokenHash: string | null
  readonly payment: Payment
  readonly lines: readonly NewOrderLine[]
  /** Epoch ms. */
  readonly createdAt: number
}

/** Times are epoch ms. */
export interface Order extends FixedParts {
  readonly id: string
  readonly number: string
  readonly state: OrderState
  readonly openKey: string | null
  readonly accessToken: string
  /** SHA-256 of it, in hex. */
  readonly tokenHash: string
  /** The tax inside the total (S22). */
  readonly taxIncluded: Yen
  readonly currency: string
  readonly attempt: number
  /** Its payment page's session says its number and its token's hash (S25). */
  readonly sessionNamesToken: boolean
  readonly sessionId: string | null
  readonly sessionUrl: string | null
  readonly paymentIntent: string | null
  readonly customer: Customer
  readonly practice: boolean
  readonly reviewReason: string | null
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  /** Null before the money came. */
  readonly issuer: Issuer | null
  /** When it was made again from its session (M12). */
  readonly restoredAt: number | null
  readonly cancelledAt: number | null
  readonly cancelReason: string | null
  /** When a review reason came to its end. */
  readonly settledAt: number | null
  readonly settledHow: string | null
  /** In place of the total: what was paid, where the owner took another sum for good (N21). */
  readonly acceptedAmount: number | null
  readonly carrier: string | null
  readonly tracking: string | null
  /** Raised by every write of the desk. */
  readonly version: number
  /** When the desk corrected the delivery address. */
  readonly addressChangedAt: number | null
  readonly lines: readonly OrderLine[]
}

/** What a list of a member's own orders shows; the token opens the order's page (S23). */
export type OwnOrder = Pick<Order, 'number' | 'accessToken' | 'practice' | 'createdAt' | 'total'> & {
  /** In a few words. */
  readonly standing: string
}

/** An order whose payment page may still be open. */
export type OpenOrder = Pick<Order, 'id' | 'number' | 'sessionId'>

/** What an order keeps of its payment; the amount as the provider gives it. */
export interface Payment {
  readonly sessionId: string
  readonly paymentIntent: string | null
  readonly amountTotal: number | null
  readonly currency: string | null
  readonly customer: Customer
}

export type Transition =
  | { readonly kind: 'move'; readonly to: Exclude<OrderState, 'pending' | 'needs_review'> }
  | { readonly kind: 'review'; readonly reason: ReviewReason }

export type OrderEventKind =
  | Exclude<OrderState, 'pending'>
  | 'placed'
  | 'session opened'
  | 'session failed'
  | 'replaced'
  | 'shipped'
  | 'unshipped'
  | 'parcel'
  | 'refunded'
  | 'refund failed'
  | 'disputed'
  | 'dispute over'
  | 'restored'
  | 'cancelled'
  | 'settled'
  | 'refund asked'
  | 'transferred'
  | 'return announced'
  | 'return arrived'
  | 'return withdrawn'

/** `happenedAt` is epoch ms. */
export interface OrderEvent {
  readonly happenedAt: number
  readonly what: string
  readonly actor: string
  readonly detail: string | null
}

/** A mail to the buyer, by its last try. */
export interface OrderMail {
  readonly id: string
  readonly kind: string
  readonly state: 'queued' | 'sent' | 'dead'
  /** Empty once it is forgotten. */
  readonly subject: string
  readonly createdAt: number
  /** Epoch ms of its delivery, or of the last try of one that was given up. */
  readonly endedAt: number | null
  /** Epoch ms of its next try, for one that is queued. */
  readonly dueAt: number | null
}

/** All that /success may say of an order (S13, S14). */
export type PaymentStatus = 'paid' | 'waiting' | 'unpaid' | 'unknown'
