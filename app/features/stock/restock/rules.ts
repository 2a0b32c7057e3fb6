import { isSoldOut, type SellableProduct } from '~/features/products/rules.ts'

const hour = 3_600_000
const day = 24 * hour

/** To confirm a request. */
export const confirmedWithinHours = 24

/** Lifetime of a request in ms, before and after confirmation (W12). */
export const restockKept = { unconfirmed: confirmedWithinHours * hour, confirmed: 180 * day } as const

/** Limits of confirmation mails to one mailbox per day, and of requests in the whole shop (W13). */
export const restockBounds = { mailsADay: 3, requests: 20_000 } as const

/** Whether a product's page offers a restock notice: only if suspended or sold out (W10). */
export const isAwaited = (product: SellableProduct): boolean =>
  product.suspended === true || isSoldOut(product)

/** The request that a mail's link opens. */
export interface OpenedRestock {
  readonly number: string
  readonly email: string
  readonly isConfirmed: boolean
}
