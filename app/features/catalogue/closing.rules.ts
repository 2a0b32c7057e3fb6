import { codePointLength } from '~/kernel/japanese-text.ts'

/** The shop is closed for a while: since when (epoch ms), and the owner's own line for the notice, which may be empty. */
export interface Closure {
  readonly since: number
  readonly message: string
}

const longestMessage = 200

/** The line that a notice shows, trimmed, or null when it is not one line of plain signs, at most 200 characters. */
export const closureMessage = (text: string): string | null => {
  const line = text.trim()
  const isPlain = line.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(line)
  return isPlain && codePointLength(line) <= longestMessage ? line : null
}
