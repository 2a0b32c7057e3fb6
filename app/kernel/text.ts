/** Full-width letters, half-width katakana and ㎝ in their plain forms. */
export const nfkc = (text: string): string => text.normalize('NFKC')

/** Without what nobody sees: selectors of variants, joiners, marks of direction, soft hyphens and fillers. */
export const withoutInvisible = (text: string): string =>
  text.replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu, '')

/** Whether a reader sees anything: blanks, marks without a letter and fillers (U+3164, U+2800) do not count (R43). */
export const isVisible = (text: string): boolean =>
  /[^\s\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text)

/** Code points, as limits of texts and their counters count. */
export const codePointLength = (text: string): number => {
  let length = 0
  for (const _ of text) length += 1
  return length
}

// Each of these is one character in any context, and most texts hold nothing else: a segmenter is slow.
const ofPlainCharacters =
  /^[\n\x20-\x7e\u00d7\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30fe\u3300-\u33ff\u4e00-\u9fff\uff01-\uff60]*$/

/** The first `limit` characters as a reader sees them. */
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

/** Firefox before 125 has no segmenter; the pattern comes close. */
const characterStarts = (text: string): Iterable<number> =>
  'Segmenter' in Intl ? segmentStarts(text) : Array.from(text.matchAll(withWhatFollows), ({ index }) => index)

const segmentStarts = function* (text: string) {
  for (const { index } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)) yield index
}

// A line end, a pair of flags, or a character with its marks, skin tones, tags and joined parts.
const withWhatFollows =
  /\r\n|(?:\p{RI}{2}|.)(?:[\p{M}\p{EMod}\uff9e\uff9f\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gsu

/** At most `limit` visible characters, then … if something was cut (R37). */
export const cutText = (text: string, limit: number): string => {
  const start = firstCharacters(text, limit)
  return start === text ? text : `${start}…`
}

export const summaryLine = (text: string, limit: number): string => cutText(oneLine(text), limit)

/** One well-formed line, without characters that end header lines, steer terminals, or PostgreSQL cannot store. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()

export const withLineEnds = (text: string): string => text.replace(/\r\n?|[\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n')

/** What a field of one line gives back that was drawn with `text`: browsers leave out its line ends. */
export const inOneField = (text: string): string => text.replace(/[\r\n]/g, '')

/** Well-formed lines without what steers terminals, turns the direction or PostgreSQL cannot store. Idempotent; keeps tabs. */
export const plainLines = (text: string): string =>
  withLineEnds(text.toWellFormed())
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()

/** More tags are not read: such a list is too long in any case (D6). */
const mostTagsRead = 1_000

/** Tags separated by 、, commas, blanks or line ends, without #, distinct and visible. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    nfkc(plainLines(text))
      .split(/[\s、,]+/, mostTagsRead)
      .map((tag) => tag.replace(/^#+/, ''))
      .filter(isVisible),
  ),
]

export const lengthText = (text: string, limit: number): string => {
  const length = codePointLength(text)
  const over = length > limit ? `（${length - limit}文字多すぎます）` : ''
  return `${length}／${limit}文字${over}`
}
