import { codePointLength, nfkc } from '~/kernel/text.ts'
import { longestPassword, type PasswordFault, shortestPassword } from './rules.ts'

/**
 * A fault of a new password, or null: fewer than 6 characters, more than 200, or easily guessed: one of the 49,000 commonest, also
 * repeated, a pattern, or `own`, the member's address and name (A10, ASVS 6.2.4). Full-width letters count as plain ones. Call it before
 * the transaction: the first call loads the list.
 */
export const passwordFault = async (
  password: string,
  own: readonly string[],
): Promise<PasswordFault | null> => {
  const length = codePointLength(password)
  if (length < shortestPassword) return 'password_too_short'
  if (length > longestPassword) return 'password_too_long'
  const plain = nfkc(password).toLowerCase()
  if (isPattern(plain) || isOwn(plain, own)) return 'password_weak'
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const isCommon = [plain, repeatedPiece(plain)].some((each) => dictionary['passwords-common'].includes(each))
  return isCommon ? 'password_weak' : null
}

const isOwn = (plain: string, own: readonly string[]): boolean =>
  own
    .map((text) => nfkc(text).toLowerCase())
    .flatMap((text) => [text, text.split('@')[0]])
    .includes(plain)

/** Well-known sequences: digits, alphabet, keyboard rows and columns, both kana orders. */
const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん',
  'いろはにほへとちりぬるをわかよたれそつねならむ',
]

const backwards = (text: string): string => [...text].reverse().join('')

/** In both directions, and twice, so that a run may wrap around. */
const tracks = rows.flatMap((row) => [row + row, backwards(row + row)]).join('\n')

const shortestRun = 3

/** Whether a text consists of runs of three or more characters along these rows. */
const isRuns = (text: string): boolean => {
  let from = 0
  while (from < text.length) {
    let to = from
    while (to < text.length && tracks.includes(text.slice(from, to + 1))) to += 1
    if (to - from < shortestRun) return false
    from = to
  }
  return true
}

/** The shortest piece whose repetition, cut off anywhere, gives the text; the text itself if there is none. */
export const repeatedPiece = (text: string): string => {
  const characters = [...text]
  const length = characters.findIndex(
    (_, period) =>
      period > 0 &&
      period * 2 <= characters.length &&
      characters.every((each, at) => each === characters[at % period]),
  )
  return length === -1 ? text : characters.slice(0, length).join('')
}

const longestSmallPiece = 4

/** Whether a lower-case text only repeats a small piece (121212) or runs along sequences (654321, aabbcc); from six characters. */
export const isPattern = (text: string): boolean => {
  const characters = [...text]
  const singly = characters.filter((each, at) => each !== characters[at - 1]).join('')
  return [...repeatedPiece(text)].length <= longestSmallPiece || isRuns(text) || isRuns(singly)
}
