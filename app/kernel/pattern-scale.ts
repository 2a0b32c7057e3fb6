import { nfkc } from './text.ts'

/** Sizes of a fabric's pattern in cm; null where unknown. */
export interface PatternScale {
  readonly motif: number | null
  /** From a motif to its repetition. */
  readonly repeat: number | null
  /** The width that the first photograph shows. */
  readonly picture: number | null
}

const labels: Readonly<Record<keyof PatternScale, string>> = {
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
  return Object.values(scale).some((length) => length !== null) ? scale : null
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
