/** A cookie that proves something to this site alone. Scripts cannot read it. */
export interface OwnCookie {
  /** On http; elsewhere with a prefix. */
  readonly plainName: string
  readonly sameSite: 'Lax' | 'Strict'
  /** Without it the cookie ends with the browser. */
  readonly maxAgeSeconds?: number
  /** Where it stood under its former name. */
  readonly formerPaths: readonly string[]
}

const isHttps = (siteOrigin: string): boolean => siteOrigin.startsWith('https:')

/** With `__Host-` no other host, not even one below or above this one, can have set it (ASVS 3.3.1). */
export const cookieName = ({ plainName }: OwnCookie, siteOrigin: string): string =>
  isHttps(siteOrigin) ? `__Host-${plainName}` : plainName

const formerName = ({ plainName }: OwnCookie, siteOrigin: string): string | undefined =>
  isHttps(siteOrigin) ? `__Secure-${plainName}` : undefined

/** The value of this name in a Cookie header; of several the first. */
const valueIn = (header: string, name: string): string | undefined => {
  const pair = header
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1).replace(/^"(.*)"$/s, '$1')
}

const formerValueIn = (header: string, cookie: OwnCookie, siteOrigin: string): string | undefined => {
  const name = formerName(cookie, siteOrigin)
  return name === undefined ? undefined : valueIn(header, name)
}

/** The value of the cookie in a Cookie header, under its present name, or else under its former one; not yet checked. */
export const cookieIn = (
  header: string | null | undefined,
  cookie: OwnCookie,
  siteOrigin: string,
): string | undefined => {
  if (header === null || header === undefined || !header.includes(cookie.plainName)) return undefined
  return valueIn(header, cookieName(cookie, siteOrigin)) ?? formerValueIn(header, cookie, siteOrigin)
}

const attributes = ({ sameSite }: OwnCookie, siteOrigin: string, path = '/'): string =>
  `Path=${path}; HttpOnly; SameSite=${sameSite}${isHttps(siteOrigin) ? '; Secure' : ''}`

/** The Set-Cookie header that gives the cookie this value. */
export const settingCookie = (cookie: OwnCookie, value: string, siteOrigin: string): string => {
  const maxAge = cookie.maxAgeSeconds === undefined ? '' : `Max-Age=${cookie.maxAgeSeconds}; `
  return `${cookieName(cookie, siteOrigin)}=${value}; ${maxAge}${attributes(cookie, siteOrigin)}`
}

/** The headers of an answer that sets these cookies; no cache may store it (ASVS 14.3.2). */
export const headersWithCookies = (setCookies: readonly string[]): [string, string][] => [
  ['cache-control', 'no-store'],
  ...setCookies.map((cookie): [string, string] => ['set-cookie', cookie]),
]

/** The Set-Cookie header after which the browser has the cookie no more. */
export const endingCookie = (cookie: OwnCookie, siteOrigin: string): string =>
  `${cookieName(cookie, siteOrigin)}=; Max-Age=0; ${attributes(cookie, siteOrigin)}`

/** A cookie, and whether its value in a request was signed by us. */
export interface CheckedCookie {
  readonly cookie: OwnCookie
  readonly isGood: () => boolean
}

/**
 * The Set-Cookie headers that an answer needs besides those that it has (`answered`): what the request brought under a former
 * name is taken away, and gets its present name if it is good, unless it has it already or the answer says what it is now.
 */
export const renamedCookies = (
  header: string | null,
  checked: readonly CheckedCookie[],
  siteOrigin: string,
  answered: readonly string[],
): string[] =>
  checked.flatMap(({ cookie, isGood }) => {
    const former = formerValueIn(header ?? '', cookie, siteOrigin)
    if (former === undefined) return []
    const name = cookieName(cookie, siteOrigin)
    const isSettled =
      valueIn(header ?? '', name) !== undefined || answered.some((each) => each.startsWith(`${name}=`))
    const ended = cookie.formerPaths.map(
      (path) => `${formerName(cookie, siteOrigin)}=; Max-Age=0; ${attributes(cookie, siteOrigin, path)}`,
    )
    return isSettled || !isGood() ? ended : [settingCookie(cookie, former, siteOrigin), ...ended]
  })
