import type { CheckoutFrom } from '~/features/cart/types.ts'
import type { ProductType } from '~/features/catalogue/rules.ts'
import type { Yen } from '~/kernel/money.ts'

/**
 * Where an order stands (M1, M4, M5): written before the payment page is asked for (`pending`); the payment page is done
 * but the money is not there (`awaiting_payment`); `paid`; money came that does not fit (`needs_review`: never shipped,
 * never dropped); the payment failed; or nobody paid in time (`expired`). Shipping is a date beside the state.
 */
export type OrderState = 'pending' | 'awaiting_payment' | 'paid' | 'needs_review' | 'failed' | 'expired'

/** Why an order needs a look; the owner reads it in Japanese (`reviewTexts`). */
export type ReviewReason = 'amount' | 'currency' | 'livemode' | 'other-order' | 'paid-twice' | 'not-listed'

/** A delivery address in Japan. */
export interface DeliveryAddress {
  readonly recipient: string
  readonly postalCode: string
  readonly prefecture: string
  readonly city: string
  readonly line1: string
  readonly line2: string
}

/** Who pays and where it goes, as typed on the payment page. */
export interface Customer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: DeliveryAddress | null
}

/** A line as it is written into the order. */
export interface NewOrderLine {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly unitPrice: Yen
  readonly quantity: number
  /** Free by the kit offer (C3). */
  readonly free: boolean
  /** What the payment page is given; null without a picture that it could fetch (S20). */
  readonly imageUrl: string | null
}

/** One line of an order, as it was on the day of the order. */
export interface OrderLine extends NewOrderLine {
  readonly amount: Yen
}

/** What an order fixes when it is written; nothing of it changes afterwards (M1). */
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

/** An order to be written. */
export interface NewOrder extends FixedParts {
  readonly cartFingerprint: string
  /** The same for the same browser and content: while such an order is open, there is no second one (S9). */
  readonly openKey: string
  readonly termsVersion: string
  readonly lines: readonly NewOrderLine[]
}

/** An order with everything that the shop knows about it. Times are epoch ms. */
export interface Order extends FixedParts {
  readonly id: string
  readonly number: string
  readonly state: OrderState
  readonly openKey: string | null
  readonly accessToken: string
  /** The tax inside the total (S22). */
  readonly taxIncluded: Yen
  readonly currency: string
  readonly attempt: number
  readonly sessionId: string | null
  readonly sessionUrl: string | null
  readonly paymentIntent: string | null
  readonly customer: Customer
  readonly practice: boolean
  readonly reviewReason: string | null
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly lines: readonly OrderLine[]
}

/** An order whose payment page may still be open. */
export type OpenOrder = Pick<Order, 'id' | 'number' | 'sessionId'>

/** What an order keeps of its payment, and its owner reads of one that does not fit. Amounts as the provider gives them. */
export interface Payment {
  readonly sessionId: string
  readonly paymentIntent: string | null
  readonly amountTotal: number | null
  readonly currency: string | null
  readonly customer: Customer
}

/** What a payment does to its order: moves it on, or has somebody look at it. */
export type Transition =
  | { readonly kind: 'move'; readonly to: Exclude<OrderState, 'pending' | 'needs_review'> }
  | { readonly kind: 'review'; readonly reason: ReviewReason }

/** Everything that is noted about an order. */
export type OrderEventKind =
  | Exclude<OrderState, 'pending'>
  | 'placed'
  | 'session opened'
  | 'session failed'
  | 'replaced'
  | 'shipped'

/** One entry of an order's history. `happenedAt` is epoch ms. */
export interface OrderEvent {
  readonly happenedAt: number
  readonly what: string
  readonly actor: string
  readonly detail: string | null
}

/** What an order page and /success may say of an order (S13, S14). */
export type PaymentStatus = 'paid' | 'waiting' | 'unpaid' | 'unknown'

/** Why an order cannot be marked as shipped. */
export type ShippingRefusal = 'not-found' | 'unpaid' | 'needs-review'
