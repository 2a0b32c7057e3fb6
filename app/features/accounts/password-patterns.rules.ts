/** What hands and heads run along: digits, alphabet, rows and columns of the keyboard, the two orders of the kana. */
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

/** Both ways, and on from the end to the beginning. */
const tracks = rows.flatMap((row) => [row + row, backwards(row + row)]).join('\n')

const shortestRun = 3

/** Whether all of a text is runs along these rows, of three characters and more. */
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
 * Whether a text of six characters and more, in lower case, is only a small piece again and again (121212), or runs along
 * what everybody knows by heart (654321, abc123), each character once or several times (aabbcc).
 */
export const isPattern = (text: string): boolean => {
  const characters = [...text]
  const singly = characters.filter((each, at) => each !== characters[at - 1]).join('')
  return [...repeatedPiece(text)].length <= longestSmallPiece || isRuns(text) || isRuns(singly)
}
