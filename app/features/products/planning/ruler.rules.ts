import type { PatternScale } from '~/kernel/pattern-scale.ts'
import { sideCm } from './drawing-scale.rules.ts'

const bag = { width: 40, height: 30 }
const pouch = { width: 20, height: 22 }

const centred = ({ width, height }: typeof bag): string =>
  `M${(sideCm - width) / 2} ${(sideCm - height) / 2}h${width}v${height}h${-width}z`

const finger = (x: number, top: number): string => `M${x} ${top + 0.85}a.85.85 0 0 1 1.7 0V28h-1.7z`

/** 18 cm from wrist to fingertip; all parts run the same way round, so that they fill as one area. */
const hand = [
  finger(20.9, 17.5),
  finger(23, 16),
  finger(25.1, 17),
  finger(27.2, 19.5),
  'M20.9 34V26h8v8z',
  'M21 33.5 17.2 26.8a1 1 0 0 1 1.7-1L21.4 28.6z',
].join('')

/** Laid over the first unit; cm, `path` for SVG. */
export const outlines = [
  {
    kind: 'hand',
    name: '手（長さ約18cm）',
    path: hand,
  },
  { kind: 'bag', name: `レッスンバッグ（横${bag.width}×縦${bag.height}cm）`, path: centred(bag) },
  { kind: 'pouch', name: `巾着（横${pouch.width}×縦${pouch.height}cm）`, path: centred(pouch) },
] as const

const cm = (length: number): string => `${Math.round(length * 10) / 10}cm`

const timesInSide = ({ repeat }: PatternScale): string =>
  repeat === null || repeat > sideCm ? '' : `50cmの辺に、約${Math.floor(sideCm / repeat)}回くり返します。`

/** The drawing in words (W40). */
export const rulerText = (scale: PatternScale, units: number): string => {
  const piece = units === 1 ? '50cm角1枚' : `${units}枚をつなげた50cm×${units * sideCm}cm`
  const { motif, repeat, picture, photograph } = scale
  const told = [
    ...(motif === null ? [] : [`柄ひとつは約${cm(motif)}`]),
    ...(repeat === null ? [] : [`くり返しは約${cm(repeat)}`]),
    ...(picture === null
      ? []
      : [`${photograph === undefined ? '' : `${photograph}枚目の`}写真の横幅は約${cm(picture)}`]),
  ].join('、')
  const how = picture === null ? '丸が柄の大きさです' : '写真を実際の割合で並べています'
  const apart = picture === null && repeat === null ? '（間隔は一例です）' : ''
  return `${piece}に、10cmごとの線を引いた図です。${told}で、${how}${apart}。${timesInSide(scale)}`
}
