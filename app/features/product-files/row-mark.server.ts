import { createHash } from 'node:crypto'
import { type Cells, dataColumns, saidBy } from './columns.rules.ts'

/** What a row says in short: the column 版 tells a row that nobody has touched from one that was (N45). */
export const markOf = (cells: Cells): string => {
  const said = dataColumns.map((column) => saidBy(column, cells[column]))
  return `v${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 10)}`
}
