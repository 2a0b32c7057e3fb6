import { codePointLength, nfkc } from '~/kernel/japanese-text.ts'

/** Several lines, without marks that are not seen or turn the direction; no blanks at the ends. */
export const plainLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()

/** More are not read: any list of them is too long already (D6). */
const mostRead = 1_000

/** The tags in a text in which 、, commas, blanks and line ends separate them; each once. */
export const interestsIn = (text: string): string[] => [
  ...new Set(
    nfkc(plainLines(text))
      .split(/[\s、,]+/, mostRead)
      .map((tag) => tag.replace(/^#+/, ''))
      .filter((tag) => tag !== ''),
  ),
]

/** Beside a field with a limit, while it is typed: 120／500文字. */
export const lengthText = (text: string, limit: number): string => {
  const length = codePointLength(text)
  const over = length > limit ? `（${length - limit}文字多すぎます）` : ''
  return `${length}／${limit}文字${over}`
}
