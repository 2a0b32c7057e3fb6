/** A tick of the page on which the parcels are packed; it is there for every helper until it is taken away. */
export interface PackingTickTable {
  orderId: string
  /** Of the order line. */
  position: number
  step: 'cut' | 'packed'
  tickedAt: number
}

/** What a carrier's label says where it cannot say what was typed. */
export interface LabelTextTable {
  orderId: string
  /** Of a label, such as 'address'. */
  field: string
  /** What it stands for: of another text it says nothing. */
  original: string
  text: string
}
