import { productNumber } from '~/features/products/rules.ts'
import { nfkc } from '~/kernel/text.ts'
import type { MaterialTie, TiedProduct } from './types.ts'

/** Of one line no more are read. */
export const mostNumbersOfLine = 4

/** Of one recipe. */
export const mostTies = 40

/** As many units as a tie may say. */
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

/** How wide and how high it is, such as H30cm, and sizes of paper. */
const isSize = (token: string): boolean => /^(?:[whd]\d+(?:\.\d+)?(?:cm|mm|m)?|[ab]\d)$/i.test(token)

const isBothLettersAndDigits = (token: string): boolean => /[a-z]/i.test(token) && /\d/.test(token)

/** Plain width, one blank, no addresses; what people type for a hyphen between letters and digits is one. */
const readable = (line: string): string =>
  nfkc(line.toWellFormed())
    .slice(0, longestLine)
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[a-z\d])[‐‑‒–—―−ー](?=[a-z\d])/giu, '-')

/** A number with what says that it is one. A slash parts two numbers, but for digits after it: F-10/2. */
const numbers =
  /(?<said>(?:管理番号|品番) ?[はが]? ?:? ?(?:#|no\.?)? ?)?(?<token>[a-z\d]+(?:[-_.][a-z\d]+)*(?:\/\d+(?![a-z\d]| ?枚))?)/giu

export interface ToldNumber {
  /** As products' numbers are written, but for the case. */
  readonly number: string
  /** It follows 管理番号 or 品番: nothing else can be meant. */
  readonly isSaid: boolean
}

/**
 * The numbers of products that a line of materials tells, each once, at most four: those that hold letters and digits, and
 * any that follow 管理番号 or 品番 (W1). Measures, sizes of paper, days and the numbers of threads and needles are none.
 */
export const numbersTold = (line: string): readonly ToldNumber[] => {
  const told = new Map<string, ToldNumber>()
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

/** By which ties and products find each other: people do not mind the case of a number (P28). */
export const numberKey = (number: string): string => nfkc(number).toLowerCase()

const kanjiUnits = '〇一二三四五六七八九十'

/** How many units a line asks for: the first n枚 in it, which is no way of sewing (2枚仕立て), else 1; 1 to 99. */
export const unitsTold = (line: string): number => {
  const [, digits, kanji] =
    /(?:(\d{1,3})|([一二三四五六七八九十])) ?枚(?!はぎ|接ぎ|仕立|重ね|合わせ)/u.exec(readable(line)) ?? []
  const told = digits === undefined ? kanjiUnits.indexOf(kanji ?? '一') : Number(digits)
  return Math.min(mostUnits, Math.max(1, told))
}

/** A product that a line is tied to. */
export interface TieOfLine extends TiedProduct {
  /** From 0. */
  readonly line: number
  /** The author chose it or calls it a number: it is a product even where the shop knows none. */
  readonly isSure: boolean
}

export interface TiedLines {
  readonly ingredients: readonly string[]
  readonly ties: readonly MaterialTie[]
}

/** What each line is tied to, in their order: what its author chose, else what its text tells (W1); at most forty. */
export const tiesOf = ({ ingredients, ties }: TiedLines): readonly TieOfLine[] => {
  const chosen = new Map(ties.map(({ line, product }) => [line, product]))
  const tied = ingredients.flatMap((text, line): TieOfLine[] => {
    const product = chosen.get(line)
    if (product === null) return []
    if (product !== undefined) return [{ ...product, line, isSure: true }]
    const told = unitsTold(text)
    return numbersTold(text).map(({ number, isSaid }) => ({
      line,
      number,
      units: told,
      name: '',
      isSure: isSaid,
    }))
  })
  return tied.slice(0, mostTies)
}
