import { ok, type Result, refused } from '../kernel/result.ts'

/** Of a user or a password: each sign as it is, but those that mean something in an address. */
const plain = String.raw`(?:[^:@/?#%]|%[\da-f]{2})*`
const credentials = new RegExp(`^${plain}(?::${plain})?$`, 'i')
/** Host and port, and options; of a database its name, too. */
const database = /^[^/?#]*(?:\/[^/?#:]*)?(?:\?[^#]*)?$/
const mailServer = /^[^/?#]*\/?(?:\?[^#]*)?$/
const webHost = /^(?:localhost|[^:]*\.[^:]*|\[[\da-f:.]*\])(?::\d*)?$/i

/**
 * Whether an address with a user and a password is read as it was meant, in each of its readers (D95). Everything before the last @ of a database's or
 * a mail server's address is taken for user and password, wherever a sign within them would end them.
 */
export const hasPlainCredentials = (address: string): boolean => {
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z\d+.-]*):\/\/(.*?)\s*$/is.exec(address) ?? []
  if (/^https?$/i.test(scheme)) return isPlainForWeb(rest)
  const at = rest.lastIndexOf('@')
  const place = rest.slice(at + 1)
  const isPlace = /^smtps?$/i.test(scheme) ? mailServer : database
  return arePlain(rest.slice(0, Math.max(at, 0))) && isPlace.test(place) && isDecodable(place)
}

/** A path may have an @ of its own, as long as what stands before it is a host. */
const isPlainForWeb = (rest: string): boolean => {
  const [authority = ''] = rest.split(/[/?#\\]/, 1)
  const at = authority.lastIndexOf('@')
  if (at < 0) return !rest.includes('@') || webHost.test(authority)
  return arePlain(authority.slice(0, at)) && !rest.slice(authority.length).includes('@')
}

const arePlain = (text: string): boolean => credentials.test(text) && isDecodable(text)

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** The whole table, whichever sign it was: nothing of the value is told. */
export const howToWriteSigns =
  'ユーザー名やパスワードの記号が、そのまま書かれています。アドレスの中では、@ は %40、: は %3A、/ は %2F、? は %3F、# は %23、% は %25 と書いてください（区切りの : と @ と / は、そのまま）。'

/**
 * `postgres://…` as its readers take it. `require`, `prefer` and `verify-ca` have always been read as `verify-full` here (docs/decisions/0069), and the
 * next version of the driver would check no certificate for them.
 */
export const withCheckedTls = (databaseUrl: string): string =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(databaseUrl)
    ? databaseUrl
    : databaseUrl.replace(/([?&]sslmode=)(?:require|prefer|verify-ca)(?=&|$)/, '$1verify-full')

/** `postgres://…` that was given to a command, as `DATABASE_URL` would be read; refused with a sentence. */
export const readPostgresAddress = (text: string): Result<string, string> =>
  hasPlainCredentials(text) ? ok(withCheckedTls(text)) : refused(`postgres:// のアドレス：${howToWriteSigns}`)
