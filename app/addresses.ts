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

/** How requests for an address are treated. */
export interface AddressRules {
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

export interface Address extends AddressRules {
  /** The route module, below `app`. */
  readonly file: `routes/${string}`
  /** The layout around it. */
  readonly frame: 'shop' | 'gallery' | null
  /** There with `npm run dev` alone. */
  readonly onlyInDevelopment: boolean
}

const everybody = (bytes: number): BodyBytes => ({ visitor: bytes, session: bytes })
const form = { bodyBytes: everybody(262_144) } as const
/** What is wrong with it comes back whole; the longest that is taken has 40 kB. */
const profileForm = { bodyBytes: everybody(131_072) } as const
/** A work with all its rows; what is larger than a form waits for the sign-in. */
const recipeForm = { bodyBytes: { visitor: 262_144, session: 2_097_152 } } as const
const file = { bodyBytes: { visitor: 0, session: 10_485_760 }, upload: true } as const

type Kind = Omit<Address, 'file'>

/** What no row says otherwise. */
const call = {
  page: false,
  frame: null,
  cache: 'never',
  inSitemap: false,
  parameters: [],
  bodyBytes: everybody(0),
  upload: false,
  stream: false,
  writes: 'same origin',
  secret: false,
  lane: 'pages',
  onlyInDevelopment: false,
} as const satisfies Kind
const page = { ...call, page: true, frame: 'shop' } as const satisfies Kind
const cachedPage = { ...page, cache: 'everybody', inSitemap: true } as const satisfies Kind
const freshGalleryPage = { ...page, frame: 'gallery' } as const satisfies Kind
const memberPage = { ...freshGalleryPage, parameters: ['notice'] } as const satisfies Kind
const galleryPage = { ...memberPage, cache: 'visitors' } as const satisfies Kind
const checkout = { ...call, bodyBytes: everybody(1_048_576), lane: 'checkout' } as const satisfies Kind
const checkoutStatus = { ...call, parameters: ['session_id'], lane: 'checkout' } as const satisfies Kind

/**
 * Another spelling that the router understands as well (a slash at the end, upper case, %61) is like an unknown address: small
 * bodies, same origin, never cached.
 */
export const otherSpelling: AddressRules = { ...call, ...form }

/** Where the browser may be told to call checkout (S18). */
export const apiBases = ['/.netlify/functions', '/api'] as const

export type ApiBase = (typeof apiBases)[number]

/** What begins so is called by programs, and answered as JSON. */
export const callPrefixes = ['/api/', '/.netlify/'] as const

/** `:name` is one segment, `*` what no other row names. Whatever stands nowhere here is a real 404 (P22). */
const table = {
  '/': { file: 'routes/shop/home.tsx', ...cachedPage },
  '/all-products': {
    file: 'routes/shop/all-products.tsx',
    ...cachedPage,
    parameters: ['q', 'name', 'colour', 'pattern', 'material', 'price', 'sort', 'count'],
    ...form,
  },
  '/all-products/:number': { file: 'routes/shop/fabric.tsx', ...cachedPage, inSitemap: false },
  '/all-products/:number/share.jpg': { file: 'routes/shop/share-card.ts', ...call },
  '/kits': {
    file: 'routes/shop/kits.tsx',
    ...cachedPage,
    parameters: ['q', 'level', 'price', 'sort', 'count'],
  },
  '/kits/:number': { file: 'routes/shop/kit.tsx', ...cachedPage, inSitemap: false },
  '/kits/:number/share.jpg': { file: 'routes/shop/share-card.ts', ...call },
  '/influencer_subscription': { file: 'routes/shop/influencer-subscription.tsx', ...cachedPage },
  '/subscription': { file: 'routes/shop/subscription.tsx', ...cachedPage },
  '/wishlist': { file: 'routes/shop/wishlist.tsx', ...cachedPage, inSitemap: false },
  '/terms': { file: 'routes/shop/terms.tsx', ...cachedPage },
  '/privacy': { file: 'routes/shop/privacy.tsx', ...cachedPage },
  '/legal': { file: 'routes/shop/legal.tsx', ...cachedPage },
  '/contact': { file: 'routes/shop/contact.tsx', ...cachedPage },
  '/login': { file: 'routes/shop/login.tsx', ...page },
  '/success': { file: 'routes/shop/success.tsx', ...page, parameters: ['session_id'], lane: 'checkout' },
  '/cancel': { file: 'routes/shop/cancel.tsx', ...page },
  '/order/:token': { file: 'routes/shop/order.tsx', ...page, secret: true },
  '/mailbox': { file: 'routes/demo/mailbox.tsx', ...page },
  '/mailbox/:mailId': { file: 'routes/demo/mail.ts', ...call },
  '/gallery': { file: 'routes/gallery/home.tsx', ...galleryPage },
  '/gallery/main-site': { file: 'routes/gallery/main-site.tsx', ...galleryPage },
  '/gallery/search': {
    file: 'routes/gallery/search.tsx',
    ...galleryPage,
    parameters: ['q', 'level', 'situation', 'category', 'sort', 'count', 'notice'],
  },
  '/gallery/upload': {
    file: 'routes/gallery/upload.tsx',
    ...galleryPage,
    parameters: ['posted', 'notice'],
    ...recipeForm,
  },
  '/gallery/login': {
    file: 'routes/account/login.tsx',
    ...galleryPage,
    parameters: ['view', 'next', 'notice'],
    ...form,
  },
  '/gallery/logout': { file: 'routes/account/logout.tsx', ...freshGalleryPage, ...form },
  '/gallery/reset/:token': {
    file: 'routes/account/reset-password.tsx',
    ...freshGalleryPage,
    secret: true,
    ...form,
  },
  '/gallery/confirm/:purpose/:token': {
    file: 'routes/account/confirm-link.tsx',
    ...freshGalleryPage,
    secret: true,
    ...form,
  },
  '/gallery/mypage': {
    file: 'routes/account/my-page.tsx',
    ...freshGalleryPage,
    parameters: ['tab', 'count', 'notice'],
    ...form,
  },
  '/gallery/mypage/email': { file: 'routes/account/change-email.tsx', ...memberPage, ...form },
  '/gallery/mypage/password': { file: 'routes/account/change-password.tsx', ...memberPage, ...form },
  '/gallery/mypage/delete': { file: 'routes/account/delete-account.tsx', ...memberPage, ...form },
  '/gallery/mypage/favourites': { file: 'routes/account/favourites.ts', ...freshGalleryPage, ...form },
  '/gallery/mypage/devices': { file: 'routes/account/devices.ts', ...freshGalleryPage, ...form },
  '/gallery/mypage/verification': { file: 'routes/account/verification.ts', ...freshGalleryPage, ...form },
  '/gallery/detail': { file: 'routes/gallery/no-recipe.tsx', ...freshGalleryPage },
  '/gallery/detail/:recipeId': {
    file: 'routes/gallery/recipe.tsx',
    ...galleryPage,
    parameters: ['video', 'comments', 'notice'],
  },
  '/gallery/detail/:recipeId/comments': { file: 'routes/gallery/comments.tsx', ...freshGalleryPage, ...form },
  '/gallery/detail/:recipeId/reactions': { file: 'routes/gallery/reactions.ts', ...call, ...form },
  '/gallery/detail/:recipeId/share.jpg': { file: 'routes/gallery/share-card.ts', ...call, parameters: ['v'] },
  '/gallery/user/:userId': {
    file: 'routes/gallery/member.tsx',
    ...galleryPage,
    parameters: ['count', 'notice'],
  },
  '/gallery/recipe-edit/:recipeId': { file: 'routes/gallery/recipe-edit.tsx', ...memberPage, ...recipeForm },
  '/gallery/profile-edit': { file: 'routes/account/profile-edit.tsx', ...memberPage, ...profileForm },
  '/gallery/admin': {
    file: 'routes/admin/admin.tsx',
    ...freshGalleryPage,
    parameters: ['tab', 'edit', 'remove', 'done', 'item', 'notice'],
    ...form,
  },
  '/gallery/admin/picture': { file: 'routes/api/upload-picture.ts', ...call, ...file },
  '/gallery/*': { file: 'routes/not-found.tsx', ...call, frame: 'gallery' },
  '/styleguide': { file: 'routes/dev/styleguide.tsx', ...call, onlyInDevelopment: true },
  '/api/goods': { file: 'routes/api/products-now.ts', ...call, parameters: ['number'] },
  '/api/products': { file: 'routes/api/products.ts', ...call, parameters: ['number'] },
  '/api/goods-picture': { file: 'routes/api/product-picture.ts', ...call, parameters: ['of'] },
  '/api/orders/:token': {
    file: 'routes/api/my-order.ts',
    ...call,
    parameters: ['payment'],
    secret: true,
    lane: 'checkout',
  },
  '/api/create-checkout-session': { file: 'routes/api/create-checkout-session.ts', ...checkout },
  '/.netlify/functions/create-checkout-session': {
    file: 'routes/api/create-checkout-session.ts',
    ...checkout,
  },
  '/api/send-welcome-email': { file: 'routes/api/send-welcome-email.ts', ...call, ...form },
  '/.netlify/functions/send-welcome-email': { file: 'routes/api/send-welcome-email.ts', ...call, ...form },
  '/api/checkout-status': { file: 'routes/api/checkout-status.ts', ...checkoutStatus },
  '/.netlify/functions/checkout-status': { file: 'routes/api/checkout-status.ts', ...checkoutStatus },
  '/api/recipes/:recipeId/comments': {
    file: 'routes/api/comments.ts',
    ...call,
    cache: 'everybody',
    parameters: ['v', 'count'],
    ...form,
  },
  '/api/recipes/:recipeId/comment-events': { file: 'routes/api/comment-events.ts', ...call, stream: true },
  '/api/uploads/picture': { file: 'routes/api/upload-picture.ts', ...call, parameters: ['for'], ...file },
  '/api/uploads/pdf': { file: 'routes/api/upload-pdf.ts', ...call, ...file },
  '/api/stripe/webhook': {
    file: 'routes/api/stripe-webhook.ts',
    ...call,
    bodyBytes: everybody(1_048_576),
    writes: 'signed',
    lane: 'outside',
  },
  '/api/product-feed': { file: 'routes/api/product-feed.ts', ...call },
  '/sitemap.xml': { file: 'routes/api/sitemap.ts', ...call, cache: 'everybody' },
  '/sitemap/:part': { file: 'routes/api/sitemap-part.ts', ...call, cache: 'everybody' },
  '/robots.txt': { file: 'routes/api/robots.ts', ...call },
  '/manifest.webmanifest': { file: 'routes/api/web-manifest.ts', ...call },
  '/*': { file: 'routes/not-found.tsx', ...call, frame: 'shop' },
} as const satisfies Readonly<Record<`/${string}`, Address>>

/** For the types of links (app/href.ts). */
export type AddressTable = typeof table

/** Every address of the site. */
export const addresses: Readonly<Record<string, Address>> = table

export const sitemapPaths: readonly string[] = Object.keys(addresses).filter(
  (path) => addresses[path]?.inSitemap,
)
