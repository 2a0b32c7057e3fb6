import { href, isAt, isBelow } from '~/href.ts'
import { addressOf, canonicalAddress, isPage } from '~/requested-address.ts'
import { cookieIn, type OwnCookie, settingCookie } from '~/server/session/cookies.ts'
import { isDeskList } from '~/ui/desk-lists.tsx'

/** What this device saw at the desk, for links of pages without script; ends with the browser. */
const wayCookie: OwnCookie = { plainName: 'desk-way', sameSite: 'Lax', formerPaths: [] }

export interface DeskWay {
  /** The page of the desk that was seen last. */
  readonly last: string
  /** Of lists, by their path: what followed it, such as `?state=shipped`; the newest one last. */
  readonly lists: Readonly<Record<string, string>>
}

const home = href('/admin')
const longestAddress = 1_500
const mostLists = 6
const longestValue = 3_500

/** A page of the desk with the parameters that it knows, without what it said once; null for every other address (A15). */
const knownAddress = (address: string): string | null => {
  const [path = ''] = address.split('?', 1)
  if (address.length > longestAddress || !isBelow(path, '/admin') || path.endsWith('.data')) return null
  const { lane, secret } = addressOf(path)
  if (!isPage(path) || lane !== 'desk' || secret || isAt(path, ['/admin/enter'])) return null
  const [, query = ''] = (canonicalAddress(address) ?? '').split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete('done')
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

const searchOf = (address: string): string => address.slice(address.split('?', 1)[0]?.length ?? 0)

interface Cookies {
  readonly cookie: string | null | undefined
  readonly siteOrigin: string
  /** What another session saw is not told. */
  readonly sessionId: string
}

export const deskWayIn = ({ cookie, siteOrigin, sessionId }: Cookies): DeskWay => {
  const given = new URLSearchParams(cookieIn(cookie, wayCookie, siteOrigin) ?? '')
  if (given.get('of') !== sessionId) return { last: home, lists: {} }
  const lists = [...given].flatMap(([path, search]) => {
    const known = isDeskList(path) ? knownAddress(`${path}${search}`) : null
    return known === null ? [] : [[path, searchOf(known)] as const]
  })
  return {
    last: knownAddress(given.get('last') ?? '') ?? home,
    lists: Object.fromEntries(lists.slice(-mostLists)),
  }
}

/** The Set-Cookie header after this page was seen; null when there is nothing new in it. */
export const deskWayAfter = (cookies: Cookies, { pathname, search }: URL): string | null => {
  const seen = knownAddress(`${pathname}${search}`)
  if (seen === null) return null
  const { lists: before, last } = deskWayIn(cookies)
  // What is open beside a list is no list of its own.
  const isList = isDeskList(pathname) && !isAt(pathname, ['/admin/orders/beside/:number'])
  if (last === seen && (!isList || before[pathname] === searchOf(seen))) return null
  const { [pathname]: _former, ...others } = before
  const lists = Object.entries(isList ? { ...others, [pathname]: searchOf(seen) } : before).slice(-mostLists)
  const written = (kept: typeof lists) =>
    String(
      new URLSearchParams([
        ['of', cookies.sessionId],
        ['last', seen],
        ...kept.map(([path, text]) => [path, text]),
      ]),
    )
  const kept = lists.map((_, at) => written(lists.slice(at))).find(({ length }) => length <= longestValue)
  return settingCookie(wayCookie, kept ?? written([]), cookies.siteOrigin)
}
