import { ok, type Result, refused } from '~/kernel/result.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { nfkc } from '~/kernel/text.ts'
import {
  type FabricMeasures,
  type MeasuredPiece,
  piecesText,
  readPieces,
  stockBounds,
} from './measures.rules.ts'
import type { DeskStock } from './rules.ts'

/** Parses a typed number of units up to `most`; null when invalid. */
export const wholeNumber = (text: string, most: number): number | null => {
  const digits = nfkc(text).replace(/[\s点枚]/g, '')
  return /^\d{1,5}$/.test(digits) && Number(digits) <= most ? Number(digits) : null
}

/** Parses the typed pieces of a shelf; refuses with a sentence for the user. */
export const readShelf = (
  typed: string,
  { isKit, widthCm }: Pick<DeskStock, 'isKit' | 'widthCm'>,
  joined: Joined,
): Result<MeasuredPiece[], string> => {
  if (isKit) {
    const units = wholeNumber(typed, stockBounds.units)
    return units === null
      ? refused('点数を、0から2000までの数で入力してください。')
      : ok(units === 0 ? [] : [{ units, lengthCm: null, widthCm: null }])
  }
  const read = readPieces(typed, { joined, widthCm })
  return read.ok
    ? read
    : refused('「7、4、3×2」「3.5m」「3.5m×110cm」のように入力してください。なければ「0」です。')
}

/** Units of what was typed, in the notation of a shelf; null for nothing. Refuses with a sentence for the user. */
export const readReorder = (
  typed: string,
  stock: Pick<DeskStock, 'isKit' | 'widthCm'>,
  joined: Joined,
): Result<number | null, string> => {
  if (typed.trim() === '') return ok(null)
  const read = readShelf(typed.slice(0, 100), stock, joined)
  if (!read.ok) return read
  const units = read.value.reduce((sum, piece) => sum + piece.units, 0)
  return ok(units === 0 ? null : units)
}

/** A feed cell in the shop's own notation; null when it cannot be read. */
export const cellInWords = (cell: string, measures: FabricMeasures): string | null => {
  const read = readPieces(cell, measures)
  return read.ok ? piecesText(read.value.map(({ units }) => units)) : null
}
