import { piecesText, widthCmIn } from '~/features/stock/measures.rules.ts'
import { readShelf } from '~/features/stock/shelf.rules.ts'
import { type MarkedShelf, uncountedShelf } from '~/features/stock/shelf-marks.queries.server.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { nfkc, oneLine } from '~/kernel/text.ts'
import { type Cells, headingOf, typeNames } from './columns.rules.ts'
import type { ComparedRow } from './compare.server.ts'
import { type ComparedCount, cellDigest, marksIn } from './count-marks.server.ts'
import type { SentRow } from './file-text.server.ts'
import { countTexts } from './texts.ts'

const fabricWidth = ({ width }: Pick<Cells, 'width'>) => widthCmIn(width)

/** The count of a cell as the shop writes it; null for what it cannot read. */
export const countIn = (
  cell: string,
  cells: Pick<Cells, 'type' | 'width'>,
  joined: Joined,
): string | null => {
  const isKit = cells.type === typeNames.kit
  const read = readShelf(cell, { isKit, widthCm: fabricWidth(cells) }, joined)
  if (!read.ok) return null
  const units = read.value.map((piece) => piece.units)
  return isKit ? String(units.reduce((sum, each) => sum + each, 0)) : piecesText(units)
}

/** Bolts keep the measures that were written. */
const asCounted = (cell: string, count: string): string =>
  /m/i.test(nfkc(cell)) ? oneLine(cell).slice(0, 200).toWellFormed() : count

const judged = (typed: string, mark: string, shelf: MarkedShelf): ComparedCount | null => {
  // K14: what says the same as its file did when it was written counts nothing.
  if (mark !== '' && mark.startsWith(cellDigest(typed))) return null
  const told = { before: shelf.cell, after: typed }
  if (mark === '' && typed === shelf.cell) return null
  if (mark === '' ? shelf.mark === uncountedShelf.mark : mark.endsWith(shelf.mark))
    return { ...told, mark: shelf.mark, problem: '' }
  return { ...told, mark: null, problem: countTexts.sold(mark !== '', shelf.cell) }
}

/**
 * A compared row with what its cell 在庫 says (K38): nothing where it is empty or says what its file said; else a count, or why it is
 * left out. `shelf` is the product's now, `cells` what the product will be.
 */
export const withCount = (
  found: ComparedRow,
  row: SentRow,
  {
    cells,
    shelf,
    joined,
  }: { readonly cells: Cells | null; readonly shelf: MarkedShelf; readonly joined: Joined },
): ComparedRow => {
  const cell = row.cells.stock ?? ''
  if (cell.trim() === '' || cells === null) return found
  const typed = countIn(cell, cells, joined)
  if (typed === null) {
    const problem = `${headingOf('stock')}：${countTexts.unreadable(cells.type === typeNames.kit)}`
    return { ...found, kind: 'bad', after: null, problems: [...found.problems, problem] }
  }
  if (found.kind === 'bad') return found
  // A new product's row may be a copy of another one.
  const mark = found.kind === 'new' ? '' : marksIn(row.cells.version ?? '').count
  const judgedCount = judged(typed, mark, shelf)
  if (judgedCount === null) return found
  const count = { ...judgedCount, after: asCounted(cell, typed) }
  if (found.kind !== 'same') return { ...found, count }
  const kind = count.problem === '' ? 'changed' : 'kept'
  return { ...found, kind, before: cells, after: cells, count }
}
