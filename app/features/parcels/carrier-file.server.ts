import { parse } from 'csv-parse/sync'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { textOfFile } from './label-files.server.ts'
import { mostNumberRows, type NumberRow, numberRows } from './numbers.rules.ts'

const mostBytes = 200_000

type FileFailure = 'empty' | 'too-large' | 'unreadable'

export const fileFailures: Readonly<Record<FileFailure, string>> = {
  empty: 'ファイルを選ぶか、番号の表を貼り付けてください。',
  'too-large': `200KB、${mostNumberRows}行までにしてください。`,
  unreadable:
    '注文番号とお問い合わせ番号の列を見つけられませんでした。B2クラウドの発行済みデータか、「注文番号,お問い合わせ番号」の2列にしてください。',
}

/** Parses a carrier program's output, pasted or as a file, comma or tab separated, UTF-8 or Shift_JIS (N17). */
export const carrierRows = async (form: FormData): Promise<Result<NumberRow[], FileFailure>> => {
  const pasted = form.get('pasted')
  const file = form.get('file')
  const bytes = file instanceof File && file.size > 0 ? await file.bytes() : new Uint8Array()
  if (bytes.length > mostBytes) return refused('too-large')
  const text = bytes.length > 0 ? textOfFile(bytes) : typeof pasted === 'string' ? pasted : ''
  if (text.trim() === '') return refused('empty')
  if (text.length > mostBytes) return refused('too-large')
  const table = tableOf(text)
  if (table === null) return refused('unreadable')
  if (table.length > mostNumberRows + 1) return refused('too-large')
  const rows = numberRows(table)
  return rows === null ? refused('unreadable') : ok(rows)
}

const tableOf = (text: string): string[][] | null => {
  try {
    const delimiter = text.split('\n', 1)[0]?.includes('\t') ? '\t' : ','
    return parse(text, {
      delimiter,
      bom: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: 20_000,
    })
  } catch {
    return null
  }
}
