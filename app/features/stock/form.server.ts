import { type MeasuredPiece, readBolt, stockBounds, typedBolts } from '~/features/stock/measures.rules.ts'
import type { Measured } from '~/features/stock/rules.ts'
import { readShelf, wholeNumber } from '~/features/stock/shelf.rules.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { Joined } from '~/kernel/shop-settings.ts'

const longestField = 100

/** Parses the received bolts; refuses with a sentence for each unreadable field. */
export const readReceived = (
  form: FormData,
  { isKit, widthCm }: Measured,
  joined: Joined,
): Result<MeasuredPiece[], Readonly<Record<string, string>>> => {
  if (isKit) {
    const units = wholeNumber(fieldOf(form, 'units', longestField), stockBounds.units)
    if (units === null || units === 0)
      return refused({ units: '点数を、1から2000までの数で入力してください。' })
    return ok([{ units, lengthCm: null, widthCm: null }])
  }
  const rows = typedBolts((name) => fieldOf(form, name, longestField)).map((bolt) =>
    readBolt(bolt, { joined, widthCm }),
  )
  const errors = rows.flatMap((row, at) =>
    row.ok
      ? []
      : [[`length-${at}`, '長さは「3.5」、巾は「110」のように、50cm角が取れる大きさで入力してください。']],
  )
  if (errors.length > 0) return refused(Object.fromEntries(errors))
  const pieces = rows.flatMap((row) => (row.ok ? row.value : []))
  return pieces.length === 0 ? refused({ 'length-0': '長さを入力してください。' }) : ok(pieces)
}

/** Like `readShelf`, for the form 数え直す. */
export const readCounted = (
  form: FormData,
  stock: Measured,
  joined: Joined,
): Result<MeasuredPiece[], Readonly<Record<string, string>>> => {
  const read = readShelf(fieldOf(form, 'pieces', 1_000), stock, joined)
  return read.ok ? read : refused({ pieces: read.error })
}

/** Threshold of low stock in units; null for an empty field. */
export const readLowAt = (form: FormData): Result<number | null, Readonly<Record<string, string>>> => {
  const read = readLowAtTyped(fieldOf(form, 'lowAt', longestField))
  return read.ok ? read : refused({ lowAt: read.error })
}

/** Refuses with a sentence for the user. */
export const readLowAtTyped = (typed: string): Result<number | null, string> => {
  if (typed.trim() === '') return ok(null)
  const units = wholeNumber(typed.slice(0, longestField), 99)
  return units === null ? refused('0から99までの数で入力してください。') : ok(units)
}
