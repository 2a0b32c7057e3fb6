import { nfkc } from './text.ts'

/** Sizes of a fabric's pattern in cm; null where unknown. */
export interface PatternScale {
  readonly motif: number | null
  /** From a motif to its repetition. */
  readonly repeat: number | null
  /** The width that a photograph shows: the first one if `photograph` names none. */
  readonly picture: number | null
  /** From 2: 2枚目の写真の幅 20cm. */
  readonly photograph?: number
}

const labels = {
  motif: '柄の大きさ|柄の?サイズ|モチーフの?(?:大きさ|サイズ)',
  repeat: '柄の?リピート|リピート|柄の?送り|柄の?間隔',
  picture: '写真の(?:横)?幅',
}

const largestCm = 200

/** Reads 柄の大きさ：約3cm, 柄リピート 12cm, 写真の幅 30cm (W40). 2〜3cm is 3, 3×4cm is 3; null if none has 1 mm to 200 cm. */
export const readPatternScale = (text: string): PatternScale | null => {
  const plain = nfkc(text)
  const scale = {
    motif: lengthAfter(plain, labels.motif),
    repeat: lengthAfter(plain, labels.repeat),
    picture: lengthAfter(plain, labels.picture),
  }
  if (Object.values(scale).every((length) => length === null)) return null
  const photograph = Number(/([2-9])枚目の写真の(?:横)?幅/.exec(plain)?.[1] ?? 1)
  return scale.picture === null || photograph === 1 ? scale : { ...scale, photograph }
}

const lengthAfter = (text: string, label: string): number | null => {
  const number = String.raw`(\d{1,4}(?:\.\d{1,2})?)`
  const unit = '(cm|mm|センチ|ミリ)'
  const found = new RegExp(
    String.raw`(?:${label})\s*[はが:]?\s*(?:およそ|約|直径|[縦横タテヨコ])*\s*${number}\s*${unit}?(?:\s*[〜~\-–]\s*${number}\s*${unit}|\s*[×xX]\s*[縦横]?\s*\d[\d.]*\s*${unit})?`,
  ).exec(text)
  if (found === null) return null
  const [, first = '', firstUnit, second, secondUnit, thirdUnit] = found
  const named = firstUnit ?? secondUnit ?? thirdUnit
  if (named === undefined) return null
  const length = Number(second ?? first) / (named === 'mm' || named === 'ミリ' ? 10 : 1)
  return length >= 0.1 && length <= largestCm ? length : null
}
