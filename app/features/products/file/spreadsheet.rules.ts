import { nfkc } from '~/kernel/text.ts'

const longestFormula = 255

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/** Matches what Excel converts: numbers, dates, times, fractions, eras or months with digits, booleans. */
const spoilt = new RegExp(
  `^(?=.*\\d)[\\d\\s.,:+\\-/%¥\\\\$()年月日時分秒元]+$|^[\\d.,\\s+\\-]+e[+-]?\\d+$|^(?:true|false)$` +
    `|^(?:[mtshr]|明治|大正|昭和|平成|令和)\\s*[\\d元][\\d\\s./\\-年月日]*$` +
    `|^(?:\\d[\\d\\s,./\\-]*)?(?:${months})[a-z]*[\\s.,/\\-]*(?:\\d[\\d\\s,./\\-]*)?$|^[\\d:\\s]+[ap]m?$`,
  'iu',
)

/** Whether Excel would convert this text. */
const isSpoiltByExcel = (text: string): boolean => spoilt.test(nfkc(text).trim())

/** Matches what a spreadsheet would run as a formula (P23), including escaped forms, and the minus that Shift_JIS turns into one of them. */
const risky = /^'*[=+\-@\t\r＝＋－＠\u2212]/u

/**
 * Escapes a text cell so that Excel keeps it: a formula yielding the text where Excel would convert it (leading zeros, 1-2, 1E5,
 * more than 15 digits), a leading ' where it would start a formula. Inverse of `plainCell`.
 */
export const protectedCell = (text: string): string => {
  const fits = text.length <= longestFormula && !text.includes('\n')
  if (fits && isSpoiltByExcel(text)) return `="${text}"`
  return cellWithoutFormula(text)
}

/** A text cell that no spreadsheet runs as a formula (P23), as other programs read it too. */
export const cellWithoutFormula = (text: string): string => (risky.test(text) ? `'${text}` : text)

/** The text of a cell, escaped or not. */
export const plainCell = (cell: string): string => {
  const [, formula] = /^="([^"]*)"$/.exec(cell) ?? []
  if (formula !== undefined) return formula
  return /^'/.test(cell) && risky.test(cell) ? cell.slice(1) : cell
}

/** Characters that Windows maps to one Shift_JIS code, by the one that comes back. */
const comesBackAs: ReadonlyMap<string, string> = new Map([
  ['\u301c', '\uff5e'],
  ['\u2212', '\uff0d'],
  ['\u2016', '\u2225'],
  ['\u2014', '\u2015'],
  ['\u00a2', '\uffe0'],
  ['\u00a3', '\uffe1'],
  ['\u00ac', '\uffe2'],
  ['\u00a5', '\\'],
  ['\u00a6', '|'],
  ['\u00a0', ' '],
])

/** Normalizes text for comparison with a file saved by Excel. */
export const asExcelSaves = (text: string): string =>
  [...text].map((sign) => comesBackAs.get(sign) ?? sign).join('')

/** Whether `cell` is `text` after Shift_JIS replaced missing characters by ?. `lacks` tells which are missing. */
export const isWithoutSigns = (text: string, cell: string, lacks: (sign: string) => boolean): boolean => {
  if (!cell.includes('?')) return false
  const cells = [...cell]
  let at = 0
  for (const sign of text) {
    const cell = cells[at] ?? ''
    const isLost = cell === '?' && lacks(sign)
    if (!isLost && asExcelSaves(cell) !== asExcelSaves(sign)) return false
    // One for each half of a pair.
    at += isLost && sign.length === 2 && cells[at + 1] === '?' ? 2 : 1
  }
  return at === cells.length
}

/** Explains to the owner what Excel did to a product number; null when unchanged. `isKnown` tells existing numbers. */
export const numberProblem = (text: string, known: ReadonlyMap<string, readonly string[]>): string | null => {
  const number = nfkc(text).trim()
  if (/^\d(?:\.\d+)?e\+\d+$/i.test(number))
    return `管理番号が「${number}」に変わっています。長い数字をExcelが縮めたようです。列の書式を「文字列」にして、番号を入れ直してください。`
  if (/^(?:\d{4}\/)?\d{1,2}\/\d{1,2}$|^\d{1,2}月\d{1,2}日$/.test(number) || isMonthName(number))
    return `管理番号が日付「${number}」に変わっています。列の書式を「文字列」にして、番号を入れ直してください。`
  const meant = known.get(withoutZeros(number)) ?? []
  if (/^\d+$/.test(number) && meant.length > 0)
    return `管理番号「${number}」はありません。先頭の0が消えた「${meant.join('」「')}」ではありませんか。列の書式を「文字列」にして、番号を入れ直してください。`
  if (/^\d{15}0+$/.test(number))
    return `管理番号「${number}」は、16けた目からをExcelが0に変えたようです。列の書式を「文字列」にして、番号を入れ直してください。`
  return null
}

const isMonthName = (text: string) => new RegExp(`^(?:\\d{1,2}-)?(?:${months})(?:-\\d{2})?$`, 'i').test(text)

const withoutZeros = (number: string) => number.replace(/^0+(?=\d)/, '')

/** All-digit numbers with leading zeros, by Excel's converted form. */
export const numbersWithZeros = (numbers: Iterable<string>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const number of numbers)
    if (/^0\d+$/.test(number))
      found.set(withoutZeros(number), [...(found.get(withoutZeros(number)) ?? []), number])
  return found
}
