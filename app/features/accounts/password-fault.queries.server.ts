import { codePointLength, nfkc } from '~/kernel/text.ts'
import { longestPassword, type PasswordFault, shortestPassword } from './rules.ts'

/**
 * What is wrong with a new password, or null: fewer than 6 characters, more than 200, or one that everybody tries first: among the
 * 49,000 commonest, also several times in a row, a pattern, or `own`, the member's e-mail address and name (A10, ASVS 6.2.4).
 * Full-width letters are compared as their plain ones; the password itself is never changed. To be called before the transaction:
 * the list is loaded when it is first needed.
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

/** Well-known sequences: digits, alphabet, rows and columns of the keyboard, the two orders of the kana. */
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

/** Each in both directions, and twice, so that a run may go on from the end to the beginning. */
const tracks = rows.flatMap((row) => [row + row, backwards(row + row)]).join('\n')

const shortestRun = 3

/** Whether a text consists of runs along these rows, each of three or more characters. */
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

/** The shortest piece of which a text is made by repeating it, cut off anywhere: the text itself when it is no repetition. */
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

/**
 * Whether a text of six or more characters, in lower case, only repeats a small piece (121212) or runs along well-known sequences
 * (654321, abc123), each character once or several times (aabbcc).
 */
export const isPattern = (text: string): boolean => {
  const characters = [...text]
  const singly = characters.filter((each, at) => each !== characters[at - 1]).join('')
  return [...repeatedPiece(text)].length <= longestSmallPiece || isRuns(text) || isRuns(singly)
}
