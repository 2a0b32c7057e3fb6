import { data } from 'react-router'

/**
 * The pages that are the same for everybody without a session, with the parameters that each knows (DESIGN section 5).
 * An address that is not here is drawn anew each time.
 */
const keepable: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/all-products': ['name', 'count'],
  '/kits': ['level', 'count'],
  '/influencer_subscription': [],
  '/subscription': [],
  '/terms': [],
  '/privacy': [],
  '/legal': [],
  '/contact': [],
}

/** The paths of those pages: what search engines should know. */
export const pagesForEverybody: readonly string[] = Object.keys(keepable)

/** Parameters that newsletters, social networks and search engines add to links: they never change a page. */
const tracking = /^(utm_[a-z]+|fbclid|gclid|yclid|ttclid|twclid|msclkid|mc_[a-z]+|igshid|_gl|srsltid)$/

/** React Router's own parameter on data requests. */
const routerParameter = '_routes'
const longestKept = 400

const pathOfPage = (path: string) => (path === '/_.data' ? '/' : path.replace(/\.data$/, ''))

/**
 * What an address (path and query) is to the page cache: `keep` when only parameters that the page knows stand in it,
 * else `pass`. Long addresses pass, so that nobody fills the cache with them.
 */
export const pageKind = (address: string): 'keep' | 'pass' => {
  if (address.length > longestKept) return 'pass'
  const [path = '/', query = ''] = address.split('?', 2)
  const known = keepable[pathOfPage(path)]
  if (known === undefined) return 'pass'
  const names = [...new URLSearchParams(query).keys()]
  return names.every((name) => known.includes(name) || name === routerParameter) ? 'keep' : 'pass'
}

/**
 * The parameters of a page's address that the page does not know, tracking ones left aside. A page answers 400 when
 * there are any; `known` are its own.
 */
export const unknownParameters = (url: URL, known: readonly string[]): string[] =>
  [...new Set(url.searchParams.keys())].filter(
    (name) => !known.includes(name) && !tracking.test(name) && name !== routerParameter,
  )

/**
 * For the loader of a page: throws the answer 400 when the address of `request` has a parameter that the page does not
 * know. `known` are the page's own; those of a page that is kept stand above.
 */
export const refuseUnknownParameters = (request: Request, known?: readonly string[]): void => {
  const url = new URL(request.url)
  if (unknownParameters(url, known ?? keepable[pathOfPage(url.pathname)] ?? []).length > 0)
    throw data(null, { status: 400 })
}
