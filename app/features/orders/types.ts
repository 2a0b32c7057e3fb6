import type { CheckoutFrom } from '~/features/cart/types.ts'
import type { ProductType } from '~/features/catalogue/rules.ts'
import type { Yen } from '~/kernel/money.ts'
import type { Customer, OrderAmounts, OrderState } from './rules.ts'

/** One line of an order, as it was on the day of the order. */
export interface OrderLine {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  readonly description: string
  readonly unitPrice: Yen
  readonly quantity: number
  readonly amount: Yen
  /** Free by the kit offer (C3). */
  readonly free: boolean
  readonly imageUrl: string | null
}

/** An order with everything that the shop knows about it. Times are epoch ms. */
export interface Order extends OrderAmounts {
  readonly id: string
  readonly number: string
  readonly state: OrderState
  readonly browserToken: string
  readonly openKey: string | null
  readonly accessToken: string
  readonly currency: string
  readonly from: CheckoutFrom
  readonly cancelPath: string
  readonly attempt: number
  readonly sessionExpiresAt: number
  readonly sessionId: string | null
  readonly sessionUrl: string | null
  readonly paymentIntent: string | null
  readonly customer: Customer
  readonly practice: boolean
  readonly confirmationText: string
  readonly submitText: string
  readonly shippingText: string
  readonly reviewReason: string | null
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly lines: readonly OrderLine[]
}
