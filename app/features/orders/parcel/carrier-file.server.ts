import { setImmediate as nextTurn } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { type Result, refused } from '~/kernel/result.ts'
import { withLineEnds } from '~/kernel/text.ts'
import { readRecords } from '~/server/table-file/read-records.ts'
import { type CarrierFile, carrierFile } from './carrier-table.rules.ts'
import { mostNumberRows } from './numbers.rules.ts'

/** About 700 rows of B2's 95 columns, twice as many bytes in UTF-16. */
const mostBytes = 500_000

/** Parses a carrier program's output, pasted or as a file: commas or tabs, UTF-8, UTF-16 or Shift_JIS, any line ends; in pieces, yielding to other work (N17, N64). */
export const carrierRows = async (form: FormData): Promise<Result<CarrierFile, string>> => {
  const pasted = form.get('pasted')
  const file = form.get('file')
  const bytes = file instanceof File && file.size > 0 ? await file.bytes() : new Uint8Array()
  const tooLarge = refused(`${mostBytes / 1_000}KB、${mostNumberRows}行までにしてください。`)
  if (bytes.length > mostBytes) return tooLarge
  if (isWorkbook(bytes))
    return refused(
      'Excelのブック（.xlsx や .xls）は読めません。「名前を付けて保存」で「CSV」を選んで保存し、そのファイルを選んでください。',
    )
  const text = withLineEnds(bytes.length > 0 ? textOfFile(bytes) : typeof pasted === 'string' ? pasted : '')
  if (text.trim() === '') return refused('ファイルを選ぶか、番号の表を貼り付けてください。')
  if (text.length > mostBytes) return tooLarge
  await nextTurn()
  const table = await readRecords(text.replace(/^\uFEFF/, ''), {
    delimiter: delimiterOf(text),
    relaxQuotes: true,
    trims: true,
    longestRecord: 20_000,
    mostRecords: mostNumberRows + 1,
  })
  if (table.ok) return carrierFile(table.value)
  if (table.error.why === 'records') return tooLarge
  return refused('表として読めませんでした。配送会社の画面から、CSVのファイルをもう一度保存してください。')
}

/** Files of .xlsx are ZIP archives, those of .xls compound documents. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const isWorkbook = (bytes: Uint8Array): boolean =>
  workbooks.some((start) => start.every((byte, at) => bytes[at] === byte))

/** UTF-16 where its mark says so, or every other byte is empty; UTF-8 where it is valid; otherwise Shift_JIS. */
export const textOfFile = (bytes: Uint8Array): string => {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(bytes, 'cp932')
  }
}

const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const empty = [0, 1].map(
    (odd) => bytes.subarray(0, 1_000).filter((byte, at) => at % 2 === odd && byte === 0).length,
  )
  const [even = 0, odd = 0] = empty
  if (even + odd === 0) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Of the first lines, since a title has neither. */
const delimiterOf = (text: string): ',' | '\t' => {
  const start = text.split('\n', 20).join('\n')
  return start.split('\t').length > start.split(',').length ? '\t' : ','
}
