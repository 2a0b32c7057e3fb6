import type { Customer, OrderLine } from '~/features/orders/types.ts'

/** A mail to the buyer, as far as it is kept. */
export interface SentMail {
  readonly subject: string
  readonly sentAt: number | null
  /** '' once it was forgotten, because it opens the order's page. */
  readonly text: string
}

/** What the shop can show a buyer's bank; times in epoch ms, sums in yen. */
export interface Evidence {
  readonly number: string
  readonly customer: Customer
  readonly lines: readonly OrderLine[]
  readonly shipping: number
  readonly total: number
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly carrier: string | null
  readonly tracking: string | null
  readonly paymentIntent: string | null
  /** What she confirmed, as it was shown to her. */
  readonly texts: readonly string[]
  readonly mails: readonly SentMail[]
  readonly disputes: readonly {
    readonly id: string
    readonly amount: number
    readonly reason: string
    readonly status: string
    readonly dueBy: number | null
    /** At the provider. */
    readonly dashboard: string
  }[]
}
