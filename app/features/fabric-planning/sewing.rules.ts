import { type Cutting, type Layout, layOut, type Part, partsTooLarge } from './layout.rules.ts'

/** Finished, in cm. */
export interface FinishedSize {
  readonly width: number
  readonly height: number
}

/** What is sewn of it: one layer, or with a lining of which this fabric is the outside, the inside or both. */
export const linings = ['none', 'outside', 'inside', 'both'] as const
export type Lining = (typeof linings)[number]

export interface SewnItem {
  readonly name: string
  readonly usual: FinishedSize
  /** Of one layer, with the seams and hems that it has without a lining or with one. */
  readonly layer: (size: FinishedSize, isLined: boolean) => Part[]
  /** Once for the item, of the outside. */
  readonly extras: readonly Part[]
}

/** Each seam, in cm. */
const seam = 1

/** Two panels, so that a pattern stands upright on both; `top` is the hem of one layer at the opening. */
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
/** The casing of the string. */
const drawnBag = panels({ alone: 5, lined: 4 })

/** One piece, hemmed all around or turned with its lining. */
const sheet =
  (hem: number) =>
  ({ width, height }: FinishedSize, isLined: boolean): Part[] => {
    const around = 2 * (isLined ? seam : hem)
    return [{ name: '本体', width: width + around, height: height + around, count: 1 }]
  }

/** The back is two parts that lie over each other by 10 cm. */
const cushion = ({ width, height }: FinishedSize): Part[] => [
  { name: '前', width: width + 2 * seam, height: height + 2 * seam, count: 1 },
  { name: '後ろ', width: width + 2 * seam, height: height / 2 + 5 + seam + 3, count: 2 },
]

/** With their usual finished sizes; none has a gusset. */
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

/** The parts of an item that are cut from this fabric, seams included (W42). */
export const partsOf = (item: SewnItem, size: FinishedSize, lining: Lining): Part[] => {
  const layer = item.layer(size, lining !== 'none')
  const outside = [...layer, ...item.extras]
  if (lining === 'inside') return layer
  return lining === 'both'
    ? [...outside, ...layer.map((part) => ({ ...part, name: `裏の${part.name}` }))]
    : outside
}

export type Answer =
  | { readonly kind: 'layout'; readonly parts: readonly Part[]; readonly layout: Layout }
  | { readonly kind: 'too-large'; readonly names: readonly string[] }

/** How many units these parts take, or which of them no piece holds (W43, W44). */
export const answerFor = (parts: readonly Part[], cloth: Cutting): Answer => {
  const names = partsTooLarge(parts, cloth)
  return names.length > 0
    ? { kind: 'too-large', names }
    : { kind: 'layout', parts, layout: layOut(parts, cloth) }
}

/** Of one item in its usual size; null where no piece holds its parts. */
export interface UsualAnswer {
  readonly name: string
  readonly size: FinishedSize
  readonly unlined: number | null
  /** Of an outside, and of a lining, each of a fabric of its own. */
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

const numberIn = (typed: string): number => {
  const plain = typed
    .normalize('NFKC')
    .trim()
    .replace(/\s*(?:cm|枚)$/i, '')
  return /^\d{1,4}(?:\.\d{1,2})?$/.test(plain) ? Math.ceil(Number(plain) * 10 - 1e-6) / 10 : Number.NaN
}

/** A length as it was typed, in cm, tenths rounded up so that it is never too short; null outside 1–200 (W44). */
export const lengthTyped = (typed: string): number | null => {
  const cm = numberIn(typed)
  return cm >= 1 && cm <= longestCm ? cm : null
}

/** How many of a part, as it was typed; null outside 1–20 (W44). */
export const countTyped = (typed: string): number | null => {
  const count = numberIn(typed)
  return Number.isInteger(count) && count >= 1 && count <= mostOfAKind ? count : null
}
