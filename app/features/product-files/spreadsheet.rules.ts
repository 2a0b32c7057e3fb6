import { nfkc } from '~/kernel/text.ts'

const longestFormula = 255

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/** Digits with what makes a number, a date, a time or a fraction of them; an era or a month with digits; a truth. */
const spoilt = new RegExp(
  `^(?=.*\\d)[\\d\\s.,:+\\-/%¥\\\\$()年月日時分秒元]+$|^[\\d.,\\s+\\-]+e[+-]?\\d+$|^(?:true|false)$` +
    `|^(?:[mtshr]|明治|大正|昭和|平成|令和)\\s*[\\d元][\\d\\s./\\-年月日]*$` +
    `|^(?:\\d[\\d\\s,./\\-]*)?(?:${months})[a-z]*[\\s.,/\\-]*(?:\\d[\\d\\s,./\\-]*)?$|^[\\d:\\s]+[ap]m?$`,
  'iu',
)

/** Would Excel make something else of this text than what it says? */
const isSpoiltByExcel = (text: string): boolean => spoilt.test(nfkc(text).trim())

/** What a spreadsheet would run as a formula (P23), with the marks that keep it from it. */
const risky = /^'*[=+\-@\t\r＝＋－＠]/u

/**
 * A cell of text as Excel leaves it: as a formula that gives just this text where Excel would read a number or a date (leading zeros,
 * 1-2, 1E5, more than 15 digits), and behind ' where it would begin a formula. `plainCell` is its other way round.
 */
export const protectedCell = (text: string): string => {
  const fits = text.length <= longestFormula && !text.includes('\n')
  if (fits && isSpoiltByExcel(text)) return `="${text}"`
  return risky.test(text) ? `'${text}` : text
}

/** The text of a cell, whether a spreadsheet has saved it or not. */
export const plainCell = (cell: string): string => {
  const [, formula] = /^="([^"]*)"$/.exec(cell) ?? []
  if (formula !== undefined) return formula
  return /^'/.test(cell) && risky.test(cell) ? cell.slice(1) : cell
}

/** Signs that Windows writes alike in Shift_JIS, by the one that comes back. */
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

/** For comparing with what has been in Excel. */
export const asExcelSaves = (text: string): string =>
  [...text].map((sign) => comesBackAs.get(sign) ?? sign).join('')

/** Is `cell` what Excel makes of `text` in Shift_JIS, which has no such signs and puts ? in their place? `lacks` tells which. */
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

/** What became of a number in Excel, for the owner; null for one that was not touched. `isKnown` tells the numbers of products. */
export const spoiltNumber = (text: string, known: ReadonlyMap<string, readonly string[]>): string | null => {
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

/** Numbers of digits alone that begin with 0, by what Excel makes of them. */
export const numbersWithZeros = (numbers: Iterable<string>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const number of numbers)
    if (/^0\d+$/.test(number))
      found.set(withoutZeros(number), [...(found.get(withoutZeros(number)) ?? []), number])
  return found
}
