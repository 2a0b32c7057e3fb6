import { nfkc } from './text.ts'

/**
 * A whole number that somebody typed: digits of any width and 枚, 点, 日 or 個 behind them. Null for anything else, such as 7円 and
 * 1,000, which may be meant as money (N74); at most nine digits.
 */
export const typedCount = (text: string): number | null => {
  const [, digits] = /^(\d{1,9})\s*[枚点日個]?$/.exec(nfkc(text).trim()) ?? []
  return digits === undefined ? null : Number(digits)
}
