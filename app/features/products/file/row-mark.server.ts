import { createHash } from 'node:crypto'
import { laterFields } from '~/features/products/fields.rules.ts'
import { type Cells, cellValue, type DataColumn, dataColumns } from './columns.rules.ts'

/** Digest of a row for the column 版, which tells untouched rows from edited ones (N45). Later columns that say nothing leave it as it was. */
export const markOf = (cells: Cells): string => {
  const of = (column: DataColumn) => cellValue(column, cells[column])
  const said = [
    ...dataColumns.filter((column) => !laterFields.includes(column)).map(of),
    ...laterFields.filter((column) => of(column) !== '').map((column) => [column, of(column)]),
  ]
  return `v${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 10)}`
}
