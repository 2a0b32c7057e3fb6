import { typedPriceWaits } from '~/features/products/price-guard.rules.ts'
import { nfkc } from '~/kernel/text.ts'
import { typedPrice } from '~/kernel/typed-money.ts'
import { type Cells, changedCells, type FileProduct, headingOf } from './columns.rules.ts'
import { mostMegabytes } from './texts.ts'

export const mostBytes = mostMegabytes * 1_000_000

/** Result of a row in words. */
export interface RowView {
  /** Counts like a spreadsheet; null for a product missing from the file. */
  readonly row: number | null
  readonly number: string
  readonly name: string
  /** `kept`: only its count, which is left out. */
  readonly kind: 'bad' | 'changed' | 'new' | 'left' | 'kept'
  readonly changes: ReadonlyArray<{ readonly name: string; readonly before: string; readonly after: string }>
  /** Its price will wait for the owner's confirmation (P35). */
  readonly waits: boolean
  readonly problems: readonly string[]
}

export interface FileCounts {
  readonly new: number
  readonly changed: number
  readonly same: number
  readonly bad: number
  /** On sale but missing from the file: removed when the owner asked for it, otherwise only counted. */
  readonly left: number
  readonly waits: number
  /** Products whose stock it counts anew. */
  readonly counted: number
}

/** A previewed, applied or undone file; times in epoch ms. */
export interface FileFacts {
  readonly id: string
  readonly name: string
  readonly sentBy: string
  readonly sentAt: number
  readonly state: 'looked at' | 'taken' | 'undone'
  readonly appliedAt: number | null
  readonly undoneAt: number | null
}

/** Whether the price in these cells will wait for confirmation (P35, N75); not one that waits already. */
export const priceWaits = (product: FileProduct | null, cells: Cells): boolean => {
  const price = typedPrice(cells.price)
  if (price === null || price === product?.heldPrice) return false
  const stored = product && {
    status: product.status,
    price: product.price,
    remembered: product.rememberedPrice,
    confirmed: product.confirmedPrice,
  }
  return typedPriceWaits(stored, nfkc(cells.status).trim(), price) !== null
}

/** Changes by field; all fields of a new product. */
export const changesIn = (before: Cells | null, after: Cells | null): RowView['changes'] => {
  if (after === null) return []
  const nothing = Object.fromEntries(Object.keys(after).map((name) => [name, '']))
  const changed = changedCells({ ...after, ...(before ?? nothing) }, after)
  return changed
    .filter(({ column }) => column !== 'number')
    .map(({ column, before, after }) => ({ name: headingOf(column), before, after }))
}
