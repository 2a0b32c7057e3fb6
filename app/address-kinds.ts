/** Where renders queue when the shop is overloaded; `outside` never queues. */
export type Lane = 'pages' | 'checkout' | 'desk' | 'outside'

/** Who gets the same page, so that it may be cached (docs/decisions/0003); `visitors` have no session. */
export type CachePolicy = 'everybody' | 'visitors' | 'never'

/** Largest body of a write; 0 refuses it unread. A signed but ended session counts: its page keeps what was typed. */
export interface BodyBytes {
  readonly visitor: number
  readonly session: number
}

export interface AddressRules {
  /** Has data requests, and the payment page may lead back to it (S4, S6). */
  readonly page: boolean
  /** Of no row's own: whatever else the router takes for one, or what is not there. */
  readonly isOtherSpelling?: true
  /** Of a page: whether the server is asked for its data. Without, it opens at once and offline. */
  readonly hasLoader: boolean
  readonly cache: CachePolicy
  readonly inSitemap: boolean
  /** Query parameters in canonical order; all others are ignored (P24). */
  readonly parameters: readonly string[]
  readonly bodyBytes: BodyBytes
  /** A form that is too large is refused by the page itself, which is asked for with `refused=size`. */
  readonly tellsSize: boolean
  /** One raw body that may take minutes to come (docs/decisions/0062). */
  readonly upload: boolean
  /** Answers with events, of which a client may open only some (docs/decisions/0035). */
  readonly stream: boolean
  readonly writes: 'same origin' | 'signed'
  /** Its variable part opens something, so logs must not contain it (S23). */
  readonly secret: boolean
  readonly lane: Lane
}

export interface Address extends AddressRules {
  readonly file: `routes/${string}`
  readonly frame: 'shop' | 'gallery' | 'desk' | null
  /** The page in whose outlet it is shown, of which it keeps the path and the query. */
  readonly within?: string
  readonly onlyInDevelopment: boolean
}

export const everybody = (bytes: number): BodyBytes => ({ visitor: bytes, session: bytes })
export const form = { bodyBytes: everybody(262_144) } as const
export const smallForm = { bodyBytes: everybody(8_192) } as const
/** Invalid input is shown again whole; the longest valid one has 40 kB. */
export const profileForm = { bodyBytes: everybody(131_072) } as const
/** A recipe with all its rows; what exceeds a plain form needs a sign-in. */
export const recipeForm = { bodyBytes: { visitor: 262_144, session: 2_097_152 } } as const
export const file = { bodyBytes: { visitor: 0, session: 10_485_760 }, upload: true } as const

type Kind = Omit<Address, 'file'>

export const call = {
  page: false,
  frame: null,
  hasLoader: true,
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
/** Shown after a form of another page was sent without script. */
export const pageOfForm = { ...freshGalleryPage, hasLoader: false, ...form } as const satisfies Kind
export const memberPage = { ...freshGalleryPage, parameters: ['notice'] } as const satisfies Kind
export const galleryPage = { ...memberPage, cache: 'visitors' } as const satisfies Kind
/** Behind the desk's door: its layout answers 404 to everybody else. */
export const deskPage = { ...page, frame: 'desk', lane: 'desk' } as const satisfies Kind
export const deskForm = { bodyBytes: { visitor: 0, session: 262_144 } } as const
export const deskFormPage = { ...deskPage, ...deskForm } as const satisfies Kind
export const productFileDownload = {
  ...deskPage,
  page: false,
  parameters: ['encoding', 'for', 'product'],
} as const satisfies Kind
/** A carrier's file of 500 kB at most, with the fields of 300 orders. */
export const carrierFileForm = { bodyBytes: { visitor: 0, session: 1_048_576 } } as const
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
