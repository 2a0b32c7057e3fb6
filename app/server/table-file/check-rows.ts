import { z } from 'zod'
import { defaultLogo, displayImageUrl } from '../../kernel/image-url.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { isSheetError } from '../../kernel/sheet-error.ts'
import { codePointLength, isVisible, withLineEnds } from '../../kernel/text.ts'
import type { FileRow, FileTable } from './read-table.ts'

const allowedControls = /[^\P{Cc}\n\t]/u

/** At most `most` characters, trimmed, line ends as \n, no error of a spreadsheet (P36); `least` 1 requires a visible one; `name` is for messages. */
export const cellText = (name: string, { least, most }: { readonly least: 0 | 1; readonly most: number }) =>
  z
    .string()
    .default('')
    .transform((cell) => withLineEnds(cell).trim())
    .refine((text) => !isSheetError(text), {
      error: `${name}が表計算のエラー（#REF! や Loading... など）です。`,
      abort: true,
    })
    .refine((text) => least === 0 || isVisible(text), { error: `${name}がありません。` })
    .refine((text) => codePointLength(text) <= most, { error: `${name}は${most}文字までです。` })
    .refine((text) => text.isWellFormed() && !allowedControls.test(text), {
      error: `${name}に使えない文字があります。`,
    })

export const idText = cellText('番号（id）', { least: 1, most: 64 }).refine(
  (id) => !/\s{2,}|[\n\t]/.test(id),
  {
    error: '番号（id）に改行や続いた空白は使えません。',
  },
)

/** Empty, or an address that P18 allows. */
export const pictureAddress = cellText('画像', { least: 0, most: 2_000 }).refine(
  (address) => address === '' || address === defaultLogo || displayImageUrl(address) !== defaultLogo,
  { error: '画像は https:// か /Image/ で始まるURLにしてください。' },
)

/** The id must be readable alone, when other cells are bad. */
export type RowSchema<Row> = z.ZodType<Row> & { readonly shape: { readonly id: z.ZodType<string> } }

export interface PlacedRow<Row> {
  readonly place: string
  readonly row: Row
}

export type IdProblems = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Reads every row by `schema`, or refuses with a sentence per bad cell and id, in the file's order. */
export const checkRows = async <Row>(
  table: FileTable,
  schema: RowSchema<Row>,
  idProblems: IdProblems,
): Promise<Result<ReadonlyArray<PlacedRow<Row>>, string[]>> => {
  const rows = table.rows.map((row) => ({ ...row, ...readCells(row, schema, table.problems.length > 0) }))
  const known = await idProblems([...new Set(rows.flatMap(({ id }) => id ?? []))])
  const problems = [...table.problems]
  const places = new Map<string, string>()
  for (const row of rows) {
    const ofId = row.id === null ? [] : problemsOfId(row.id, places.get(row.id), known)
    problems.push(...[...row.problems, ...ofId].map((problem) => `${row.place}：${problem}`))
    if (row.id !== null && !places.has(row.id)) places.set(row.id, row.place)
  }
  const read = rows.flatMap(({ place, row }) => (row === null ? [] : [{ place, row }]))
  return problems.length > 0 ? refused(problems) : ok(read)
}

const problemsOfId = (
  id: string,
  placeBefore: string | undefined,
  known: ReadonlyMap<string, string>,
): string[] => {
  const more = known.get(id)
  return [
    ...(placeBefore === undefined ? [] : [`番号「${id}」は${placeBefore}と同じです。`]),
    ...(more === undefined ? [] : [more]),
  ]
}

/** With a wrong heading, a missing cell may only be under that heading, so it is no problem of its own. */
const readCells = <Row>({ cells, problems }: FileRow, schema: RowSchema<Row>, badHeadings: boolean) => {
  const parsed = schema.safeParse(cells)
  if (parsed.success) return { row: parsed.data, id: idOf(cells, schema), problems }
  const isPartial = badHeadings || problems.length > 0
  const told = parsed.error.issues.filter(({ path: [key] }) => !isPartial || String(key) in cells)
  return {
    row: null,
    id: idOf(cells, schema),
    problems: [...problems, ...told.map(({ message }) => message)],
  }
}

const idOf = <Row>(cells: FileRow['cells'], schema: RowSchema<Row>): string | null =>
  schema.shape.id.safeParse(cells.id).data ?? null
