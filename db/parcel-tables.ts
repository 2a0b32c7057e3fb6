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
