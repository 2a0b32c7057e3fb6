export interface PackingTickTable {
  orderId: string
  position: number
  step: 'cut' | 'packed'
  tickedAt: number
}

/** What a label prints when it cannot print the original. */
export interface LabelTextTable {
  orderId: string
  field: string
  /** The text that it replaces; for another text it does not count. */
  original: string
  text: string
}

/** A parcel after the first, which stands in `orders`; neither is there without a number. */
export interface FurtherParcelTable {
  orderId: string
  /** From 1. */
  position: number
  carrier: string
  tracking: string
}
