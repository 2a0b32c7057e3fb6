import type { CheckoutFrom } from '~/features/cart/types.ts'
import type { ProductType } from '~/features/products/rules.ts'
import type { Yen } from '~/kernel/money.ts'
import type { Parcel } from './carriers.rules.ts'

/** M1, M4, M5. `awaiting_payment`: page completed, payment not received; `needs_review`: the payment does not fit, do not ship. */
export type OrderState = 'pending' | 'awaiting_payment' | 'paid' | 'needs_review' | 'failed' | 'expired'

/** `sold-out`: paid when the stock was gone (K7). */
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

export interface Customer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: DeliveryAddress | null
}

export interface OrderLine {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly unitPrice: Yen
  readonly quantity: number
  readonly free: boolean
  /** Null without a picture that the provider could fetch (S20). `free` comes from the kit offer (C3). */
  readonly imageUrl: string | null
  readonly picture: string | null
  /** Of all units. */
  readonly amount: Yen
  /** The position whose units it was taken for in exchange (M16); null or none for a line as it was paid. */
  readonly exchangedFrom?: number | null
}

/** Its amount is worked out when it is read. */
export type NewOrderLine = Omit<OrderLine, 'amount' | 'exchangedFrom'>

/** Never changes after the order is written (M1). */
interface FixedParts {
  readonly browserToken: string
  readonly subtotal: Yen
  readonly shipping: Yen
  readonly total: Yen
  readonly from: CheckoutFrom
  readonly cancelPath: string
  /** The final confirmation as shown; the next two are its short forms on the payment page (S21). */
  readonly confirmationText: string
  readonly submitText: string
  readonly shippingText: string
  /** Epoch ms. */
  readonly sessionExpiresAt: number
}

export interface NewOrder extends FixedParts {
  readonly cartFingerprint: string
  /** Equal for the same browser and content; unique among open orders (S9). */
  readonly openKey: string
  readonly termsVersion: string
  readonly lines: readonly NewOrderLine[]
}

/** The seller at the time of payment (S22). */
export interface Issuer {
  readonly name: string
  readonly legalName: string
  readonly postalCode: string
  readonly address: string
  readonly invoiceNumber: string | null
}

/** An order read from its payment's session, with null for missing values (M12); `createdAt` is epoch ms. */
export interface RestoredOrder extends Omit<FixedParts, 'browserToken' | 'confirmationText'> {
  readonly id: string
  readonly number: string | null
  readonly formerTokenHash: string | null
  readonly payment: Payment
  readonly lines: readonly NewOrderLine[]
  readonly createdAt: number
}

/** Times are epoch ms. */
export interface Order extends FixedParts {
  readonly id: string
  readonly number: string
  readonly state: OrderState
  readonly openKey: string | null
  readonly accessToken: string
  /** SHA-256 in hex. */
  readonly tokenHash: string
  readonly taxIncluded: Yen
  readonly currency: string
  readonly attempt: number
  /** Whether the session holds number and token hash (S25). */
  readonly sessionNamesToken: boolean
  /** Whether it holds the shop's id, too (D69). */
  readonly sessionNamesShop: boolean
  readonly sessionId: string | null
  readonly sessionUrl: string | null
  readonly paymentIntent: string | null
  readonly customer: Customer
  readonly practice: boolean
  readonly reviewReason: string | null
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly issuer: Issuer | null
  /** Time of its restoring from the session (M12). */
  readonly restoredAt: number | null
  readonly cancelledAt: number | null
  readonly cancelReason: string | null
  readonly settledAt: number | null
  readonly settledHow: string | null
  /** The sum that the owner accepted in place of the total (N21). */
  readonly acceptedAmount: number | null
  readonly parcels: readonly Parcel[]
  readonly version: number
  readonly addressChangedAt: number | null
  /** What it holds now, by position: with exchanges laid over what was paid, and 0 units where nothing is left of a line (M16). */
  readonly lines: readonly OrderLine[]
}

/** The token opens the order's page (S23). */
export type OwnOrder = Pick<Order, 'number' | 'accessToken' | 'practice' | 'createdAt' | 'total'> & {
  readonly standing: string
  /** Whether it has a page of receipts (M19). */
  readonly hasReceipts: boolean
}

export type OpenOrder = Pick<Order, 'id' | 'number' | 'sessionId'>

/** The amount is in the provider's unit. */
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
  | 'refund arrived'
  | 'disputed'
  | 'dispute over'
  | 'restored'
  | 'cancelled'
  | 'settled'
  | 'refund asked'
  | 'transferred'
  | 'refund forgone'
  | 'return announced'
  | 'return arrived'
  | 'return withdrawn'
  | 'receipt issued'

/** `happenedAt` is epoch ms. */
export interface OrderEvent {
  readonly happenedAt: number
  readonly what: string
  readonly actor: string
  readonly detail: string | null
  /** The row of the log of the act that it comes from (N70). */
  readonly auditId: string | null
}

/** A mail to the buyer; times are epoch ms. */
export interface OrderMail {
  readonly id: string
  readonly kind: string
  /** What it is about besides its order, such as the id of a refund; '' for the order itself. */
  readonly about: string
  readonly state: 'queued' | 'sent' | 'dead'
  readonly subject: string
  readonly createdAt: number
  readonly endedAt: number | null
  readonly dueAt: number | null
  /** It was not delivered, and the owner has seen to it (N106). */
  readonly isPutAside: boolean
}

/** All that /success may say of an order (S13, S14). */
export type PaymentStatus = 'paid' | 'waiting' | 'unpaid' | 'unknown'
