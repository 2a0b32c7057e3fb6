import { nfkc } from './text.ts'

declare const yenBrand: unique symbol

/** A whole number of yen, tax included (S12). */
export type Yen = number & { readonly [yenBrand]: 'yen' }

const isYen = (amount: number): amount is Yen => Number.isSafeInteger(amount)

/** Throws a RangeError for anything but a safe integer: a fraction of a yen is always a bug. */
export const yen = (amount: number): Yen => {
  if (!isYen(amount)) throw new RangeError(`not a whole number of yen: ${amount}`)
  return amount
}

/** Of one product (C9). */
export const highestPrice: Yen = yen(999_999)

export const sumOf = (amounts: Iterable<Yen>): Yen => {
  let total = 0
  for (const amount of amounts) total += amount
  return yen(total)
}

export const times = (amount: Yen, count: number): Yen => yen(amount * count)

/** 1200 as '1,200'; `count` is a whole number. */
export const formatNumber = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

export const formatYen = (amount: Yen): string => formatNumber(amount)

/** 1200 as '1,200円（税込）', for every price that a shopper reads (L3). */
export const formatYenTaxIncluded = (amount: Yen): string => `${formatYen(amount)}円（税込）`

/** The consumption tax of 10 % in a total, rounded down once per document (L4, S22). */
export const taxInside = (total: Yen): Yen => yen(Math.floor((total * 10) / 110))

/** 1 to 999,999 yen; null when the price is not certain (C9). */
export const parsePrice = (price: string | number): Yen | null => {
  const amount = parsePriceOrZero(price)
  return amount === 0 ? null : amount
}

/** Like `parsePrice`, for products that may be given away: '0', 0, '0円' and '¥0' are 0 (C4, C5). */
export const parsePriceOrZero = (price: string | number): Yen | null => {
  const amount = typeof price === 'number' ? price : amountInText(nfkc(price))
  if (amount === null || !Number.isSafeInteger(amount) || amount < 0 || amount > highestPrice) return null
  return yen(amount === 0 ? 0 : amount)
}

const amountInText = (text: string): number | null => {
  const numbers = text.match(/\d+(?:[,.]+\d+)*/g) ?? []
  const [number] = numbers
  if (number === undefined || numbers.length > 1) return null
  // '1,20' and '1.000' mean different sums to different people.
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?$/.test(number)) return null
  const at = text.indexOf(number)
  if (saysOtherwise(text.slice(0, at), text.slice(at + number.length))) return null
  return Number(text.replace(/[^\d.]/g, '').replace(/\.$/, ''))
}

/** Whether the neighbours change the meaning: a minus or ▲, a dot, a kanji number (3千円), a percent sign. */
const saysOtherwise = (before: string, after: string): boolean =>
  /(?:[-−‐‑–—▲△]\s*[¥\\]?\s*|\.|[一二三四五六七八九十百千万億])$/u.test(before) ||
  /^\s*[%十百千万億]/u.test(after)
