import { productNumber } from '~/features/products/rules.ts'
import { searchWords } from '~/kernel/search-text.ts'
import { codePointLength, firstCharacters, nfkc } from '~/kernel/text.ts'
import { type MaterialTie, mostUnits, numbersInLine, type TiedProduct } from './rules.ts'

/** An author's choice as form fields (W5). */
export interface WrittenTie {
  /** '' if the text decides, `noProduct`, or a product's number. */
  readonly tieNumber: string
  readonly tieUnits: string
  readonly tieName: string
}

/** In place of a number: not a product of the shop, even if the text holds a number. */
export const noProduct = '-'

export const notChosen: WrittenTie = { tieNumber: '', tieUnits: '', tieName: '' }

const longestName = 400

const unitsWritten = (text: string): number =>
  /^\d{1,9}$/.test(text) ? Math.min(mostUnits, Number(text)) : 1

/** Undefined if the line's text decides; 0 units remove a tie, without script too. */
export const tieWritten = ({ tieNumber, tieUnits, tieName }: WrittenTie): TiedProduct | null | undefined => {
  if (tieNumber.trim() === noProduct) return null
  const [number, units] = [productNumber(tieNumber), unitsWritten(tieUnits)]
  if (number === null || units === 0) return undefined
  // The name is compared later, so only characters that databases refuse are removed.
  const name = firstCharacters(tieName.toWellFormed().replace(/\p{Cc}/gu, ''), longestName)
  return { number, units, name }
}

export const fieldsOfTie = (tie: MaterialTie | undefined): WrittenTie => {
  if (tie === undefined) return notChosen
  if (tie.product === null) return { ...notChosen, tieNumber: noProduct }
  const { number, units, name } = tie.product
  return { tieNumber: number, tieUnits: String(units), tieName: name }
}

export const lastWordOf = (text: string): string => text.split(/[\s、,，：:・（(]+/u).at(-1) ?? ''

/** True if there are no words, or only amounts such as 2枚 and 50cm. */
export const isNoProductsName = (text: string): boolean =>
  searchWords(text).length === 0 ||
  text
    .trim()
    .split(/\s+/u)
    .every(
      (word) => /\d/.test(nfkc(word)) && !/^\d{3,}$/.test(nfkc(word)) && numbersInLine(word).length === 0,
    )

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
