/** Full-width digits and letters, half-width katakana and ㎝ in their plain forms. */
export const nfkc = (text: string): string => text.normalize('NFKC')

/**
 * Whether a reader sees anything of it: blanks, marks without a letter, and fillers such as U+3164 or U+2800 are nothing, as a
 * title, a name or a comment (R43).
 */
export const isVisible = (text: string): boolean =>
  /[^\s\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text)

export const codePointLength = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** A new list in dictionary order of `textOf` (P6): kana by sound, ｷｯﾄ with キット; equal readings by their code units. */
export const sortByKana = <T>(items: readonly T[], textOf: (item: T) => string): T[] => {
  const { compare } = new Intl.Collator('ja', { numeric: true })
  return items
    .map((item) => ({ item, text: textOf(item), reading: nfkc(textOf(item)).trim() }))
    .sort((a, b) => compare(a.reading, b.reading) || compareCodeUnits(a.text, b.text))
    .map(({ item }) => item)
}

/** For `sort`: the order of ids, the same in every language. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

// Each is one character whatever stands beside it; most texts hold nothing else, and a segmenter costs more than a card.
const ofPlainCharacters =
  /^[\n\x20-\x7e\u00d7\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uff01-\uff60]*$/

/** The first `limit` characters of `text` as a reader sees them. */
export const firstCharacters = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  if (ofPlainCharacters.test(text.slice(0, limit + 1))) return text.slice(0, limit)
  let shown = 0
  for (const { index } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)) {
    if (shown === limit) return text.slice(0, index)
    shown += 1
  }
  return text
}

/** At most `limit` characters as a reader sees them, then … when something was left out (R37). */
export const cutText = (text: string, limit: number): string => {
  const start = firstCharacters(text, limit)
  return start === text ? text : `${start}…`
}

/** One well-formed line, without what ends header lines, steers a terminal, or cannot be stored in PostgreSQL. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
