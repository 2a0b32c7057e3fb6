/** Where its renders queue when the shop is overloaded; `outside` never does. */
export type Lane = 'pages' | 'checkout' | 'desk' | 'outside'

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

/** How requests for an address are treated. */
export interface AddressRules {
  /** Has the router's `.data` requests too, and the payment page may lead back to it (S4, S6). */
  readonly page: boolean
  readonly cache: CachePolicy
  readonly inSitemap: boolean
  /** The query parameters that it reads, in canonical order; all others are ignored (P24). */
  readonly parameters: readonly string[]
  readonly bodyBytes: BodyBytes
  /** A form that is too large is refused by the page itself, which is asked for with `refused=size`. */
  readonly tellsSize: boolean
  /** One raw body that may take minutes to come (docs/decisions/0036). */
  readonly upload: boolean
  /** Answers with events; only so many are open for one client (docs/decisions/0035). */
  readonly stream: boolean
  readonly writes: 'same origin' | 'signed'
  /** Its variable part is a capability: no log may hold it (S23). */
  readonly secret: boolean
  readonly lane: Lane
}

export interface Address extends AddressRules {
  /** The route module, below `app`. */
  readonly file: `routes/${string}`
  /** The layout around it. */
  readonly frame: 'shop' | 'gallery' | 'desk' | null
  /** There with `npm run dev` alone. */
  readonly onlyInDevelopment: boolean
}

export const everybody = (bytes: number): BodyBytes => ({ visitor: bytes, session: bytes })
export const form = { bodyBytes: everybody(262_144) } as const
/** One mail address. */
export const smallForm = { bodyBytes: everybody(8_192) } as const
/** What is wrong with it comes back whole; the longest that is taken has 40 kB. */
export const profileForm = { bodyBytes: everybody(131_072) } as const
/** A work with all its rows; what is larger than a form waits for the sign-in. */
export const recipeForm = { bodyBytes: { visitor: 262_144, session: 2_097_152 } } as const
export const file = { bodyBytes: { visitor: 0, session: 10_485_760 }, upload: true } as const

type Kind = Omit<Address, 'file'>

/** What no row says otherwise. */
export const call = {
  page: false,
  frame: null,
  cache: 'never',
  inSitemap: false,
  parameters: [],
  bodyBytes: everybody(0),
  tellsSize: false,
  upload: false,
  stream: false,
  writes: 'same origin',
  secret: false,
  lane: 'pages',
  onlyInDevelopment: false,
} as const satisfies Kind
export const page = { ...call, page: true, frame: 'shop' } as const satisfies Kind
export const cachedPage = { ...page, cache: 'everybody', inSitemap: true } as const satisfies Kind
export const freshGalleryPage = { ...page, frame: 'gallery' } as const satisfies Kind
export const memberPage = { ...freshGalleryPage, parameters: ['notice'] } as const satisfies Kind
export const galleryPage = { ...memberPage, cache: 'visitors' } as const satisfies Kind
/** Of the owner's desk, behind its door: the layout around it answers 404 to everybody else. */
export const deskPage = { ...page, frame: 'desk', lane: 'desk' } as const satisfies Kind
/** Of the desk's forms: who may write is decided before the body is read. */
export const deskForm = { bodyBytes: { visitor: 0, session: 262_144 } } as const
export const deskFormPage = { ...deskPage, ...deskForm } as const satisfies Kind
export const productFileDownload = {
  ...deskPage,
  page: false,
  parameters: ['encoding'],
} as const satisfies Kind
/** A file of products, of 2 MB at most; without script the browser cannot say so before it sends. */
export const productFileForm = {
  parameters: ['refused'],
  bodyBytes: { visitor: 0, session: 2_097_152 },
  tellsSize: true,
} as const
export const checkout = { ...call, bodyBytes: everybody(1_048_576), lane: 'checkout' } as const satisfies Kind
export const checkoutStatus = {
  ...call,
  parameters: ['session_id'],
  lane: 'checkout',
} as const satisfies Kind
