import type { Cutting } from '~/features/products/planning/layout.rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { nfkc } from '~/kernel/text.ts'
import { countsInLine, unitsOfCuts } from './cut-sizes.rules.ts'
import type { MaterialTie, TiedProduct } from './types.ts'

export const mostNumbersOfLine = 4

export const mostTies = 40

export const mostUnits = 99

const longestLine = 400

const units = new Set([
  '',
  ...'cm mm m km kg g mg ml cc l inch in yd oz w d x way pcs p px pt dpi'.split(' '),
])

/** 50cmx110cm, 8mm, 2way. */
const isMeasure = (token: string): boolean =>
  /^\d/.test(token) &&
  token
    .toLowerCase()
    .split(/[\d._/-]+/)
    .every((letters) => units.has(letters.replace(/^x|x$/g, '')))

/** Width and height such as H30cm, and paper sizes. */
const isSize = (token: string): boolean => /^(?:[whd]\d+(?:\.\d+)?(?:cm|mm|m)?|[ab]\d)$/i.test(token)

const isBothLettersAndDigits = (token: string): boolean => /[a-z]/i.test(token) && /\d/.test(token)

/** Normal width, single blanks, no web addresses, and one kind of hyphen between letters and digits. */
const readable = (line: string): string =>
  nfkc(line.toWellFormed())
    .slice(0, longestLine)
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/([a-z\d])[‐‑‒–—―−ー](?=[a-z\d])/giu, '$1-')

/** A number with an optional 管理番号 or 品番. A slash separates two numbers unless digits follow: F-10/2. */
const numbers =
  /(?<said>(?:管理番号|品番) ?[はが]? ?:? ?(?:#|no\.?)? ?)?(?<token>[a-z\d]+(?:[-_.][a-z\d]+)*(?:\/\d+(?![a-z\d]| ?枚))?)/giu

export interface NumberInLine {
  readonly number: string
  /** After 管理番号 or 品番, where nothing else can be meant. */
  readonly isSaid: boolean
}

/** At most four: tokens with letters and digits, and any after 管理番号 or 品番 (W1); no measures, paper sizes or days. */
export const numbersInLine = (line: string): readonly NumberInLine[] => {
  const told = new Map<string, NumberInLine>()
  for (const { groups } of readable(line).matchAll(numbers)) {
    const { said, token = '' } = groups ?? {}
    const number = productNumber(token)
    const isSaid = said !== undefined
    const isOne = isSaid || (isBothLettersAndDigits(token) && !isMeasure(token) && !isSize(token))
    if (number === null || !isOne || told.has(numberKey(number))) continue
    told.set(numberKey(number), { number, isSaid })
    if (told.size === mostNumbersOfLine) break
  }
  return [...told.values()]
}

/** Ties match products in any case (P28). */
export const numberKey = (number: string): string => nfkc(number).toLowerCase()

/** Units of a line, 1 to 99: those that its cut sizes take, else its first n枚, else 1 (W1). */
export const unitsInLine = (line: string, cutting: Cutting): number => {
  const text = readable(line)
  const told = unitsOfCuts(text, cutting) ?? countsInLine(text)[0]?.pieces ?? 1
  return Math.min(mostUnits, Math.max(1, told))
}

export interface LineTie extends Omit<TiedProduct, 'units'> {
  readonly line: number
  /** Null: as the line's text tells. */
  readonly units: number | null
  /** Chosen or called a number by the author: a product even if the shop knows none. */
  readonly isSure: boolean
}

export interface TiedLines {
  readonly ingredients: readonly string[]
  readonly ties: readonly MaterialTie[]
}

/** At most forty ties in line order: the author's choice, else what the text says (W1). */
export const tiesOf = ({ ingredients, ties }: TiedLines): readonly LineTie[] => {
  const chosen = new Map(ties.map(({ line, product }) => [line, product]))
  const tied = ingredients.flatMap((text, line): LineTie[] => {
    const product = chosen.get(line)
    if (product === null) return []
    if (product !== undefined) return [{ ...product, line, isSure: true }]
    return numbersInLine(text).map(({ number, isSaid }) => ({
      line,
      number,
      units: null,
      name: '',
      isSure: isSaid,
    }))
  })
  return tied.slice(0, mostTies)
}
