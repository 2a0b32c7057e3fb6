import type { KeptRefund } from '~/features/payments/types.ts'
import type { BackChoice } from './laying-back.rules.ts'
import type { CancelRefusal, WantedRefund } from './rules.ts'
import type { Settlement } from './settling.rules.ts'

export interface SheetLine {
  readonly number: string
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  readonly unitsLeft: number
  /** The default for its cloth (K13); null where it is not counted. */
  readonly back: BackAs | null
}

export interface SheetReturn {
  readonly id: string
  readonly announcedAt: number
  readonly arrivedAt: number | null
  readonly condition: string | null
  readonly isRefunded: boolean
  /** By position. */
  readonly units: readonly number[]
}

export type SheetRefund = Pick<KeptRefund, 'id' | 'amount' | 'state' | 'via' | 'askedAt'> & {
  readonly text: string
  readonly reason: string | null
  /** Failed and not replaced. */
  readonly isOpen: boolean
}

export interface MoneySheet {
  readonly number: string
  readonly version: number
  readonly buyer: string
  readonly line: string
  readonly total: number
  /** Yen. */
  readonly paid: number
  readonly left: number
  /** Of second payments only. */
  readonly secondLeft: number
  readonly shipping: number
  readonly shippingLeft: number
  readonly lines: readonly SheetLine[]
  readonly refunds: readonly SheetRefund[]
  readonly returns: readonly SheetReturn[]
  readonly isDisputed: boolean
  readonly isShipped: boolean
  readonly isCancelled: boolean
  readonly cancelRefusal: CancelRefusal | null
  /** Why parts cannot be refunded; null where they can. */
  readonly refundRefusal: 'unpaid' | 'disputed' | null
  readonly review: { readonly text: string; readonly ends: readonly Settlement[] } | null
}

export interface MoneyAnswer {
  readonly failure?: string
  readonly errors?: Readonly<Record<string, string>>
  readonly stale?: readonly { readonly name: string; readonly typed: string; readonly now: string }[]
  readonly requestId?: string
  readonly typed: Readonly<Record<string, string>>
  readonly version?: number
  readonly asksConfirmation?: boolean
}

export type Suggestion = WantedRefund & { readonly insteadOf: string; readonly returnId: string }

export interface ShownPayment {
  readonly paymentIntent: string
  readonly sessionId: string
  readonly receivedAt: number
  readonly amount: string
  /** Null when nothing is left. */
  readonly left: string | null
  readonly refunds: readonly string[]
}
