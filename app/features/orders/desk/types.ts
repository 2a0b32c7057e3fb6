import type { Parcel } from '~/features/orders/carriers.rules.ts'
import type { IssuedReceipt } from '../receipt/rules.ts'
import type { Standing } from '../standing.rules.ts'
import type { DeliveryAddress, OrderLine, OrderMail } from '../types.ts'
import type { Sheet } from './rules.ts'

export interface DeskRow {
  readonly number: string
  readonly version: number
  readonly practice: boolean
  readonly name: string | null
  /** Null where this person may not see it (N12), or nobody knows it. */
  readonly prefecture: string | null
  readonly units: number
  readonly goods: {
    /** At most three, each with number and name. */
    readonly first: readonly { readonly name: string; readonly picture: string | null }[]
    /** Further lines. */
    readonly more: number
  }
  /** Yen; null for a packer. */
  readonly total: number | null
  readonly standing: Standing
  /** Epoch ms of the day it is listed under. */
  readonly at: number
  readonly shippedAt: number | null
  /** The first one that has a number, with the carrier's page of it, and how many there are beside it. */
  readonly parcel: {
    readonly carrier: string | null
    readonly tracking: string
    readonly link: string | null
    readonly more: number
  } | null
  /** The beginning of the last note. */
  readonly note: string | null
}

export interface DeskNote {
  readonly id: string
  readonly writtenAt: number
  readonly writtenBy: string
  readonly text: string
}

export interface HistoryEntry {
  readonly at: number
  readonly who: string
  readonly what: string
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

/** Sums in yen, times in epoch ms. */
export interface DeskMoney {
  readonly payments: readonly {
    readonly paymentIntent: string
    readonly receivedAt: number
    readonly amount: number
    readonly role: 'first' | 'second' | 'unmatched'
    /** Null until the provider tells it. */
    readonly fee: number | null
  }[]
  readonly refunds: readonly {
    readonly id: string
    readonly askedAt: number
    readonly amount: number
    readonly state: string
    readonly reason: string | null
    readonly failure: string | null
    /** Failed, and not paid back in another way. */
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

export interface DeskOrder {
  readonly number: string
  readonly version: number
  readonly practice: boolean
  readonly standing: Standing
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly parcels: readonly (Parcel & {
    /** The carrier's page of the number; null without one. */
    readonly link: string | null
  })[]
  readonly buyer: string | null
  readonly address: DeliveryAddress | null
  readonly phone: string | null
  /** Packers see it until three days after shipping. */
  readonly addressIsHidden: boolean
  /** By position; what nothing is left of has no units. */
  readonly lines: readonly (Pick<
    OrderLine,
    'number' | 'type' | 'name' | 'description' | 'unitPrice' | 'quantity' | 'amount' | 'free' | 'picture'
  > & {
    /** Units refunded before shipping, which stay in the shop. */
    readonly notShipped: number
    /** What was paid for in its place (M16); null for a line as it was paid. */
    readonly orderedAs: string | null
    /** The bolt that it is claimed from, with the units left while it is not shipped; null without one (K13). */
    readonly bolt: string | null
  })[]
  readonly notes: readonly DeskNote[]
  /** Of its delivery note and label: whether it leaves prices out (N97), and when they were made (N94). */
  readonly paper: {
    readonly hidesPrices: boolean
    readonly labelAt: number | null
    readonly noteAt: number | null
  }
  readonly sheets: readonly Sheet[]
  readonly history: readonly HistoryEntry[]
  readonly owners: {
    readonly subtotal: number
    readonly shipping: number
    readonly total: number
    /** The accepted sum, unless it is the total. */
    readonly accepted: number | null
    readonly taxIncluded: number
    /** By which what it holds is cheaper than what was paid for. */
    readonly exchangeDifference: number
    readonly email: string | null
    readonly accessToken: string
    /** The first return that arrived and is not refunded; null for none. */
    readonly returnToRefund: string | null
    /** Of the same e-mail address or telephone number, at most `mostOthers`. */
    readonly others: number
    readonly mails: readonly (OrderMail & {
      readonly name: string
      readonly mayBeSentAgain: boolean
      /** Epoch ms until which it is held so that shipping can be undone; null once it is being sent. */
      readonly waitsUntil: number | null
    })[]
    readonly money: DeskMoney
    /** Issued receipts and statements of refunds, oldest first. */
    readonly receipts: readonly IssuedReceipt[]
  } | null
}
