import { fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { codePointLength, oneLine } from '~/kernel/text.ts'
import { boltText, type NewPiece, readBolt, stockBounds, type TypedBolt } from './measures.rules.ts'
import type { Measured } from './rules.ts'
import { wholeNumber } from './shelf.rules.ts'

/** Of one receiving, or of one of its rows (K40). `pieces` bounds the work of its transaction. */
export const receivedBounds = { rows: 60, bolts: 20, pieces: 600, name: 20 } as const

/** Days in which a receiving can be undone. */
export const undoDays = 30

/** A row as typed: the number, the measures of its bolts, how many such bolts (of a kit: units), and what they are called. */
export interface TypedReceived extends TypedBolt {
  readonly number: string
  readonly bolts: string
  readonly name: string
}

export type ReceivedField = keyof TypedReceived

/** A product of a row. */
export interface ReceivedProduct extends Measured {
  readonly name: string
}

/** One that is offered while its number or name is typed. */
export interface OfferedProduct extends ReceivedProduct {
  readonly picture: string
  readonly note: string
}

/** Rows of a form, by its fields; the empty ones at the end are left out. */
export const typedReceived = (typed: (field: string) => string): TypedReceived[] => {
  const rows = Array.from({ length: receivedBounds.rows }, (_, at) => ({
    number: typed(`number-${at}`),
    length: typed(`length-${at}`),
    width: typed(`width-${at}`),
    strips: typed(`strips-${at}`),
    bolts: typed(`bolts-${at}`),
    name: typed(`name-${at}`),
  }))
  return rows.slice(0, rows.findLastIndex((row) => !isEmptyRow(row)) + 1)
}

const longestField = 100

export const rowsIn = (form: FormData): TypedReceived[] =>
  typedReceived((field) => fieldOf(form, field, longestField))

export const isEmptyRow = (row: TypedReceived): boolean =>
  Object.values(row).every((text) => text.trim() === '')

interface RowFault {
  readonly field: ReceivedField
  readonly text: string
}

export const rowTexts = {
  noNumber: '管理番号を入力してください。',
  unknown: 'この管理番号の商品はありません。',
  noLength: '長さを入力してください。',
  length: '長さは「3.5」、巾は「110」のように、50cm角が取れる大きさで入力してください。',
  bolts: `本数は、1から${receivedBounds.bolts}までの数で入力してください。`,
  units: `キットは、点数を1から${stockBounds.units}までの数で入力してください。`,
  kit: 'キットは、点数だけを入力してください。',
  name: `反物の名前は、${receivedBounds.name}文字までです。`,
} as const

const fault = (field: ReceivedField, text: string) => refused<RowFault>({ field, text })

/** The pieces that a row gives of its product (K2), each with its bolt's name; of a kit its units as one. */
export const readReceivedRow = (
  row: TypedReceived,
  { isKit, widthCm }: Measured,
  joined: Joined,
): Result<readonly NewPiece[], RowFault> => {
  const name = oneLine(row.name)
  if (codePointLength(name) > receivedBounds.name) return fault('name', rowTexts.name)
  if (isKit) {
    if (`${row.length}${row.width}${row.strips}`.trim() !== '') return fault('bolts', rowTexts.kit)
    const units = wholeNumber(row.bolts, stockBounds.units)
    if (units === null || units === 0) return fault('bolts', rowTexts.units)
    return ok([{ units, lengthCm: null, widthCm: null }])
  }
  if (row.length.trim() === '') return fault('length', rowTexts.noLength)
  const bolt = readBolt(row, { joined, widthCm })
  if (!bolt.ok) return fault('length', rowTexts.length)
  const bolts = row.bolts.trim() === '' ? 1 : wholeNumber(row.bolts.replace(/本/g, ''), receivedBounds.bolts)
  if (bolts === null || bolts === 0) return fault('bolts', rowTexts.bolts)
  return ok(Array.from({ length: bolts }, () => bolt.value.map((piece) => ({ ...piece, name }))).flat())
}

/** What a row gives, in words; '' while it cannot be read. */
export const madeText = (row: TypedReceived, product: Measured, joined: Joined): string => {
  const read = readReceivedRow(row, product, joined)
  if (!read.ok) return ''
  return product.isKit ? `${read.value[0]?.units ?? 0}点` : boltText(read.value, joined)
}

/** The product that a typed number names: to the letter, else in any case (P28). */
export const productNamed = <P extends { readonly number: string }>(
  products: readonly P[],
  number: string | null,
): P | undefined =>
  number === null
    ? undefined
    : (products.find((each) => each.number === number) ??
      products.find((each) => each.number.toLowerCase() === number.toLowerCase()))

/** Whether a piece can be taken away again: nothing of it is promised, held, cut or gone; of a kit's pool as many units must be left. */
export const isFree = (
  piece: { readonly units: number; readonly all: number; readonly left: number },
  isKit: boolean,
): boolean => (isKit ? piece.left >= piece.units : piece.left === piece.units && piece.all === piece.units)

/** A piece that came: what it is called at the desk, and what became of it since. */
export interface ReceivedPiece {
  readonly label: string
  readonly units: number
  readonly state: 'there' | 'counted' | 'undone'
  readonly isFree: boolean
}

/** What came at one time, by product. */
export interface Receiving {
  readonly id: string
  readonly receivedAt: number
  readonly receivedBy: string
  readonly undoneAt: number | null
  readonly products: readonly {
    readonly number: string
    readonly name: string
    readonly isKit: boolean
    readonly pieces: readonly ReceivedPiece[]
  }[]
}
