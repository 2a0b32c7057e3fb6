import { parsedJson } from '../../kernel/json.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { csvRecords } from './csv.ts'
import { decodeText } from './decode-text.ts'

/**
 * One row of a file: where it stands, in words (「3行目」 as a spreadsheet counts, 「2件目」 of a JSON list), those of its
 * cells that can be read, and a sentence for each problem. A row that is not to be trusted has a problem and no cells.
 */
export interface FileRow {
  readonly place: string
  readonly cells: Readonly<Record<string, string | number>>
  readonly problems: readonly string[]
}

/** What a file holds: its rows, good and bad, and the problems of its headings, each with its place. */
export interface FileTable {
  readonly problems: readonly string[]
  readonly rows: readonly FileRow[]
}

/** The names that a column may have, by the name that the program uses. */
export type Columns = Readonly<Record<string, readonly string[]>>

/** The sentence about a file without rows. */
export const noRows = 'ファイルに1件もありません。'

const mostBytes = 10_000_000
const mostRows = 10_000

/**
 * The rows of a CSV or JSON file, their columns called as in `columns`, with the problems of headings (an unknown or doubled
 * column) and rows (too many columns, a cell that is neither text nor number) as sentences in Japanese. Refused is only a
 * file of which no row can be read.
 */
export const readRows = (bytes: Uint8Array, columns: Columns): Result<FileTable, string[]> => {
  if (bytes.length > mostBytes) return refused(['ファイルが大きすぎます（10MBまで）。'])
  const text = decodeText(bytes)
  if (text === null)
    return refused(['ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。'])
  const table = /^\s*[[{]/.test(text) ? tableOfJson(text, columns) : tableOfCsv(text, columns)
  if (!table.ok) return table
  const { rows, problems } = table.value
  if (rows.length > mostRows) return refused([`行が多すぎます（${mostRows}行まで）。`])
  return rows.length === 0 ? refused([...problems, noRows]) : table
}

const columnCalled = (name: string, columns: Columns): string | undefined => {
  const wanted = name.normalize('NFKC').trim().toLowerCase()
  return Object.entries(columns).find(([key, others]) =>
    [key, ...others].some((known) => known.toLowerCase() === wanted),
  )?.[0]
}

/** 「id（番号）、title（題名、タイトル）」: every name that a column may have. */
const allNames = (columns: Columns): string =>
  Object.entries(columns)
    .map(([key, others]) => (others.length === 0 ? key : `${key}（${others.join('、')}）`))
    .join('、')

const tableOfCsv = (text: string, columns: Columns): Result<FileTable, string[]> => {
  const records = csvRecords(text)
  if (records === null)
    return refused(['CSVの引用符（"）が閉じていないか、閉じた後ろに余分な文字があります。'])
  const [header = [], ...rest] = records
  const keys = header.map((name) => columnCalled(name, columns))
  const rows = rest.flatMap((record, at) => {
    if (record.every((cell) => cell.trim() === '')) return []
    return [{ place: `${at + 2}行目`, ...rowOfRecord(record, keys) }]
  })
  return ok({ problems: headerProblems(header, keys, columns), rows })
}

const tooManyColumns = '列が見出しより多くあります。カンマや改行のある文字は、引用符（"）で囲んでください。'

const rowOfRecord = (
  record: readonly string[],
  keys: ReadonlyArray<string | undefined>,
): Omit<FileRow, 'place'> => {
  if (record.slice(keys.length).some((cell) => cell !== '')) return { cells: {}, problems: [tooManyColumns] }
  const cells = keys.flatMap((key, column) =>
    key === undefined || keys.indexOf(key) < column ? [] : [[key, record[column] ?? '']],
  )
  return { cells: Object.fromEntries(cells), problems: [] }
}

const headerProblems = (
  header: readonly string[],
  keys: ReadonlyArray<string | undefined>,
  columns: Columns,
): string[] =>
  header.flatMap((name, at) => {
    const key = keys[at]
    if (key === undefined)
      return [`1行目：「${name}」という列はありません。使える列は ${allNames(columns)} です。`]
    return keys.indexOf(key) < at ? [`1行目：「${name}」の列が2つあります。`] : []
  })

const tableOfJson = (text: string, columns: Columns): Result<FileTable, string[]> => {
  const list = parsedJson(text)
  if (!Array.isArray(list))
    return refused(['JSONとして読めないか、いちばん外側が一覧（[ ... ]）ではありません。'])
  // The first unknown name gets the list of those that are known; a file may have the same mistake in each row.
  let hint = `使える項目は ${allNames(columns)} です。`
  const unknown = (name: string): string => {
    const sentence = `「${name}」という項目はありません。${hint}`
    hint = ''
    return sentence
  }
  const rows = list.map((item: unknown, at) => ({
    place: `${at + 1}件目`,
    ...rowOfObject(item, columns, unknown),
  }))
  return ok({ problems: [], rows })
}

const rowOfObject = (
  item: unknown,
  columns: Columns,
  unknown: (name: string) => string,
): Omit<FileRow, 'place'> => {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { cells: {}, problems: ['{ ... } の形ではありません。'] }
  const cells: Record<string, string | number> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(item)) {
    const key = columnCalled(name, columns)
    if (key === undefined) problems.push(unknown(name))
    else if (key in cells) problems.push(`「${name}」が2つあります。`)
    else if (typeof value === 'string' || typeof value === 'number') cells[key] = value
    else if (value !== null) problems.push(`「${name}」は文字か数で書いてください。`)
  }
  return { cells, problems }
}
