import { parsedJson } from '../../kernel/json.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { csvRecords } from './csv.ts'
import { decodeText } from './decode-text.ts'

/** One row of a file: where it stands, in words (「3行目」 as a spreadsheet counts, 「2件目」 of a JSON list), and its cells. */
export interface FileRow {
  readonly place: string
  readonly cells: Readonly<Record<string, string | number>>
}

/** The names that a column may have, by the name that the program uses. */
export type Columns = Readonly<Record<string, readonly string[]>>

const mostBytes = 10_000_000
const mostRows = 10_000

/**
 * The rows of a CSV or JSON file, their columns called as in `columns`. Refuses with sentences in Japanese, one per
 * problem: a file that cannot be read as either, an unknown or doubled column, a cell that is neither text nor number.
 */
export const readRows = (bytes: Uint8Array, columns: Columns): Result<FileRow[], string[]> => {
  if (bytes.length > mostBytes) return refused(['ファイルが大きすぎます（10MBまで）。'])
  const text = decodeText(bytes)
  if (text === null)
    return refused(['ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。'])
  const rows = /^\s*[[{]/.test(text) ? rowsOfJson(text, columns) : rowsOfCsv(text, columns)
  if (!rows.ok) return rows
  if (rows.value.length > mostRows) return refused([`行が多すぎます（${mostRows}行まで）。`])
  return rows.value.length === 0 ? refused(['ファイルに1件もありません。']) : rows
}

const columnCalled = (name: string, columns: Columns): string | undefined => {
  const wanted = name.normalize('NFKC').trim().toLowerCase()
  return Object.entries(columns).find(([key, others]) =>
    [key, ...others].some((known) => known.toLowerCase() === wanted),
  )?.[0]
}

const rowsOfCsv = (text: string, columns: Columns): Result<FileRow[], string[]> => {
  const records = csvRecords(text)
  if (records === null)
    return refused(['CSVの引用符（"）が閉じていないか、閉じた後ろに余分な文字があります。'])
  const [header = [], ...rest] = records
  const keys = header.map((name) => columnCalled(name, columns))
  const problems = headerProblems(header, keys, columns)
  const rows: FileRow[] = []
  for (const [at, record] of rest.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue
    const place = `${at + 2}行目`
    if (record.length > header.length && record.slice(header.length).some((cell) => cell !== ''))
      problems.push(`${place}：列が見出しより多くあります。`)
    const cells = keys.flatMap((key, column) => (key === undefined ? [] : [[key, record[column] ?? '']]))
    rows.push({ place, cells: Object.fromEntries(cells) })
  }
  return problems.length > 0 ? refused(problems) : ok(rows)
}

const headerProblems = (
  header: readonly string[],
  keys: ReadonlyArray<string | undefined>,
  columns: Columns,
): string[] =>
  header.flatMap((name, at) => {
    const key = keys[at]
    if (key === undefined)
      return [`1行目：「${name}」という列はありません。使える列は ${Object.keys(columns).join('、')} です。`]
    return keys.indexOf(key) < at ? [`1行目：「${name}」の列が2つあります。`] : []
  })

const rowsOfJson = (text: string, columns: Columns): Result<FileRow[], string[]> => {
  const list = parsedJson(text)
  if (!Array.isArray(list))
    return refused(['JSONとして読めないか、いちばん外側が一覧（[ ... ]）ではありません。'])
  const problems: string[] = []
  const rows = list.map((item: unknown, at): FileRow => {
    const place = `${at + 1}件目`
    const cells = cellsOfObject(item, place, columns)
    problems.push(...(cells.ok ? [] : cells.error))
    return { place, cells: cells.ok ? cells.value : {} }
  })
  return problems.length > 0 ? refused(problems) : ok(rows)
}

const cellsOfObject = (
  item: unknown,
  place: string,
  columns: Columns,
): Result<FileRow['cells'], string[]> => {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return refused([`${place}：{ ... } の形ではありません。`])
  const cells: Record<string, string | number> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(item)) {
    const key = columnCalled(name, columns)
    if (key === undefined) problems.push(`${place}：「${name}」という項目はありません。`)
    else if (key in cells) problems.push(`${place}：「${name}」が2つあります。`)
    else if (typeof value === 'string' || typeof value === 'number') cells[key] = value
    else if (value !== null) problems.push(`${place}：「${name}」は文字か数で書いてください。`)
  }
  return problems.length > 0 ? refused(problems) : ok(cells)
}
