import type { Generated } from 'kysely'

/** A file of products that somebody of the desk sent, looked at before it is taken; times in epoch ms. */
export interface ProductFileTable {
  id: string
  /** As her device called it. */
  name: string
  sentBy: string
  sentAt: number
  state: 'looked at' | 'taken' | 'undone'
  /** Rows that change nothing. */
  sameCount: number
  /** The shop's own products that are sold and not in it. */
  leftCount: number
  appliedAt: number | null
  undoneAt: number | null
  /** As it was sent, as JSON of `keptFile`; null for one of before that was kept, or that was taken. */
  content: string | null
}

/** A row of it, or a product that it leaves out and that is to go. */
export interface ProductFileRowTable {
  fileId: string
  /** Bad rows first, then those that change something, as they are shown. */
  ordinal: number
  /** As a spreadsheet counts; null for what is left out. */
  rowNumber: number | null
  /** Of the product; '' where it cannot be read. */
  number: string
  kind: 'bad' | 'changed' | 'new' | 'left' | 'same'
  /** Of the product when the file was compared with it; null for a new one. */
  version: number | null
  /** Cells as JSON: of the product as it was, and as it is to be. */
  before: string | null
  after: string | null
  /** What is to be mended, one sentence a line. */
  problems: Generated<string>
  /** 1 where its price will wait for the owner's word (P35). */
  waits: Generated<number>
  /** Of the product once the file was taken. */
  afterVersion: number | null
  /** JSON of all that was there before; null for a new product. */
  undo: string | null
}
