/** A signed cookie for this site alone, which scripts cannot read. */
export interface OwnCookie {
  /** The name on http; on https it gets a prefix. */
  readonly plainName: string
  readonly sameSite: 'Lax' | 'Strict'
  /** Without it the cookie ends with the browser. */
  readonly maxAgeSeconds?: number
  /** The paths of the cookie under its former name. */
  readonly formerPaths: readonly string[]
}

const isHttps = (siteOrigin: string): boolean => siteOrigin.startsWith('https:')

/** `__Host-` keeps every other host, subdomains included, from setting it (ASVS 3.3.1). */
export const cookieName = ({ plainName }: OwnCookie, siteOrigin: string): string =>
  isHttps(siteOrigin) ? `__Host-${plainName}` : plainName

const formerName = ({ plainName }: OwnCookie, siteOrigin: string): string | undefined =>
  isHttps(siteOrigin) ? `__Secure-${plainName}` : undefined

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

/** The value under the present or else the former name; its signature is not checked. */
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

export const settingCookie = (cookie: OwnCookie, value: string, siteOrigin: string): string => {
  const maxAge = cookie.maxAgeSeconds === undefined ? '' : `Max-Age=${cookie.maxAgeSeconds}; `
  return `${cookieName(cookie, siteOrigin)}=${value}; ${maxAge}${attributes(cookie, siteOrigin)}`
}

/** No cache may store an answer with cookies (ASVS 14.3.2). */
export const headersWithCookies = (setCookies: readonly string[]): [string, string][] => [
  ['cache-control', 'no-store'],
  ...setCookies.map((cookie): [string, string] => ['set-cookie', cookie]),
]

export const endingCookie = (cookie: OwnCookie, siteOrigin: string): string =>
  `${cookieName(cookie, siteOrigin)}=; Max-Age=0; ${attributes(cookie, siteOrigin)}`

export interface CheckedCookie {
  readonly cookie: OwnCookie
  readonly isGood: () => boolean
}

/** Set-Cookie headers that end a cookie of a former name, and set a valid one under its present name unless `answered` does. */
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
