import type { Yen } from './money.ts'
import { highestPrice, yen } from './money.ts'
import { nfkc } from './text.ts'

const typedAmount = /^[¥\\]?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})\s*円?$/

/**
 * Yen that somebody typed at the desk or wrote in a file of the shop's own: digits of any width, 「,」 between thousands, ￥ before them (also as the
 * backslash that stands for it in Japan) and 円 behind them. Null for anything else, such as 66O (N74); lists are read by `parsePrice`.
 */
export const typedYen = (text: string): Yen | null => {
  const [, digits] = typedAmount.exec(nfkc(text).trim()) ?? []
  return digits === undefined ? null : yen(Number(digits.replaceAll(',', '')))
}

/** Said behind what is expected of a sum. */
export const moneySigns = '数字のほかに使えるのは「,」「円」「￥」だけです。'

/** The same for the price of a product: 0 to 999,999 yen. */
export const typedPrice = (text: string): Yen | null => {
  const price = typedYen(text)
  return price === null || price > highestPrice ? null : price
}
