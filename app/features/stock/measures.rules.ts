import { ok, type Result, refused } from '~/kernel/result.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { nfkc } from '~/kernel/text.ts'

/** A bolt or a part of one; measures in cm, null when only units are known. */
export interface MeasuredPiece {
  readonly units: number
  readonly lengthCm: number | null
  readonly widthCm: number | null
}

/** One that is added; `name` as the owner calls its bolt, '' for none. */
export interface NewPiece extends MeasuredPiece {
  readonly name?: string
}

/** How a product's pieces are counted: whether units are joined, and the width in cm, null when unknown. */
export interface FabricMeasures {
  readonly joined: Joined
  readonly widthCm: number | null
}

/** Larger values are more likely typing errors. */
export const stockBounds = { pieces: 100, units: 2_000, lengthCm: 50_000, widthCm: 400 } as const

const side = 50

/** The pieces of a bolt (K2): strips of so many units, or one piece when the shape is unknown. */
export const piecesOfBolt = (
  lengthCm: number,
  widthCm: number | null,
  joined: Joined,
  strips: number | null = null,
): MeasuredPiece[] => {
  const along = Math.floor(lengthCm / side)
  const across = strips ?? (widthCm === null ? 1 : Math.floor(widthCm / side))
  const measures = { lengthCm, widthCm }
  if (along === 0 || across === 0) return []
  if (joined === null) return [{ units: along * across, ...measures }]
  return Array.from({ length: across }, () => ({ units: along, ...measures }))
}

const units = (count: number): MeasuredPiece => ({ units: count, lengthCm: null, widthCm: null })

/** Whole cm of a decimal number of m or cm, rounded down. */
const inCm = (digits: string, unit: string): number => {
  const [whole = '0', part = ''] = digits.split('.')
  if (unit === 'cm') return Number(whole)
  return Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
}

const length = String.raw`(\d{1,5}(?:\.\d{1,3})?)(m|cm)`
const bolt = new RegExp(`^${length}(?:x${length})?$`)
const several = /^(\d{1,4})(?:x(\d{1,3}))?$/

const piecesIn = (item: string, { joined, widthCm }: FabricMeasures): MeasuredPiece[] => {
  const [, count, times = '1'] = several.exec(item) ?? []
  if (count !== undefined)
    return Number(times) > stockBounds.pieces
      ? []
      : Array.from({ length: Number(times) }, () => units(Number(count)))
  const [, long, inUnit = '', wide, wideUnit = ''] = bolt.exec(item) ?? []
  if (long === undefined) return []
  const width = wide === undefined ? widthCm : inCm(wide, wideUnit)
  const lengthCm = inCm(long, inUnit)
  const isPossible = lengthCm <= stockBounds.lengthCm && (width ?? 0) <= stockBounds.widthCm
  return isPossible ? piecesOfBolt(lengthCm, width, joined) : []
}

const nothing = ['0', 'なし', '無し', '売切', '売り切れ', '売切れ']

const plainCell = (text: string): string => nfkc(text.slice(0, 1_000)).toLowerCase().trim()

/**
 * Parses pieces from a cell or field (K12): `7`, `7,4,3`, `7×2`, `3.5m`, `3.5m×110cm`; none for `0`, なし and 売切. Refuses the whole
 * text when any of it cannot be read, and an empty text.
 */
export const readPieces = (text: string, measures: FabricMeasures): Result<MeasuredPiece[], 'unreadable'> => {
  const cell = plainCell(text)
  if (nothing.includes(cell)) return ok([])
  const items = cell
    .replace(/[×*✕✖]/g, 'x')
    .replace(/(\d)\s+(m|cm)/g, '$1$2')
    .replace(/\s*x\s*/g, 'x')
    .split(/[\s,、・]+/)
    .filter((item) => item !== '')
  if (items.length === 0 || items.length > stockBounds.pieces) return refused('unreadable')
  const pieces: MeasuredPiece[] = []
  for (const item of items) {
    const found = piecesIn(item, measures)
    if (found.length === 0 || found.some((piece) => !isCount(piece.units))) return refused('unreadable')
    pieces.push(...found)
  }
  return pieces.length > stockBounds.pieces ? refused('unreadable') : ok(pieces)
}

/** Whether a cell or field says that there is nothing, such as なし. */
export const saysNone = (text: string): boolean => nothing.includes(plainCell(text))

const isCount = (count: number): boolean =>
  Number.isSafeInteger(count) && count > 0 && count <= stockBounds.units

/** The cloth's width in cm from what is told of it, such as '生地巾110cm'; null when not stated. */
export const widthCmIn = (width: string): number | null => {
  const [, digits] = /(\d{2,3})(?:\.\d+)?\s*cm/.exec(nfkc(width).toLowerCase()) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Pieces in the owner's notation, longest first: 7、4、3×2; 0 for none. */
export const piecesText = (lengths: readonly number[]): string => {
  const counts = new Map<number, number>()
  for (const each of lengths.toSorted((a, b) => b - a)) counts.set(each, (counts.get(each) ?? 0) + 1)
  if (counts.size === 0) return '0'
  return [...counts].map(([each, times]) => (times === 1 ? `${each}` : `${each}×${times}`)).join('、')
}

/** The pieces of a bolt in words: 7枚つづき × 2本（ぜんぶで14枚）. */
export const boltText = (pieces: readonly Pick<MeasuredPiece, 'units'>[], joined: Joined): string => {
  const [first] = pieces
  if (first === undefined) return '50cm角は取れません'
  const total = pieces.reduce((sum, piece) => sum + piece.units, 0)
  if (joined === null) return `ぜんぶで${total}枚`
  return `${first.units}枚つづき × ${pieces.length}本（ぜんぶで${total}枚）`
}

/** A bolt as typed: length in m, width in cm, number of strips; '' to compute it. */
export interface TypedBolt {
  readonly length: string
  readonly width: string
  readonly strips: string
}

/** Bolts of one receiving. */
const mostBolts = 6

/** The bolts of a form, by its fields. */
export const typedBolts = (typed: (field: string) => string): TypedBolt[] =>
  Array.from({ length: mostBolts }, (_, at) => ({
    length: typed(`length-${at}`),
    width: typed(`width-${at}`),
    strips: typed(`strips-${at}`),
  }))

const plain = (text: string): string => nfkc(text.slice(0, 40)).toLowerCase().replace(/\s+/g, '')

/** The pieces of a typed bolt (K2); none for an empty row. */
export const readBolt = (
  typed: TypedBolt,
  { joined, widthCm }: FabricMeasures,
): Result<MeasuredPiece[], 'unreadable'> => {
  const {
    length: long,
    width,
    strips,
  } = { length: plain(typed.length), width: plain(typed.width), strips: plain(typed.strips) }
  if (long === '') return ok([])
  const [, digits = '', unit = 'm'] = /^(\d{1,5}(?:\.\d{1,3})?)(m|cm)?$/.exec(long) ?? []
  const [, broad] = /^(\d{2,3})(?:cm)?$/.exec(width) ?? []
  const isRead = digits !== '' && (width === '' || broad !== undefined) && /^(?:[1-9]|1\d|20)?$/.test(strips)
  const lengthCm = inCm(digits, unit)
  const wideCm = broad === undefined ? widthCm : Number(broad)
  if (!isRead || lengthCm > stockBounds.lengthCm || (wideCm ?? 0) > stockBounds.widthCm)
    return refused('unreadable')
  const pieces = piecesOfBolt(lengthCm, wideCm, joined, strips === '' ? null : Number(strips))
  return pieces.length > 0 && pieces.every((piece) => isCount(piece.units))
    ? ok(pieces)
    : refused('unreadable')
}
