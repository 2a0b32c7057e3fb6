import { ok, type Result, refused } from './result.ts'
import { nfkc, withoutInvisible } from './text.ts'

export type EmailFault = 'email_missing' | 'email_invalid'

/** In characters. */
export const longestEmail = 254

/** A dot-atom of RFC 5322 at a host with a public name, in lower case. */
const oneAddress =
  /^(?!\.)(?!.*\.[.@])[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * Until 2009 docomo and au gave out addresses with dots anywhere, which many still have (at au.com as well, since 2018); others of Japan's
 * mobile carriers are read alike. Elsewhere such a dot is a slip, also at y-mobile.ne.jp and uqmobile.jp: they began in 2014, when no carrier
 * gave out such addresses any more.
 */
const carriers =
  /@(?:(?:[a-z0-9-]+\.)*(?:docomo|ezweb|vodafone|softbank|pdx|emnet|disney)\.ne\.jp|au\.com|i\.softbank\.jp|willcom\.com|ymobile\.ne\.jp|jp-[a-z]\.ne\.jp)$/

/** Some people, and mail programs, write quotes around the dots of an address of before; the transport does it again. */
export const unquotedEmail = (text: string): string => text.replace(/^"([^"\\]+)"@/, '$1@')

const dots = /\.+(?=\.|@)|^\.+/g

/**
 * The one rule for an e-mail address that somebody types or brings (N62): one bare address, in lower case, full-width letters converted,
 * without invisible signs and without the quotes that some write around dots. At the mobile carriers of before dots may stand anywhere.
 */
export const readEmail = (typed: string): Result<string, EmailFault> => {
  const plain = withoutInvisible(nfkc(typed)).trim().toLowerCase()
  if (plain === '') return refused('email_missing')
  const email = unquotedEmail(plain)
  const strict = carriers.test(email) ? email.replace(dots, '') : email
  return email.length <= longestEmail && oneAddress.test(strict) && email.indexOf('@') <= 64
    ? ok(email)
    : refused('email_invalid')
}

/** Whether `text` is an address as it stands, but for its case: settings are sent to as they were written. */
export const isEmail = (text: string): boolean => {
  const read = readEmail(text)
  return read.ok && read.value === text.toLowerCase()
}
