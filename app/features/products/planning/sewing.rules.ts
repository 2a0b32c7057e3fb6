import { nfkc } from '~/kernel/text.ts'
import { typedCount } from '~/kernel/typed-count.ts'
import { type Cutting, type Layout, layOut, type Part, partsTooLarge } from './layout.rules.ts'

/** In cm. */
export interface FinishedSize {
  readonly width: number
  readonly height: number
}

/** One layer, or lined with this fabric outside, inside or both. */
export const linings = ['none', 'outside', 'inside', 'both'] as const
export type Lining = (typeof linings)[number]

export interface SewnItem {
  readonly name: string
  readonly usual: FinishedSize
  /** Parts of one layer, with the seams and hems that it has lined or unlined. */
  readonly layer: (size: FinishedSize, isLined: boolean) => Part[]
  /** Needed once, of the outside fabric. */
  readonly extras: readonly Part[]
}

/** In cm. */
const seam = 1

/** Two panels keep the pattern upright on both; `top` is the hem at the opening. */
const panels =
  (top: { readonly alone: number; readonly lined: number }) =>
  ({ width, height }: FinishedSize, isLined: boolean): Part[] => [
    {
      name: '本体',
      width: width + 2 * seam,
      height: height + seam + (isLined ? top.lined : top.alone),
      count: 2,
    },
  ]

const bag = panels({ alone: 3, lined: seam })
/** With the casing of the string. */
const drawnBag = panels({ alone: 5, lined: 4 })

/** One piece, hemmed all around or turned with its lining. */
const sheet =
  (hem: number) =>
  ({ width, height }: FinishedSize, isLined: boolean): Part[] => {
    const around = 2 * (isLined ? seam : hem)
    return [{ name: '本体', width: width + around, height: height + around, count: 1 }]
  }

/** The two parts of the back overlap by 10 cm. */
const cushion = ({ width, height }: FinishedSize): Part[] => [
  { name: '前', width: width + 2 * seam, height: height + 2 * seam, count: 1 },
  { name: '後ろ', width: width + 2 * seam, height: height / 2 + 5 + seam + 3, count: 2 },
]

/** Without gussets. */
export const sewnItems: readonly SewnItem[] = [
  {
    name: 'レッスンバッグ',
    usual: { width: 40, height: 30 },
    layer: bag,
    extras: [{ name: '持ち手', width: 10, height: 40, count: 2 }],
  },
  {
    name: '上履き袋',
    usual: { width: 20, height: 28 },
    layer: bag,
    extras: [
      { name: '持ち手', width: 8, height: 32, count: 1 },
      { name: 'タブ', width: 8, height: 8, count: 1 },
    ],
  },
  { name: '体操着袋', usual: { width: 30, height: 35 }, layer: drawnBag, extras: [] },
  { name: '巾着', usual: { width: 20, height: 22 }, layer: drawnBag, extras: [] },
  { name: 'クッション', usual: { width: 45, height: 45 }, layer: cushion, extras: [] },
  { name: 'スタイ', usual: { width: 22, height: 28 }, layer: sheet(seam), extras: [] },
  { name: 'ランチョンマット', usual: { width: 40, height: 30 }, layer: sheet(2), extras: [] },
]

/** Parts to cut, seams included (W42). */
export const partsOf = (item: SewnItem, size: FinishedSize, lining: Lining): Part[] => {
  const layer = item.layer(size, lining !== 'none')
  const outside = [...layer, ...item.extras]
  if (lining === 'inside') return layer
  return lining === 'both'
    ? [...outside, ...layer.map((part) => ({ ...part, name: `裏の${part.name}` }))]
    : outside
}

/** Every pattern may but 無地 (W41). */
export const mayHaveTop = ({
  name,
  description,
}: {
  readonly name: string
  readonly description: string
}): boolean => !`${name}${description}`.includes('無地')

export type Answer =
  | { readonly kind: 'layout'; readonly parts: readonly Part[]; readonly layout: Layout }
  | { readonly kind: 'too-large'; readonly names: readonly string[] }

/** Units for these parts, or those that fit on no piece (W43, W44). */
export const answerFor = (parts: readonly Part[], cutting: Cutting): Answer => {
  const names = partsTooLarge(parts, cutting)
  return names.length > 0
    ? { kind: 'too-large', names }
    : { kind: 'layout', parts, layout: layOut(parts, cutting) }
}

/** Units for the usual size; null if a part fits on no piece. */
export interface UsualAnswer {
  readonly name: string
  readonly size: FinishedSize
  readonly unlined: number | null
  /** Outside and lining of different fabrics. */
  readonly outside: number | null
  readonly inside: number | null
}

/** For a page without script (W45): no part is turned, so that it is enough for every pattern. */
export const usualAnswers = (joined: boolean): UsualAnswer[] =>
  sewnItems.map((item) => {
    const units = (lining: Lining) => {
      const answer = answerFor(partsOf(item, item.usual, lining), { joined, oneWay: true })
      return answer.kind === 'layout' ? answer.layout.units : null
    }
    return {
      name: item.name,
      size: item.usual,
      unlined: units('none'),
      outside: units('outside'),
      inside: units('inside'),
    }
  })

export const mostKinds = 6
export const mostOfAKind = 20
const longestCm = 200

/** A typed length in cm, tenths rounded up so that it is never too short; null outside 1–200 (W44). */
export const lengthTyped = (typed: string): number | null => {
  const plain = nfkc(typed)
    .trim()
    .replace(/\s*cm$/i, '')
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(plain)) return null
  const cm = Math.ceil(Number(plain) * 10 - 1e-6) / 10
  return cm >= 1 && cm <= longestCm ? cm : null
}

/** Null outside 1–20 (W44). */
export const countTyped = (typed: string): number | null => {
  const count = typedCount(typed)
  return count !== null && count >= 1 && count <= mostOfAKind ? count : null
}
