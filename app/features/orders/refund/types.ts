import type { KeptRefund } from '~/features/orders/payment/types.ts'
import type { BackChoice } from './laying-back.rules.ts'
import type { CancelRefusal, WantedRefund } from './rules.ts'
import type { Settlement } from './settling.rules.ts'

/** An order line, with what can still be refunded. */
export interface SheetLine {
  readonly number: string
  /** With the colour. */
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  readonly unitsLeft: number
  /** Units whose refund failed and is owed, of other refunds than the one that is tried again. */
  readonly unitsOwed: number
  /** Units of the refund that is tried again, from `unitsTriedAgain`. */
  readonly unitsAgain: number
  /** Its return to stock (K13); null when not counted. */
  readonly back: BackChoice | null
}

export interface SheetReturn {
  readonly id: string
  readonly announcedAt: number
  readonly arrivedAt: number | null
  readonly condition: string | null
  readonly isRefunded: boolean
  /** Units by position. */
  readonly units: readonly number[]
}

export type SheetRefund = Pick<KeptRefund, 'id' | 'amount' | 'state' | 'via' | 'askedAt'> & {
  /** In words. */
  readonly text: string
  readonly reason: string | null
  /** It failed, and nothing was made in its place. */
  readonly isOpen: boolean
}

/** All that the sheets of an order's money show. */
export interface MoneySheet {
  readonly number: string
  readonly version: number
  /** Of its buyer, with 様. */
  readonly buyer: string
  /** Status in words. */
  readonly line: string
  readonly total: number
  /** Yen that came, and that are left. */
  readonly paid: number
  readonly left: number
  /** Of the second payments alone. */
  readonly secondLeft: number
  readonly shipping: number
  readonly shippingLeft: number
  readonly lines: readonly SheetLine[]
  readonly refunds: readonly SheetRefund[]
  /** Units of each line that stayed in the shop. */
  readonly notShipped: readonly number[]
  readonly returns: readonly SheetReturn[]
  readonly isDisputed: boolean
  readonly isShipped: boolean
  readonly isCancelled: boolean
  /** Why it cannot be cancelled; null where it can. */
  readonly cancelRefusal: CancelRefusal | null
  /** Why money cannot go back by parts; null where it can. */
  readonly refundRefusal: 'unpaid' | 'disputed' | null
  /** An open reason and how it may be closed. */
  readonly review: { readonly text: string; readonly ends: readonly Settlement[] } | null
}

export type SuggestedRefund = WantedRefund & { readonly insteadOf: string; readonly returnId: string }

/** Money that came without an order, as the desk shows it. */
export interface ShownPayment {
  readonly paymentIntent: string
  readonly sessionId: string
  readonly receivedAt: number
  readonly amount: string
  /** Null when nothing is left of it. */
  readonly left: string | null
  readonly refunds: readonly string[]
}

/** What an act that refunds answers; once the provider was asked, `state` says what it said. */
export interface Refunded {
  readonly number: string
  readonly refundIds: readonly string[]
  readonly amount: number
  /** `asked`: no answer yet; `failed`: refused at once. */
  readonly state?: 'asked' | 'taken' | 'failed'
}
