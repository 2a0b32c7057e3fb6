import { codePointLength } from '~/kernel/japanese-text.ts'
import { longestPassword, type PasswordFault, shortestPassword } from './rules.ts'

/**
 * What is wrong with a new password, or null: fewer than 6 characters, more than 200, or one that everybody tries first: among the
 * 49,000 commonest, one character only, or `own`, the member's e-mail address and name (A10, ASVS 6.2.4). It is never changed.
 * To be asked before the transaction: the list is loaded when it is first needed.
 */
export const passwordFault = async (
  password: string,
  own: readonly string[],
): Promise<PasswordFault | null> => {
  const length = codePointLength(password)
  if (length < shortestPassword) return 'password_too_short'
  if (length > longestPassword) return 'password_too_long'
  const plain = password.toLowerCase()
  if (new Set(plain).size === 1 || isOwn(plain, own)) return 'password_weak'
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(plain) ? 'password_weak' : null
}

const isOwn = (plain: string, own: readonly string[]): boolean =>
  own
    .map((text) => text.toLowerCase())
    .flatMap((text) => [text, text.split('@')[0]])
    .includes(plain)
