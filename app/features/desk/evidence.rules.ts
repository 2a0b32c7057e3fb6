import type { Customer, OrderLine } from '~/features/orders/types.ts'

export interface SentMail {
  readonly subject: string
  readonly sentAt: number | null
  /** '' once deleted, as it contained the link to the order. */
  readonly text: string
}

/** Times in epoch ms, sums in yen. */
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
  /** What the buyer confirmed, as it was shown. */
  readonly texts: readonly string[]
  readonly mails: readonly SentMail[]
  readonly disputes: readonly {
    readonly id: string
    readonly amount: number
    readonly reason: string
    readonly status: string
    readonly dueBy: number | null
    /** The dispute's page at the provider. */
    readonly dashboard: string
  }[]
}
