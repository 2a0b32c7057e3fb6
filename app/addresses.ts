/** Where its renders queue when the shop is overloaded; `outside` never does. */
export type Lane = 'pages' | 'checkout' | 'outside'

/** For whom the page is the same and may be cached (docs/decisions/0003); `visitors` are those without a session. */
export type CachePolicy = 'everybody' | 'visitors' | 'never'

/**
 * Who may write, and the largest body in bytes: 0 for whom it is refused before a byte of it is read. `session` is whoever
 * bears a session cookie with a good signature, also of a session that has ended: the page says so, and nothing typed is lost.
 */
export interface BodyBytes {
  readonly visitor: number
  readonly session: number
}

export interface Address {
  /** Has the router's `.data` requests too, and the payment page may lead back to it (S4, S6). */
  readonly page: boolean
  readonly cache: CachePolicy
  readonly inSitemap: boolean
  /** The query parameters that it reads, in canonical order; all others are ignored (P24). */
  readonly parameters: readonly string[]
  readonly bodyBytes: BodyBytes
  /** One raw body that may take minutes to come (docs/decisions/0036). */
  readonly upload: boolean
  /** Answers with events; only so many are open for one client (docs/decisions/0035). */
  readonly stream: boolean
  readonly writes: 'same origin' | 'signed'
  /** Its variable part is a capability: no log may hold it (S23). */
  readonly secret: boolean
  readonly lane: Lane
}

const everybody = (bytes: number): BodyBytes => ({ visitor: bytes, session: bytes })
const form = { bodyBytes: everybody(262_144) } as const
/** What is wrong with it comes back whole; the longest that is taken has 40 kB. */
const profileForm = { bodyBytes: everybody(131_072) } as const
/** A work with all its rows; what is larger than a form waits for the sign-in. */
const workForm = { bodyBytes: { visitor: 262_144, session: 2_097_152 } } as const
const file = { bodyBytes: { visitor: 0, session: 10_485_760 }, upload: true } as const

const call: Address = {
  page: false,
  cache: 'never',
  inSitemap: false,
  parameters: [],
  bodyBytes: everybody(0),
  upload: false,
  stream: false,
  writes: 'same origin',
  secret: false,
  lane: 'pages',
}
const page: Address = { ...call, page: true }
const memberPage: Address = { ...page, parameters: ['notice'] }
const galleryPage: Address = { ...memberPage, cache: 'visitors' }
const cachedPage: Address = { ...page, cache: 'everybody', inSitemap: true }
const checkout: Address = { ...call, bodyBytes: everybody(1_048_576), lane: 'checkout' }
const checkoutStatus: Address = { ...call, parameters: ['session_id'], lane: 'checkout' }

/** Every address of routes.ts; `:name` is one segment, `*` what no other row names. */
export const addresses: Readonly<Record<string, Address>> = {
  '/': cachedPage,
  '/all-products': {
    ...cachedPage,
    parameters: ['q', 'name', 'colour', 'pattern', 'material', 'price', 'sort', 'count'],
    ...form,
  },
  '/all-products/:number': { ...cachedPage, inSitemap: false },
  '/all-products/:number/share.jpg': call,
  '/kits': { ...cachedPage, parameters: ['q', 'level', 'price', 'sort', 'count'] },
  '/kits/:number': { ...cachedPage, inSitemap: false },
  '/kits/:number/share.jpg': call,
  '/influencer_subscription': cachedPage,
  '/subscription': cachedPage,
  '/wishlist': { ...cachedPage, inSitemap: false },
  '/terms': cachedPage,
  '/privacy': cachedPage,
  '/legal': cachedPage,
  '/contact': cachedPage,
  '/login': page,
  '/success': { ...page, parameters: ['session_id'], lane: 'checkout' },
  '/cancel': page,
  '/order/:token': { ...page, secret: true },
  '/mailbox': page,
  '/mailbox/:mailId': call,
  '/gallery': galleryPage,
  '/gallery/main-site': galleryPage,
  '/gallery/search': {
    ...galleryPage,
    parameters: ['q', 'level', 'situation', 'category', 'sort', 'count', 'notice'],
  },
  '/gallery/upload': { ...galleryPage, parameters: ['posted', 'notice'], ...workForm },
  '/gallery/login': { ...galleryPage, parameters: ['view', 'next', 'notice'], ...form },
  '/gallery/logout': { ...page, ...form },
  '/gallery/reset/:token': { ...page, secret: true, ...form },
  '/gallery/confirm/:purpose/:token': { ...page, secret: true, ...form },
  '/gallery/mypage': { ...page, parameters: ['tab', 'count', 'notice'], ...form },
  '/gallery/mypage/email': { ...memberPage, ...form },
  '/gallery/mypage/password': { ...memberPage, ...form },
  '/gallery/mypage/delete': { ...memberPage, ...form },
  '/gallery/mypage/favourites': { ...page, ...form },
  '/gallery/mypage/devices': { ...page, ...form },
  '/gallery/mypage/verification': { ...page, ...form },
  '/gallery/detail': page,
  '/gallery/detail/:recipeId': { ...galleryPage, parameters: ['video', 'comments', 'notice'] },
  '/gallery/detail/:recipeId/comments': { ...page, ...form },
  '/gallery/detail/:recipeId/reactions': { ...call, ...form },
  '/gallery/detail/:recipeId/share.jpg': { ...call, parameters: ['v'] },
  '/gallery/user/:userId': { ...galleryPage, parameters: ['count', 'notice'] },
  '/gallery/recipe-edit/:recipeId': { ...memberPage, ...workForm },
  '/gallery/profile-edit': { ...memberPage, ...profileForm },
  '/gallery/admin': { ...page, parameters: ['tab', 'edit', 'remove', 'done', 'item', 'notice'], ...form },
  '/gallery/admin/picture': { ...call, ...file },
  '/gallery/*': call,
  '/styleguide': call,
  '/api/goods': { ...call, parameters: ['number'] },
  '/api/products': { ...call, parameters: ['number'] },
  '/api/goods-picture': { ...call, parameters: ['of'] },
  '/api/orders/:token': { ...call, parameters: ['payment'], secret: true, lane: 'checkout' },
  '/api/create-checkout-session': checkout,
  '/.netlify/functions/create-checkout-session': checkout,
  '/api/send-welcome-email': { ...call, ...form },
  '/.netlify/functions/send-welcome-email': { ...call, ...form },
  '/api/checkout-status': checkoutStatus,
  '/.netlify/functions/checkout-status': checkoutStatus,
  '/api/recipes/:recipeId/comments': { ...call, cache: 'everybody', parameters: ['v', 'count'], ...form },
  '/api/recipes/:recipeId/comment-events': { ...call, stream: true },
  '/api/uploads/picture': { ...call, parameters: ['for'], ...file },
  '/api/uploads/pdf': { ...call, ...file },
  '/api/stripe/webhook': { ...call, bodyBytes: everybody(1_048_576), writes: 'signed', lane: 'outside' },
  '/api/product-feed': call,
  '/sitemap.xml': { ...call, cache: 'everybody' },
  '/sitemap/:part': { ...call, cache: 'everybody' },
  '/robots.txt': call,
  '/manifest.webmanifest': call,
  '/*': call,
}

export const sitemapPaths: readonly string[] = Object.keys(addresses).filter(
  (path) => addresses[path]?.inSitemap,
)

const patterns = Object.entries(addresses)
  .filter(([path]) => path.includes(':'))
  .map(([path, address]) => ({ form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`), address }))

const exact = (path: string): Address | undefined =>
  addresses[path] ?? patterns.find(({ form }) => form.test(path))?.address

const otherSpelling: Address = { ...call, ...form }

const pathOfData = (path: string) => (path === '/_.data' ? '/' : path.replace(/\.data$/, ''))

/**
 * Another spelling that the router understands as well (a slash at the end, upper case, %61) is like an unknown address: small
 * bodies, same origin, never cached.
 */
export const addressOf = (path: string): Address => {
  const named = exact(path)
  if (named !== undefined || !path.endsWith('.data')) return named ?? otherSpelling
  const shown = exact(pathOfData(path))
  return shown?.page ? shown : otherSpelling
}

/** Whether the payment page may lead back to `path` (S4, S6). */
export const isPage = (path: string): boolean => exact(path)?.page ?? false

/** React Router's own parameter on its data requests: the routes that it needs. */
const routerParameter = '_routes'

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** What follows is ignored, so that no query costs much. */
const mostPairs = 100

/** A longer value asks for nothing that pages for everybody have, and makes none of their keys. */
const longestCachedValue = 400

/**
 * The path of `url` with its known parameters, in one order, without empty ones; of several with one name the first counts.
 * Null when one of them cannot be decoded (P24).
 */
export const canonicalAddress = (url: string): string | null => {
  const [path, query] = splitAt(url, '?')
  if (query === '') return path
  const { parameters, cache } = addressOf(path)
  const names = path.endsWith('.data') ? [...parameters, routerParameter] : parameters
  const given = new Map<string, string>()
  for (const pair of query.split('&', mostPairs)) {
    const [written, value] = splitAt(pair, '=')
    const name = decoded(written)
    if (name !== null && !given.has(name)) given.set(name, value)
  }
  const known = new URLSearchParams()
  for (const name of names) {
    const value = decoded(given.get(name) ?? '')
    if (value === null) return null
    const isTooLong = cache === 'everybody' && value.length > longestCachedValue
    if (value !== '' && !isTooLong) known.set(name, value)
  }
  return known.size === 0 ? path : `${path}?${known}`
}

const secretPlaces = Object.entries(addresses)
  .filter(([, { secret }]) => secret)
  .map(([path]) => path.slice(0, path.indexOf(':')))

/** Decodes ASCII, also from %25xx and so on, and joins slashes. */
const plainPath = (path: string): string => {
  const written = /%(?:25)*([0-7][\da-f])/gi
  const plain = path.replace(written, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return plain.replaceAll(/[/\\]+/g, '/')
}

/**
 * A path as the log may hold it: without an order's token, however its address was spelt, and without whatever else is as long
 * as one (S23).
 */
export const loggedPath = (path: string): string => {
  const plain = plainPath(plainPath(path))
  const place = secretPlaces.find((start) => plain.toLowerCase().includes(start))
  return place === undefined ? plain.replaceAll(/[\w-]{32,}/g, '...') : `${place}...`
}
