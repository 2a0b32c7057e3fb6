import { createHash } from 'node:crypto'
import type { MarkedShelf } from '~/features/stock/shelf-marks.queries.server.ts'

/** What a row says of the stock: a count to take, or why it is left out. */
export interface ComparedCount {
  readonly before: string
  readonly after: string
  /** Of the shelf with which it was compared; null for one that is left out. */
  readonly mark: string | null
  /** '' for one to take. */
  readonly problem: string
}

/** Of a cell, as the mark has it. */
export const cellDigest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** The second part of the column 版: what the cell 在庫 says, and of which shelf. */
export const countMark = ({ cell, mark }: Pick<MarkedShelf, 'cell' | 'mark'>): string =>
  `${cellDigest(cell)}${mark}`

/** The two parts of a cell 版; '' for one that is not there. */
export const marksIn = (version: string): { readonly row: string; readonly count: string } => {
  const [row = '', count = ''] = version.trim().split('-')
  return { row, count }
}
