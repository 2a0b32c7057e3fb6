import { setImmediate as nextTurn } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { readRecords } from '~/server/table-file/read-records.ts'
import { decodeText } from '~/server/table-file/read-table.ts'
import { type Column, columnCalled, goodsColumns, headingOf } from './columns.rules.ts'
import { asExcelSaves, plainCell, protectedCell } from './spreadsheet.rules.ts'
import { mostColumns, mostRows, tableTexts } from './texts.ts'
import { mostBytes } from './view.rules.ts'

const longestRecord = 100_000

/** A row of a file with the columns present; `row` counts like a spreadsheet. */
export interface SentRow {
  readonly row: number
  readonly cells: Partial<Readonly<Record<Column, string>>>
}

const isBlank = (record: readonly string[]) => record.every((cell) => cell.trim() === '')

/** Parses the records of a file, blank ones included, yielding to other work; refuses with a sentence. */
const recordsOf = async (text: string): Promise<Result<string[][], string>> => {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const isCopied = firstLine.includes('\t') && !firstLine.includes(',')
  const records = await readRecords(text, {
    delimiter: isCopied ? '\t' : ',',
    relaxQuotes: isCopied,
    trims: false,
    longestRecord,
    // Blank lines at the end of a sheet do not count.
    mostRecords: mostRows * 2 + 1,
  })
  if (records.ok) return records
  const { why, at } = records.error
  if (why === 'records') return refused(tableTexts.rows)
  if (why === 'cells') return refused(tableTexts.columns)
  return refused(`${at}行目：${why === 'length' ? tableTexts.record : tableTexts.quote}`)
}

/** Errors in the headings, one sentence each. */
const headingProblems = (header: readonly string[], found: readonly (Column | undefined)[]): string[] => [
  ...header.flatMap((name, at) => {
    if (found[at] === undefined)
      return name.trim() === '' ? [] : [tableTexts.unknownColumn(name.slice(0, 50))]
    return found.indexOf(found[at]) < at ? [tableTexts.columnTwice(name)] : []
  }),
  ...(found.includes('number') ? [] : [tableTexts.noNumbers]),
]

/** Parses a CSV file saved by Excel or a phone; refuses with sentences for the owner. */
export const readFile = async (bytes: Uint8Array): Promise<Result<SentRow[], readonly string[]>> => {
  if (bytes.length === 0) return refused([tableTexts.none])
  if (bytes.length > mostBytes) return refused([tableTexts.bytes])
  const text = decodeText(bytes)
  if (text === null || text.includes('\0')) return refused([tableTexts.encoding])
  const records = await recordsOf(text)
  if (!records.ok) return refused([records.error])
  const [header = [], ...rest] = records.value
  if (header.length > mostColumns) return refused([tableTexts.columns])
  const found = header.map(columnCalled)
  const problems = headingProblems(header, found)
  if (problems.length > 0) return refused(problems)
  const rows = rest.flatMap((record, at) => (isBlank(record) ? [] : [{ record, row: at + 2 }]))
  if (rows.length === 0) return refused([tableTexts.empty])
  if (rows.length > mostRows) return refused([tableTexts.rows])
  const unnamed = header.flatMap((name, at) =>
    name.trim() === '' && rows.some(({ record }) => (record[at] ?? '').trim() !== '')
      ? [tableTexts.noHeading(at + 1)]
      : [],
  )
  if (unnamed.length > 0) return refused(unnamed)
  const crowded = rows.filter(({ record }) => record.slice(found.length).some((cell) => cell !== ''))
  if (crowded.length > 0) return refused(crowded.slice(0, 20).map(({ row }) => tableTexts.crowded(row)))
  return ok(rows.map(({ record, row }) => ({ row, cells: cellsIn(record, found) })))
}

const cellsIn = (record: readonly string[], found: readonly (Column | undefined)[]): SentRow['cells'] =>
  Object.fromEntries(
    found.flatMap((column, at) => (column === undefined ? [] : [[column, plainCell(record[at] ?? '')]])),
  )

/** Characters that Windows' Shift_JIS lacks. */
export const isNotInShiftJis = (sign: string): boolean =>
  iconv.decode(iconv.encode(sign, 'cp932'), 'cp932') !== sign

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const numeric: ReadonlySet<Column> = new Set(['price', 'position', 'stock'])

/** What a file says of a product, by its columns. */
export type WrittenCells = Partial<Readonly<Record<Column, string>>>

const lineOf = (cells: WrittenCells, columns: readonly Column[]): string =>
  columns
    .map((column) => {
      const cell = cells[column] ?? ''
      const isNumber = numeric.has(column) && /^-?\d{1,9}$/.test(cell)
      return quoted(isNumber ? cell : protectedCell(cell))
    })
    .join(',')

const rowsPerTurn = 50

/** Encoding of an exported file: UTF-8 with a BOM for Excel, or Windows' Shift_JIS. */
export const encodings = ['utf-8', 'shift_jis'] as const
export type FileEncoding = (typeof encodings)[number]

/** Batch size; writes in about 5 ms. */
const signsPerTurn = 32_768

/** Encodes a file's text, yielding to other work; characters that Shift_JIS lacks become ?, which an import treats as unchanged (N54). */
export const encodedFile = async (text: string, encoding: FileEncoding): Promise<Buffer> => {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8')
  const signs = text.replace(/^\uFEFF/, '')
  const parts: Buffer[] = []
  for (let at = 0; at < signs.length; at += signsPerTurn) {
    parts.push(iconv.encode(asExcelSaves(signs.slice(at, at + signsPerTurn)), 'cp932'))
    await nextTurn()
  }
  return Buffer.concat(parts)
}

/** Writes these rows as a UTF-8 file with a BOM for Excel, yielding to other work. */
export const fileOf = async (
  rows: Iterable<WrittenCells>,
  columns: readonly Column[] = goodsColumns,
): Promise<string> => {
  const lines = [columns.map((column) => headingOf(column)).join(',')]
  for (const cells of rows) {
    if (lines.length % rowsPerTurn === 0) await nextTurn()
    lines.push(lineOf(cells, columns))
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
