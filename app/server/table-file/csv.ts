/**
 * The records of a CSV text (RFC 4180), each a list of fields: quoted fields may hold commas, line breaks and doubled
 * quotes; line ends may be of any kind; a text with tabs and no comma in its first line is read as separated by tabs.
 * Empty lines are records with one empty field, so that the place of a record is its row in a spreadsheet. Null when a
 * quote is not closed, or when something stands behind a closed one.
 */
export const csvRecords = (text: string): string[][] | null => {
  const separator = separatorOf(text)
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at <= text.length; at += 1) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, separator)
    if (field === null) return null
    record.push(field.value)
    at = field.end
    if (text[at] === separator) continue
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return null
    records.push(record)
    record = []
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
  }
  const last = records.at(-1)
  if (last?.length === 1 && last[0] === '') records.pop()
  return records
}

const separatorOf = (text: string): string => {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  return firstLine.includes('\t') && !firstLine.includes(',') ? '\t' : ','
}

/** A field and the place of what follows it. */
interface Field {
  readonly value: string
  readonly end: number
}

const plainField = (text: string, start: number, separator: string): Field => {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end }
}

const quotedField = (text: string, start: number): Field | null => {
  let value = ''
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}
