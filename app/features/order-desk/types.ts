import type { Standing } from '../orders/standing.rules.ts'
import type { DeliveryAddress, OrderLine, OrderMail } from '../orders/types.ts'
import type { Sheet } from './rules.ts'

/** A row of the desk's list. */
export interface DeskRow {
  readonly number: string
  readonly practice: boolean
  readonly name: string | null
  readonly units: number
  /** Yen; null for a packer. */
  readonly total: number | null
  readonly standing: Standing
  /** Epoch ms of the day below which it is listed. */
  readonly at: number
}

export interface DeskNote {
  readonly id: string
  readonly writtenAt: number
  readonly writtenBy: string
  readonly text: string
}

/** An entry of an order's history. */
export interface HistoryEntry {
  readonly at: number
  readonly who: string
  readonly what: string
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

/** Money of an order as it moved; yen, times in epoch ms. */
export interface DeskMoney {
  readonly payments: readonly {
    readonly paymentIntent: string
    readonly receivedAt: number
    readonly amount: number
    readonly role: 'first' | 'second' | 'unmatched'
    /** Null until the provider told it. */
    readonly fee: number | null
  }[]
  readonly refunds: readonly {
    readonly id: string
    readonly askedAt: number
    readonly amount: number
    readonly state: string
    readonly reason: string | null
    /** Why it failed, in words. */
    readonly failure: string | null
    /** It failed, and the money has not gone back in another way. */
    readonly isOpen: boolean
    readonly lines: readonly {
      readonly part: 'lines' | 'shipping' | 'other'
      readonly position: number | null
      readonly units: number
      readonly amount: number
    }[]
  }[]
  readonly disputes: readonly {
    readonly id: string
    readonly openedAt: number
    readonly amount: number
    readonly status: string
    readonly reason: string
    readonly dueBy: number | null
  }[]
}

/** An order as its page at the desk shows it. */
export interface DeskOrder {
  readonly number: string
  readonly version: number
  readonly practice: boolean
  readonly standing: Standing
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly carrier: string | null
  readonly tracking: string | null
  readonly buyer: string | null
  readonly address: DeliveryAddress | null
  readonly phone: string | null
  /** A packer sees it for three days after the shipping. */
  readonly addressIsHidden: boolean
  readonly lines: readonly (Pick<
    OrderLine,
    'number' | 'type' | 'name' | 'description' | 'unitPrice' | 'quantity' | 'amount' | 'free' | 'picture'
  > & {
    /** Units that stay in the shop, of an order that is not shipped. */
    readonly taken: number
  })[]
  readonly notes: readonly DeskNote[]
  readonly sheets: readonly Sheet[]
  readonly history: readonly HistoryEntry[]
  /** What the owner alone reads. */
  readonly owners: {
    readonly subtotal: number
    readonly shipping: number
    readonly total: number
    /** What was taken instead of the total; null where that was paid. */
    readonly accepted: number | null
    readonly taxIncluded: number
    readonly email: string | null
    readonly accessToken: string
    readonly mails: readonly (OrderMail & {
      readonly name: string
      readonly mayBeSentAgain: boolean
      /** It is held until then, as after a shipping that can be undone; null where it is on its way. */
      readonly waitsUntil: number | null
    })[]
    readonly money: DeskMoney
  } | null
}
