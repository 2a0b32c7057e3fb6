import { longestPassword, type PasswordFault, shortestPassword } from '~/features/profiles/rules.ts'
import { codePointLength, nfkc } from '~/kernel/text.ts'
import { isPattern, repeatedPiece } from './password-patterns.rules.ts'

/**
 * What is wrong with a new password, or null: fewer than 6 characters, more than 200, or one that everybody tries first: among the
 * 49,000 commonest, also several times in a row, a pattern, or `own`, the member's e-mail address and name (A10, ASVS 6.2.4).
 * Full-width letters are compared as what they mean, for their hash is the same; the password itself is never changed.
 * To be asked before the transaction: the list is loaded when it is first needed.
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
