import type { Generated } from 'kysely'

/** A file of products, compared before it is taken; times are epoch ms. */
export interface ProductFileTable {
  id: string
  name: string
  sentBy: string
  sentAt: number
  state: 'looked at' | 'taken' | 'undone'
  sameCount: number
  /** The shop's own products on sale that the file lacks. */
  leftCount: number
  appliedAt: number | null
  undoneAt: number | null
  /** JSON of `keptFile`, the file as sent; null once taken, and in older rows. */
  content: string | null
}

/** A row of the file, or a product that it lacks and that is to go. */
export interface ProductFileRowTable {
  fileId: string
  /** In the order shown: bad rows, then changes. */
  ordinal: number
  /** Counted like a spreadsheet; null for a missing product. */
  rowNumber: number | null
  number: string
  /** `kept`: only its count, which is not taken. */
  kind: 'bad' | 'changed' | 'new' | 'left' | 'same' | 'kept'
  /** The product's at the comparison; null for a new one. */
  version: number | null
  /** JSON cells of the product before and after. */
  before: string | null
  after: string | null
  problems: Generated<string>
  /** 1 when its price waits for the owner's word (P35). */
  waits: Generated<number>
  /** The product's after the file was taken. */
  afterVersion: number | null
  /** JSON of the product before; null for a new one. */
  undo: string | null
  /** The cell 在庫 before and after, as the owner writes it; null where the row counts nothing. */
  countBefore: Generated<string | null>
  countAfter: Generated<string | null>
  /** The shelf's mark when the file was compared, and after it was counted. */
  shelfMark: Generated<string | null>
  shelfMarkAfter: Generated<string | null>
  /** JSON of the shelf before; JSON null for a product that was not counted. */
  countUndo: Generated<string | null>
  /** Why it was not counted; '' otherwise. */
  countProblem: Generated<string>
}
