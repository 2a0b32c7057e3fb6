import { parse } from 'csv-parse/sync'

export type CsvRow = Readonly<Record<string, string>>

/** In their order, which some programs read by. */
export const headingsOf = (text: string): string[] => {
  const [headings = []]: string[][] = parse(text, { bom: true, to: 1 })
  return headings
}

/** The rows of a file by their headings; throws where a row has other columns than the first, or two of them one name. */
export const rowsOfCsv = (text: string): CsvRow[] => {
  const [headings = [], ...rows]: string[][] = parse(text, { bom: true })
  return rows.map((row) => {
    const named = headings.map((heading, at): [string, string] => [heading, row[at] ?? ''])
    const twice = named.find(([heading, cell], at) => cell !== '' && headings.indexOf(heading) !== at)
    if (twice !== undefined) throw new Error(`${twice[0]} stands twice, with ${twice[1]}`)
    return Object.fromEntries(named.toReversed())
  })
}

/** The cells of a row that say something. */
export const filledOf = (row: CsvRow = {}): CsvRow =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A file of these rows under these headings, with empty cells where a row names none; throws for a heading that is not there. */
export const csvOf = (headings: readonly string[], rows: readonly CsvRow[]): string => {
  const cellsOf = (row: CsvRow) => {
    const unknown = Object.keys(row).find((heading) => !headings.includes(heading))
    if (unknown !== undefined) throw new Error(`no column ${unknown}`)
    return headings.map((heading) => row[heading] ?? '')
  }
  return [headings, ...rows.map(cellsOf)].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

/** `text` with these cells of the rows changed that `which` fits; throws where none does. */
export const withCells = (text: string, which: CsvRow, changed: CsvRow): string => {
  const rows = rowsOfCsv(text)
  const isMeant = (row: CsvRow) => Object.entries(which).every(([heading, cell]) => row[heading] === cell)
  if (!rows.some(isMeant)) throw new Error(`no row with ${JSON.stringify(which)}`)
  return csvOf(
    headingsOf(text),
    rows.map((row) => (isMeant(row) ? { ...row, ...changed } : row)),
  )
}

export const withRows = (text: string, ...added: readonly CsvRow[]): string =>
  csvOf(headingsOf(text), [...rowsOfCsv(text), ...added])
