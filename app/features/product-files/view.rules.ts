import { draftState } from '~/features/product-desk/rules.ts'
import { waitsForWord } from '~/features/product-feed/price-guard.rules.ts'
import { parsePriceOrZero } from '~/kernel/money.ts'
import { type Cells, differences, type FileProduct, headings } from './columns.rules.ts'

/** Of a file that is sent. */
export const mostBytes = 2_000_000

/** What a row of a file comes to, in words. */
export interface RowView {
  /** As a spreadsheet counts; null for a product that the file leaves out. */
  readonly row: number | null
  readonly number: string
  readonly name: string
  readonly kind: 'bad' | 'changed' | 'new' | 'left'
  readonly changes: ReadonlyArray<{ readonly name: string; readonly before: string; readonly after: string }>
  /** Its price will wait for the owner's word (P35). */
  readonly waits: boolean
  readonly problems: readonly string[]
}

export interface FileCounts {
  readonly new: number
  readonly changed: number
  readonly same: number
  readonly bad: number
  /** Sold and not in the file: taken out of the shop where she asked for it, otherwise only counted. */
  readonly left: number
  readonly waits: number
}

/** A file that was looked at, taken or undone; times in epoch ms. */
export interface FileFacts {
  readonly id: string
  readonly name: string
  readonly sentBy: string
  readonly sentAt: number
  readonly state: 'looked at' | 'taken' | 'undone'
  readonly appliedAt: number | null
  readonly undoneAt: number | null
}

/** Whether the price that these cells give a product will wait (P35). */
export const priceWaits = (product: FileProduct, cells: Cells): boolean => {
  const price = parsePriceOrZero(cells.price)
  const former = product.status === draftState ? null : (product.price ?? product.rememberedPrice)
  return price !== null && waitsForWord(product.type, former, price)
}

/** Field by field; of a new product all that it says. */
export const changesIn = (before: Cells | null, after: Cells | null): RowView['changes'] => {
  if (after === null) return []
  const nothing = Object.fromEntries(Object.keys(after).map((name) => [name, '']))
  const changed = differences({ ...after, ...(before ?? nothing) }, after)
  return changed
    .filter(({ column }) => column !== 'number')
    .map(({ column, before, after }) => ({ name: headings[column][0], before, after }))
}
