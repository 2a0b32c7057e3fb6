import type { ProductType } from '~/features/products/rules.ts'

/** A line as the sheet shows it; where nothing is left of it, it has the quantity 0. */
export interface ExchangeSheetLine {
  readonly number: string
  readonly type: ProductType
  readonly name: string
  /** Yen. */
  readonly unitPrice: number
  readonly quantity: number
  /** Whose money has not gone back. */
  readonly unitsLeft: number
  /** Why it is not exchanged; null where it can be. */
  readonly hindrance: string | null
  readonly isCut: boolean
  readonly isCounted: boolean
}

/** The sheet 商品を変える of one order. */
export interface ExchangeSheet {
  readonly number: string
  readonly version: number
  readonly buyer: string
  /** Why nothing of the order is exchanged; null where it can be. */
  readonly hindrance: string | null
  /** By position. */
  readonly lines: readonly ExchangeSheetLine[]
  /** Oldest first; `from` and `to` are positions. */
  readonly exchanges: readonly {
    readonly id: string
    readonly from: number
    readonly to: number
    readonly units: number
    /** Yen by which it was cheaper. */
    readonly difference: number
    /** Whether they went back, or are on their way. */
    readonly isMoneyBack: boolean
    readonly exchangedAt: number
    readonly isUndone: boolean
    /** Why it is not undone; null where it can be. */
    readonly hindrance: string | null
  }[]
}

/** An exchange before it is done, sums in yen. */
export interface WantedExchange {
  readonly position: number
  readonly units: number
  readonly number: string
  readonly name: string
  readonly price: number
  readonly difference: number
}
