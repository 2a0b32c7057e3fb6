/** A tick while packing, shared by all who pack. */
export interface PackingTickTable {
  orderId: string
  /** The order line's. */
  position: number
  step: 'cut' | 'packed'
  tickedAt: number
}

/** What a label prints when it cannot print the original. */
export interface LabelTextTable {
  orderId: string
  /** For example 'address'. */
  field: string
  /** The text that it replaces; for another text it does not count. */
  original: string
  text: string
}
