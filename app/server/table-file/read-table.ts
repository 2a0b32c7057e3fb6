import { CsvError, parse } from 'csv-parse/sync'
import { ok, type Result, refused } from '../../kernel/result.ts'

/** `place` is like 「3行目」, counted as spreadsheets do; a row with problems may have no cells. */
export interface FileRow {
  readonly place: string
  readonly cells: Readonly<Record<string, string>>
  readonly problems: readonly string[]
}

export interface FileTable {
  readonly problems: readonly string[]
  readonly rows: readonly FileRow[]
}

/** By the program's name of a column: further headings that are accepted. */
export type Columns = Readonly<Record<string, readonly string[]>>

export const noRows = 'ファイルに1件もありません。'

const mostMegabytes = 10
const mostRows = 10_000

const noTable = {
  size: `ファイルが大きすぎます（${mostMegabytes}MBまで）。`,
  encoding: 'ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。',
  json: 'JSONのファイルは読み込めません。表計算ソフトなどで、1行目に列の名前を書いたCSVにしてください。',
  rows: `行が多すぎます（${mostRows}行まで）。`,
} as const

/** Rows with their problems in Japanese; refused only when nothing can be read. */
export const readTable = (bytes: Uint8Array, columns: Columns): Result<FileTable, string[]> => {
  if (bytes.length > mostMegabytes * 1_000_000) return refused([noTable.size])
  const text = decodeText(bytes)
  if (text === null) return refused([noTable.encoding])
  if (/^\s*[[{]/.test(text)) return refused([noTable.json])
  const records = csvRecords(text)
  if (!records.ok) return refused([records.error])
  const [header = [], ...rest] = records.value
  const keys = header.map((name) => columnCalled(name, columns))
  const rows = rest.flatMap((record, at) =>
    record.every((cell) => cell.trim() === '') ? [] : [rowOf(record, keys, `${at + 2}行目`)],
  )
  if (rows.length > mostRows) return refused([noTable.rows])
  const problems = headerProblems(header, keys, columns)
  return rows.length === 0 ? refused([...problems, noRows]) : ok({ problems, rows })
}

const marks: ReadonlyArray<readonly [encoding: string, bytes: readonly number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const decodes = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8, UTF-16 with its byte order mark, or Windows' Shift_JIS; otherwise null. */
export const decodeText = (bytes: Uint8Array): string | null => {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return decodes(marked[0], bytes)
  return decodes('utf-8', bytes) ?? decodes('shift_jis', bytes)
}

const brokenQuote = '引用符（"）が閉じていないか、閉じた後ろに余分な文字があります。'
const quoteWithin =
  '文字の途中に引用符（"）があります。その列を引用符で囲み、中の引用符は2つ続けて（""）書いてください。'

/** Keeps blank lines, for row numbers; in cells pasted from a sheet (tabs) quotes are text. */
const csvRecords = (text: string): Result<string[][], string> => {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const isCopied = firstLine.includes('\t') && !firstLine.includes(',')
  try {
    const records = parse(text, {
      delimiter: isCopied ? '\t' : ',',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: isCopied,
    })
    return ok(records)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const sentence = error.code === 'INVALID_OPENING_QUOTE' ? quoteWithin : brokenQuote
    return refused(`${Number(error.records) + 1}行目：${sentence}`)
  }
}

const columnCalled = (name: string, columns: Columns): string | undefined => {
  const wanted = name.normalize('NFKC').trim().toLowerCase()
  return Object.entries(columns).find(([key, others]) =>
    [key, ...others].some((known) => known.toLowerCase() === wanted),
  )?.[0]
}

const tooManyColumns = '列が見出しより多くあります。カンマや改行のある文字は、引用符（"）で囲んでください。'

const rowOf = (
  record: readonly string[],
  keys: ReadonlyArray<string | undefined>,
  place: string,
): FileRow => {
  if (record.slice(keys.length).some((cell) => cell !== ''))
    return { place, cells: {}, problems: [tooManyColumns] }
  const cells = keys.flatMap((key, column) =>
    key === undefined || keys.indexOf(key) < column ? [] : [[key, record[column] ?? '']],
  )
  return { place, cells: Object.fromEntries(cells), problems: [] }
}

const allNames = (columns: Columns): string =>
  Object.entries(columns)
    .map(([key, others]) => (others.length === 0 ? key : `${key}（${others.join('、')}）`))
    .join('、')

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
