import { sideCm } from '~/features/products/planning/drawing-scale.rules.ts'
import type { Cutting, Part } from '~/features/products/planning/layout.rules.ts'
import { answerFor } from '~/features/products/planning/sewing.rules.ts'
import { numberKey, productNumber, type SellableProduct } from '~/features/products/rules.ts'
import { nfkc } from '~/kernel/text.ts'

export interface TiedProduct {
  readonly number: string
  readonly units: number
  /** The product's name when it was chosen; '' if the line's text names the number. */
  readonly name: string
}

/** An author's choice for a line; without one the line's text counts (W1). */
export interface MaterialTie {
  /** From 0, in the recipe's `ingredients`; at most one tie a line. */
  readonly line: number
  /** Null: not a product of the shop, even if the text holds a number. */
  readonly product: TiedProduct | null
}

export interface TiedMaterial {
  readonly line: number
  /** The shop's spelling, or the author's if the product is gone. */
  readonly number: string
  readonly units: number
  readonly name: string
  /** Null if it left, or another product has its number now. */
  readonly product: SellableProduct | null
  /** At most two similar fabrics on sale, if it cannot be bought. */
  readonly near: readonly SellableProduct[]
}

export interface OfferedProduct {
  readonly number: string
  readonly type: SellableProduct['type']
  readonly name: string
  readonly called: string
  readonly price: SellableProduct['price']
  readonly picture: string
  /** Why it cannot be bought, such as 売り切れ; null if it can. */
  readonly stopped: string | null
  /** Its pieces are not turned (W41). */
  readonly mayHaveTop: boolean
}

export interface Offer {
  readonly products: readonly OfferedProduct[]
  /** Found by the last word alone, which a choice then replaces. */
  readonly byLastWord: boolean
}

/** As many pieces as 何枚いる？ lays out: six kinds of twenty. */
const mostPieces = 120

const length = String.raw`(\d{1,3}(?:\.\d{1,2})?)(?![\d.]) ?(cm|mm|m|センチ)?`
const across = '横|よこ|ヨコ|幅|w'
const along = '縦|たて|タテ|丈|高さ|h'
const sideName = `(?:(${along})|${across})?`

/** 42×22cm, 縦22×横42cm. No size: 50cm×1枚, and cloth of a width (50×110cm幅). */
const rectangle = new RegExp(
  String.raw`${sideName} ?${length} ?[×✕x*] ?(?:${along}|${across})? ?(?!\d+ ?枚)${length}(?! ?(?:cm|mm|m|センチ)? ?[幅巾])`,
  'giu',
)
const isInNumberOrCode = /[a-z\d.]-?$/iu
/** 20cm角, 20センチ四方, 直径15cm. */
const square = new RegExp(`${length} ?(?:角|四方|正方形)|直径 ?約?${length}`, 'giu')
const isInNumber = /[\d.]$/u
const count = /(?:(\d{1,3})|([一二三四五六七八九十])) ?枚(?!はぎ|接ぎ|仕立|重ね|合わせ)(ずつ)?/gu

interface CutSize {
  readonly kind: 'size'
  readonly from: number
  readonly to: number
  readonly width: number
  readonly height: number
}

interface ToldCount {
  readonly kind: 'count'
  readonly from: number
  readonly to: number
  readonly pieces: number
  /** ずつ: of each size before it. */
  readonly each: boolean
}

const kanji = '〇一二三四五六七八九十'

/** The n枚 of a line that are no sewing term (2枚仕立て), in order. */
const countsInLine = (line: string): readonly ToldCount[] =>
  [...line.matchAll(count)].map(({ index, 0: text, 1: digits, 2: word, 3: each }) => ({
    kind: 'count',
    from: index,
    to: index + text.length,
    pieces: digits === undefined ? kanji.indexOf(word ?? '一') : Number(digits),
    each: each !== undefined,
  }))

const cmOf = (digits = '', unit = 'cm'): number =>
  Math.ceil(Number(digits) * ({ mm: 1, m: 1_000 }[unit.toLowerCase()] ?? 10) - 1e-6) / 10

/** The matches whose text before does not end with `unlike`: Safari 15 has no lookbehind. */
const matchesIn = (line: string, pattern: RegExp, unlike: RegExp): RegExpExecArray[] => {
  const matches: RegExpExecArray[] = []
  const again = new RegExp(pattern)
  for (let found = again.exec(line); found !== null; found = again.exec(line))
    if (unlike.test(line.slice(Math.max(0, found.index - 2), found.index))) again.lastIndex = found.index + 1
    else matches.push(found)
  return matches
}

const sizesInLine = (line: string): readonly CutSize[] => {
  const rectangles = matchesIn(line, rectangle, isInNumberOrCode).map((found): CutSize => {
    const [text, firstAlong, first, firstUnit, second, secondUnit] = found
    const sides = [cmOf(first, firstUnit ?? secondUnit), cmOf(second, secondUnit ?? firstUnit)] as const
    const [width, height] = firstAlong !== undefined ? sides.toReversed() : sides
    return {
      kind: 'size',
      from: found.index,
      to: found.index + text.length,
      width: width ?? 0,
      height: height ?? 0,
    }
  })
  const squares = matchesIn(line, square, isInNumber).map((found): CutSize => {
    const side = cmOf(found[1] ?? found[3], found[2] ?? found[4])
    return { kind: 'size', from: found.index, to: found.index + found[0].length, width: side, height: side }
  })
  return [...rectangles, ...squares]
}

/** 50cm角 is what is sold, so that its n枚 are squares. */
const isUnit = ({ width, height }: CutSize): boolean => width === sideCm && height === sideCm

/** Interfacing is no fabric of the shop, and what is finished has no seams yet. */
const isNoCut = (textBefore: string): boolean =>
  /(?:芯|できあがり|出来上がり|仕上がり|完成|型紙|用紙)[^、。,;…]*$/u.test(textBefore)

const isOfSizeBefore = (between: string): boolean =>
  /^ ?(?:\([^()]*\))? ?(?:サイズ)?(?:の[円丸形])?(?:に|を|で|が|:|×|x|\*)? ?(?:カット|裁断|裁ち)?(?:各|それぞれ)? ?$/u.test(
    between,
  )

const isOfSizeAfter = (between: string): boolean => /^ ?[(:]? ?$/u.test(between)

/**
 * The pieces that a line says are cut, the first side across unless 縦 says otherwise (W1). Null if it tells none, or first how many
 * squares it takes (50cm角 3枚 … 38×37cmを2枚). `line` is of normal width with single blanks.
 */
const cutsInLine = (line: string): readonly Part[] | null => {
  const told = [...sizesInLine(line), ...countsInLine(line)].sort((a, b) => a.from - b.from)
  const between = (at: number) => line.slice(told[at - 1]?.to ?? 0, told[at]?.from)
  /** The n枚 of the size at this place, which mostly stands behind it: 42×22cmを2枚. */
  const countBehind = (at: number) => {
    const next = told[at + 1]
    return next?.kind === 'count' && isOfSizeBefore(between(at + 1)) ? next : undefined
  }
  const countOf = (at: number) => {
    const before = told[at - 1]
    const isBefore = before?.kind === 'count' && !taken.has(before) && isOfSizeAfter(between(at))
    return countBehind(at) ?? (isBefore ? before : undefined)
  }
  const taken = new Set<ToldCount>()
  const parts: Part[] = []
  /** How many sizes wait for the ずつ of a later one. */
  let waiting = 0
  for (const [at, one] of told.entries()) {
    if (one.kind === 'count') {
      const next = told[at + 1]
      const isOfNext =
        next?.kind === 'size' &&
        !isUnit(next) &&
        isOfSizeAfter(between(at + 1)) &&
        countBehind(at + 1) === undefined
      // How many squares it takes comes first.
      if (parts.length === 0 && !taken.has(one) && !isOfNext) return null
      continue
    }
    if (isUnit(one)) continue
    const own = countOf(at)
    if (own !== undefined) taken.add(own)
    const isCut = !isNoCut(between(at))
    if (own?.each)
      for (let back = 1; back <= waiting; back += 1) {
        const part = parts.at(-back)
        if (part !== undefined) parts[parts.length - back] = { ...part, count: own.pieces }
      }
    if (isCut) parts.push({ name: '', width: one.width, height: one.height, count: own?.pieces ?? 1 })
    if (own !== undefined) waiting = 0
    else if (isCut) waiting += 1
  }
  return parts.length === 0 ? null : parts
}

/**
 * How many squares the cut sizes of a line take, laid out as 何枚いる？ does (W1, W43). A piece that fits only turned is turned. Null if
 * the line tells no cut size, one that no piece holds, or more than 120 pieces.
 */
const unitsOfCuts = (line: string, cutting: Cutting): number | null => {
  const parts = cutsInLine(line)?.filter(({ count }) => count > 0)
  if (parts === undefined || parts.length === 0) return null
  if (parts.reduce((sum, { count }) => sum + count, 0) > mostPieces) return null
  if (parts.some(({ width, height }) => Math.min(width, height) < 1)) return null
  for (const oneWay of new Set([cutting.oneWay, false])) {
    const answer = answerFor(parts, { ...cutting, oneWay })
    if (answer.kind === 'layout') return answer.layout.units
  }
  return null
}

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
