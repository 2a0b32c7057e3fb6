/** Full-width digits and letters, half-width katakana and ㎝ in their plain forms. */
export const nfkc = (text: string): string => text.normalize('NFKC')

/**
 * Whether a reader sees anything of it: blanks, marks without a letter, and fillers such as U+3164 or U+2800 are nothing, as a
 * title, a name or a comment (R43).
 */
export const isVisible = (text: string): boolean =>
  /[^\s\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text)

/** In characters, as limits of texts and their counters count them: code points. */
export const codePointLength = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

// Each is one character whatever stands beside it; most texts hold nothing else, and a segmenter costs more than a card.
const ofPlainCharacters =
  /^[\n\x20-\x7e\u00d7\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uff01-\uff60]*$/

/** The first `limit` characters of `text` as a reader sees them. */
export const firstCharacters = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  if (ofPlainCharacters.test(text.slice(0, limit + 1))) return text.slice(0, limit)
  let shown = 0
  for (const index of characterStarts(text)) {
    if (shown === limit) return text.slice(0, index)
    shown += 1
  }
  return text
}

/** Where each character of `text` begins, as a reader sees them. Firefox before 125 has no segmenter: there nearly so. */
const characterStarts = (text: string): Iterable<number> =>
  'Segmenter' in Intl ? segmentStarts(text) : Array.from(text.matchAll(withWhatFollows), ({ index }) => index)

const segmentStarts = function* (text: string) {
  for (const { index } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)) yield index
}

// A line's end, a pair of flags, or a character, with marks, tones of skin, tags and what a joiner adds.
const withWhatFollows =
  /\r\n|(?:\p{RI}{2}|.)(?:[\p{M}\p{EMod}\uff9e\uff9f\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gsu

/** At most `limit` characters as a reader sees them, then … when something was left out (R37). */
export const cutText = (text: string, limit: number): string => {
  const start = firstCharacters(text, limit)
  return start === text ? text : `${start}…`
}

/** A beginning of `text` on one line, as descriptions of pages show it: at most `limit` characters, and …. */
export const summaryLine = (text: string, limit: number): string => cutText(oneLine(text), limit)

/** One well-formed line, without what ends header lines, steers a terminal, or cannot be stored in PostgreSQL. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()

/** Every way to end a line as \n. */
export const withLineEnds = (text: string): string => text.replace(/\r\n?|[\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n')

/**
 * Well-formed lines without what steers a terminal, turns the direction of others or cannot be stored in PostgreSQL; tabs
 * stay, blanks at the ends do not. What was cleaned once stays as it is.
 */
export const plainLines = (text: string): string =>
  withLineEnds(text.toWellFormed())
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()

/** More are not read: any list of them is too long already (D6). */
const mostTagsRead = 1_000

/** The tags in a text in which 、, commas, blanks and line ends separate them, without #; each once, and none that nobody sees. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    nfkc(plainLines(text))
      .split(/[\s、,]+/, mostTagsRead)
      .map((tag) => tag.replace(/^#+/, ''))
      .filter(isVisible),
  ),
]

/** Beside a field with a limit, while it is typed: 120／500文字. */
export const lengthText = (text: string, limit: number): string => {
  const length = codePointLength(text)
  const over = length > limit ? `（${length - limit}文字多すぎます）` : ''
  return `${length}／${limit}文字${over}`
}
