import { createHash } from 'node:crypto'
import { type Cells, cellValue, dataColumns } from './columns.rules.ts'

/** Digest of a row for the column 版, which tells untouched rows from edited ones (N45). */
export const markOf = (cells: Cells): string => {
  const said = dataColumns.map((column) => cellValue(column, cells[column]))
  return `v${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 10)}`
}
