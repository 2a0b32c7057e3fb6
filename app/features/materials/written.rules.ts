import { productNumber } from '~/features/products/rules.ts'
import { searchWords } from '~/kernel/search-text.ts'
import { codePointLength, firstCharacters, nfkc } from '~/kernel/text.ts'
import { mostUnits, numbersTold } from './rules.ts'
import type { MaterialTie, TiedProduct } from './types.ts'

/** What an author chose for a line, as the fields of a form hold it (W5). */
export interface WrittenTie {
  /** '' where the line's text tells, `noProduct`, or a product's number. */
  readonly tieNumber: string
  readonly tieUnits: string
  /** Of the product, as it was when it was chosen. */
  readonly tieName: string
}

/** Stands in the place of a number: the line is nothing of the shop's, also where its text holds one. */
export const noProduct = '-'

export const notChosen: WrittenTie = { tieNumber: '', tieUnits: '', tieName: '' }

/** As many characters as a product's name may have. */
const longestName = 400

const unitsWritten = (text: string): number =>
  /^\d{1,9}$/.test(text) ? Math.min(mostUnits, Number(text)) : 1

/** What the fields of a line say: undefined where its text tells. No units at all take a tie off, without script too. */
export const tieWritten = ({ tieNumber, tieUnits, tieName }: WrittenTie): TiedProduct | null | undefined => {
  if (tieNumber.trim() === noProduct) return null
  const [number, units] = [productNumber(tieNumber), unitsWritten(tieUnits)]
  if (number === null || units === 0) return undefined
  // A name is compared later, so that it stays as it is but for what no database takes.
  const name = firstCharacters(tieName.toWellFormed().replace(/\p{Cc}/gu, ''), longestName)
  return { number, units, name }
}

/** The fields of a line that was stored with this tie, or without any. */
export const fieldsOfTie = (tie: MaterialTie | undefined): WrittenTie => {
  if (tie === undefined) return notChosen
  if (tie.product === null) return { ...notChosen, tieNumber: noProduct }
  const { number, units, name } = tie.product
  return { tieNumber: number, tieUnits: String(units), tieName: name }
}

/** What somebody is just typing: the text after the last blank or sign that parts words. */
export const lastWordOf = (text: string): string => text.split(/[\s、,，：:・（(]+/u).at(-1) ?? ''

/** Whether no product is looked for by these words: there is none, or they say amounts alone, such as 2枚 and 50cm. */
export const isNoProductsName = (text: string): boolean =>
  searchWords(text).length === 0 ||
  text
    .trim()
    .split(/\s+/u)
    .every((word) => /\d/.test(nfkc(word)) && !/^\d{3,}$/.test(nfkc(word)) && numbersTold(word).length === 0)

/** The text of a line once a product is chosen for it; as it was where that would be too long. */
export const textWithProduct = (
  text: string,
  called: string,
  byLastWord: boolean,
  longest: number,
): string => {
  const typed = text.trimEnd()
  const before = byLastWord ? typed.slice(0, typed.length - lastWordOf(typed).length) : ''
  const whole = `${before}${called}`
  return codePointLength(whole) > longest ? text : whole
}
