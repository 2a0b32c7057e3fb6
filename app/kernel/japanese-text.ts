/** The text with full-width digits and letters, half-width katakana and ㎝ brought to their plain forms (NFKC). */
export const nfkc = (text: string): string => text.normalize('NFKC')

/** How many characters a reader of the limits counts: code points, so that an emoji is one and not two. */
export const codePointLength = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/**
 * A new list in dictionary order of the text that `textOf` gives (P6): kana by sound, ｷｯﾄ with キット, full-width
 * with plain. Equal readings keep a fixed order by their code units, so that a list never depends on where it came from.
 */
export const sortByKana = <T>(items: readonly T[], textOf: (item: T) => string): T[] => {
  const { compare } = new Intl.Collator('ja', { numeric: true })
  return items
    .map((item) => ({ item, text: textOf(item), reading: nfkc(textOf(item)).trim() }))
    .sort((a, b) => compare(a.reading, b.reading) || compareCodeUnits(a.text, b.text))
    .map(({ item }) => item)
}

/** The order of ids and other machine text: the same on every machine, in every language. Negative, 0 or positive. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * At most `limit` characters as a reader sees them, then … when something was left out (R37). An emoji, a flag or a
 * letter with its mark is one character and is never cut in half.
 */
export const cutText = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  let shown = 0
  for (const { index } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)) {
    if (shown === limit) return `${text.slice(0, index)}…`
    shown += 1
  }
  return text
}

/**
 * A text from outside as one line of plain signs, well-formed and trimmed: line breaks, control characters (which end
 * header lines, steer a terminal, and which PostgreSQL cannot keep) and marks that turn the direction of reading become
 * blanks. Emoji and their joiners stay.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
