import {
  type Address,
  type AddressRules,
  cachedPage,
  call,
  carrierFileForm,
  checkout,
  checkoutStatus,
  deskForm,
  deskFormPage,
  deskPage,
  everybody,
  file,
  form,
  freshGalleryPage,
  galleryPage,
  memberPage,
  page,
  pageOfForm,
  productFileDownload,
  productFileForm,
  profileForm,
  recipeForm,
  smallForm,
} from './address-kinds.ts'

/** The router accepts a final slash, upper case and %61 too: small bodies, same origin, never cached. */
export const otherSpelling: AddressRules = { ...call, ...form, isOtherSpelling: true }
/** As the desk's own pages, so that nobody outside it can tell which of its addresses are there (N108). */
export const otherSpellingOfDesk: AddressRules = { ...deskPage, page: false, ...deskForm }

/** Where the browser may call checkout (S18). */
export const apiBases = ['/.netlify/functions', '/api'] as const

export type ApiBase = (typeof apiBases)[number]

/** Called by programs, and answered as JSON. */
export const callPrefixes = ['/api/', '/.netlify/'] as const

const ordersParameters = [
  ...(['state', 'q', 'buyer', 'count', 'sort', 'dir', 'size', 'page'] as const),
  ...(['period', 'from', 'to', 'goods', 'prefecture', 'least', 'most', 'noted', 'unnumbered'] as const),
] as const

/** `:name` is one segment, `*` whatever no other row names; other addresses give 404 (P22). */
const table = {
  '/': { file: 'routes/shop/home.tsx', ...cachedPage },
  '/all-products': {
    file: 'routes/shop/all-products.tsx',
    ...cachedPage,
    parameters: ['q', 'name', 'colour', 'pattern', 'material', 'price', 'sort', 'count'],
    ...form,
  },
  '/all-products/:number': { file: 'routes/shop/fabric.tsx', ...cachedPage, inSitemap: false, ...smallForm },
  '/all-products/:number/share.jpg': { file: 'routes/shop/share-card.ts', ...call },
  '/fabric-names': { file: 'routes/shop/fabric-names.tsx', ...cachedPage, parameters: ['page'] },
  '/kits': {
    file: 'routes/shop/kits.tsx',
    ...cachedPage,
    parameters: ['q', 'level', 'price', 'sort', 'count'],
  },
  '/kits/:number': { file: 'routes/shop/kit.tsx', ...cachedPage, inSitemap: false, ...smallForm },
  '/kits/:number/share.jpg': { file: 'routes/shop/share-card.ts', ...call },
  '/influencer_subscription': { file: 'routes/shop/influencer-subscription.tsx', ...cachedPage },
  '/subscription': { file: 'routes/shop/subscription.tsx', ...cachedPage },
  '/wishlist': { file: 'routes/shop/wishlist.tsx', ...cachedPage, hasLoader: false, inSitemap: false },
  '/compare': { file: 'routes/shop/compare.tsx', ...cachedPage, hasLoader: false, inSitemap: false },
  '/terms': { file: 'routes/shop/terms.tsx', ...cachedPage },
  '/privacy': { file: 'routes/shop/privacy.tsx', ...cachedPage },
  '/legal': { file: 'routes/shop/legal.tsx', ...cachedPage },
  '/contact': { file: 'routes/shop/contact.tsx', ...cachedPage, hasLoader: false },
  '/login': { file: 'routes/shop/login.tsx', ...page, hasLoader: false },
  '/success': { file: 'routes/shop/success.tsx', ...page, parameters: ['session_id'], lane: 'checkout' },
  '/cancel': { file: 'routes/shop/cancel.tsx', ...page, hasLoader: false },
  '/order/:token': { file: 'routes/shop/order.tsx', ...page, secret: true },
  '/order/:token/receipt': {
    file: 'routes/shop/receipt.tsx',
    ...page,
    secret: true,
    parameters: ['done'],
    ...smallForm,
  },
  '/order/:token/receipt/:document': {
    file: 'routes/shop/receipt-document.ts',
    ...call,
    secret: true,
    parameters: ['print'],
  },
  '/restock/:token': { file: 'routes/shop/restock.tsx', ...page, secret: true, ...smallForm },
  '/mailbox': { file: 'routes/demo/mailbox.tsx', ...page },
  '/mailbox/:mailId': { file: 'routes/demo/mail.ts', ...call },
  '/gallery': { file: 'routes/gallery/home.tsx', ...galleryPage },
  '/gallery/main-site': { file: 'routes/gallery/main-site.tsx', ...galleryPage, hasLoader: false },
  '/gallery/search': {
    file: 'routes/gallery/search.tsx',
    ...galleryPage,
    parameters: ['q', 'level', 'situation', 'category', 'product', 'sort', 'count', 'notice'],
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
    parameters: ['view', 'next', 'wanted', 'notice'],
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
    parameters: ['tab', 'q', 'sort', 'count', 'notice'],
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
  '/gallery/detail/:recipeId/comments': { file: 'routes/gallery/comments.tsx', ...pageOfForm },
  '/gallery/detail/:recipeId/reactions': { file: 'routes/gallery/reactions.ts', ...call, ...form },
  '/gallery/detail/:recipeId/share.jpg': { file: 'routes/gallery/share-card.ts', ...call, parameters: ['v'] },
  '/gallery/user/:userId': {
    file: 'routes/gallery/member.tsx',
    ...galleryPage,
    parameters: ['q', 'sort', 'count', 'notice'],
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
  '/admin': { file: 'routes/desk/today.tsx', ...deskPage },
  '/admin/packing': {
    file: 'routes/desk/packing.tsx',
    ...deskPage,
    parameters: ['page', 'size', 'by', 'done'],
    ...deskForm,
  },
  '/admin/search': { file: 'routes/desk/search.tsx', ...deskPage, parameters: ['q'] },
  '/admin/events': { file: 'routes/desk/desk-events.ts', ...deskPage, page: false, stream: true },
  '/admin/packing/state': {
    file: 'routes/desk/packing-state.ts',
    ...deskPage,
    page: false,
    parameters: ['orders', 'since'],
  },
  '/admin/packing/bolt': { file: 'routes/desk/bolt.tsx', ...deskFormPage, parameters: ['order', 'line'] },
  '/admin/packing/found': {
    file: 'routes/desk/found-fabric.tsx',
    ...deskFormPage,
    parameters: ['page', 'size', 'by'],
  },
  '/admin/packing/print': {
    file: 'routes/desk/packing-print.tsx',
    ...deskFormPage,
    parameters: ['page', 'which', 'order', 'orders'],
  },
  '/admin/packing/labels': {
    file: 'routes/desk/packing-labels.tsx',
    ...deskPage,
    parameters: ['format', 'date', 'from', 'to', 'which', 'page', 'export', 'order', 'orders'],
    ...deskForm,
  },
  '/admin/packing/labels/file': {
    file: 'routes/desk/label-file.ts',
    ...deskPage,
    parameters: ['export', 'date', 'part', 'rest'],
  },
  '/admin/packing/numbers': {
    file: 'routes/desk/packing-numbers.tsx',
    ...deskPage,
    parameters: ['page', 'order', 'orders'],
    ...carrierFileForm,
  },
  '/admin/orders/:number/ship': { file: 'routes/desk/ship.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/orders/:number/undo-ship': { file: 'routes/desk/ship.tsx', ...deskFormPage },
  '/admin/shop': { file: 'routes/desk/shop.tsx', ...deskPage, parameters: ['done'], ...deskForm },
  '/admin/feed': {
    file: 'routes/desk/feed.tsx',
    ...deskFormPage,
    parameters: ['count', 'change', 'only', 'sort', 'dir', 'size', 'page', 'done'],
  },
  '/admin/lists/:list': {
    file: 'routes/desk/list.tsx',
    ...deskFormPage,
    parameters: ['state', 'sort', 'dir', 'size', 'page', 'done'],
  },
  '/admin/lists/:list/:id': {
    file: 'routes/desk/list-entry.tsx',
    ...deskFormPage,
    parameters: ['done'],
  },
  '/admin/home-recipes': { file: 'routes/desk/home-recipes.tsx', ...deskFormPage, parameters: ['q', 'done'] },
  '/admin/settings': { file: 'routes/desk/settings.tsx', ...deskPage },
  '/admin/settings/:part': {
    file: 'routes/desk/settings-part.tsx',
    ...deskFormPage,
    parameters: ['from', 'done'],
  },
  '/admin/products': {
    file: 'routes/desk/products.tsx',
    ...deskFormPage,
    parameters: [
      ...['q', 'state', 'count', 'type', 'stock', 'colour', 'material', 'unpictured'],
      ...['sort', 'dir', 'size', 'page', 'price', 'done'],
    ],
  },
  '/admin/products/new': {
    file: 'routes/desk/product-new.tsx',
    ...deskFormPage,
    parameters: ['type', 'from'],
  },
  '/admin/products/several': {
    file: 'routes/desk/products-several.tsx',
    ...deskFormPage,
    parameters: ['product'],
  },
  '/admin/products/kit-order': { file: 'routes/desk/kit-order.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/products/choices': {
    file: 'routes/desk/product-choices.ts',
    ...call,
    lane: 'desk',
    parameters: ['q', 'type', 'number'],
  },
  '/admin/stock': {
    file: 'routes/desk/stock.tsx',
    ...deskFormPage,
    parameters: ['done', 'q', 'state', 'type', 'sort', 'dir', 'size', 'page'],
  },
  '/admin/receive': { file: 'routes/desk/receive.tsx', ...deskFormPage },
  '/admin/receive/choices': {
    file: 'routes/desk/receive-choices.ts',
    ...call,
    lane: 'desk',
    parameters: ['q', 'number'],
  },
  '/admin/receive/:id': { file: 'routes/desk/receiving.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/products/:number/stock': {
    file: 'routes/desk/product-stock.tsx',
    ...deskFormPage,
    parameters: ['done'],
  },
  '/admin/products/file': { file: 'routes/desk/product-files.tsx', ...deskPage, ...productFileForm },
  '/admin/products/file/download': { file: 'routes/desk/product-file-download.ts', ...productFileDownload },
  '/admin/products/file/:id': { file: 'routes/desk/product-file.tsx', ...deskFormPage, parameters: ['page'] },
  '/admin/products/:number': { file: 'routes/desk/product.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/product-picture': { file: 'routes/api/upload-picture.ts', ...call, lane: 'desk', ...file },
  '/admin/views': { file: 'routes/desk/views.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/more': { file: 'routes/desk/more.tsx', ...deskPage },
  '/admin/backup': { file: 'routes/desk/backup.tsx', ...deskFormPage },
  '/admin/wanted': { file: 'routes/desk/wanted.tsx', ...deskPage },
  '/admin/mails': {
    file: 'routes/desk/mails.tsx',
    ...deskPage,
    parameters: ['state', 'sort', 'dir', 'size', 'page'],
  },
  '/admin/members': {
    file: 'routes/desk/members.tsx',
    ...deskPage,
    parameters: [
      ...['q', 'verified', 'recipes', 'posting', 'commenting', 'suspended'],
      ...['sort', 'dir', 'size', 'page', 'done'],
    ],
  },
  '/admin/members/:id': { file: 'routes/desk/member.tsx', ...deskPage, parameters: ['done'] },
  '/admin/members/:id/:act': { file: 'routes/desk/member-act.tsx', ...deskFormPage, parameters: ['of'] },
  '/admin/log': {
    file: 'routes/desk/log.tsx',
    ...deskPage,
    parameters: [
      ...['act', 'who', 'from', 'to', 'order', 'product'],
      ...['press', 'before', 'sort', 'dir', 'size', 'page'],
    ],
  },
  '/admin/orders/:number/evidence': { file: 'routes/desk/evidence.tsx', ...deskPage },
  '/admin/enter': { file: 'routes/desk/enter.tsx', ...deskFormPage, parameters: ['next'] },
  '/admin/passkey': { file: 'routes/desk/passkey.ts', ...deskPage, page: false, parameters: ['for'] },
  '/admin/join/:token': { file: 'routes/desk/join.tsx', ...deskFormPage, secret: true },
  '/admin/helpers': {
    file: 'routes/desk/people.tsx',
    ...deskPage,
    parameters: ['role', 'sort', 'dir', 'size', 'page', 'done'],
  },
  '/admin/helpers/:act': {
    file: 'routes/desk/desk-person-act.tsx',
    ...deskFormPage,
    parameters: ['of'],
  },
  '/admin/orders': { file: 'routes/desk/orders.tsx', ...deskPage, parameters: ordersParameters },
  '/admin/orders/beside/:number': {
    file: 'routes/desk/order.tsx',
    ...deskFormPage,
    within: '/admin/orders',
    parameters: [...ordersParameters, 'done'],
  },
  '/admin/orders/file': {
    file: 'routes/desk/orders-file.tsx',
    ...deskPage,
    parameters: [
      ...['state', 'q', 'buyer', 'order'],
      ...['period', 'from', 'to', 'goods', 'prefecture', 'least', 'most', 'noted', 'unnumbered'],
    ],
    ...deskForm,
  },
  '/admin/orders/file/download': {
    file: 'routes/desk/orders-file-download.ts',
    ...deskPage,
    page: false,
    parameters: ['export'],
  },
  '/admin/orders/marked/:act': {
    file: 'routes/desk/marked-orders.tsx',
    ...deskFormPage,
    parameters: ['order', 'kind'],
  },
  '/admin/orders/:number': { file: 'routes/desk/order.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/orders/:number/address': { file: 'routes/desk/order-address.tsx', ...deskFormPage },
  '/admin/orders/:number/email': { file: 'routes/desk/order-email.tsx', ...deskFormPage },
  '/admin/orders/:number/message': {
    file: 'routes/desk/order-message.tsx',
    ...deskFormPage,
    parameters: ['template'],
  },
  '/admin/message-templates': {
    file: 'routes/desk/message-templates.tsx',
    ...deskFormPage,
    parameters: ['done'],
  },
  '/admin/orders/:number/receipt': {
    file: 'routes/desk/order-receipt.tsx',
    ...deskFormPage,
    parameters: ['done'],
  },
  '/admin/orders/:number/receipt/:document': {
    file: 'routes/desk/receipt-document.ts',
    ...deskPage,
    page: false,
  },
  '/admin/orders/:number/refund': {
    file: 'routes/desk/refund.tsx',
    ...deskPage,
    parameters: ['done', 'again', 'return'],
    ...deskForm,
  },
  '/admin/orders/:number/exchange': {
    file: 'routes/desk/exchange.tsx',
    ...deskFormPage,
    parameters: ['line', 'units', 'to', 'toSearch', 'undo'],
  },
  '/admin/orders/:number/cancel': { file: 'routes/desk/cancel.tsx', ...deskFormPage },
  '/admin/orders/:number/settle': { file: 'routes/desk/settle.tsx', ...deskFormPage },
  '/admin/orders/:number/return': { file: 'routes/desk/return.tsx', ...deskFormPage, parameters: ['done'] },
  '/admin/orders/:number/transfer': {
    file: 'routes/desk/transfer.tsx',
    ...deskPage,
    parameters: ['refund'],
    ...deskForm,
  },
  '/admin/payments': { file: 'routes/desk/payments.tsx', ...deskPage, parameters: ['done'], ...deskForm },
  '/admin/*': { file: 'routes/not-found.tsx', ...deskPage, page: false },
  '/styleguide': { file: 'routes/dev/styleguide.tsx', ...call, onlyInDevelopment: true },
  '/api/arrivals': { file: 'routes/api/arrivals.ts', ...call, cache: 'everybody' },
  '/api/fabric-names': { file: 'routes/api/fabric-names.ts', ...call, cache: 'everybody' },
  '/api/goods': { file: 'routes/api/products-now.ts', ...call, parameters: ['number'] },
  '/api/products': { file: 'routes/api/products.ts', ...call, parameters: ['number'] },
  '/api/sales-terms': { file: 'routes/api/sales-terms.ts', ...call, cache: 'everybody' },
  '/api/suggestions': {
    file: 'routes/api/suggestions.ts',
    ...call,
    cache: 'everybody',
    parameters: ['in', 'q'],
  },
  '/api/material-products': {
    file: 'routes/api/material-products.ts',
    ...call,
    parameters: ['q', 'number'],
  },
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

export type AddressTable = typeof table

export const addresses: Readonly<Record<string, Address>> = table

export const orderSheets: readonly string[] = Object.keys(addresses).flatMap(
  (path) => /^\/admin\/orders\/:number\/([\w-]+)$/.exec(path)?.[1] ?? [],
)

const pathsOf = (is: (row: Address) => boolean): readonly string[] =>
  Object.entries(addresses).flatMap(([path, row]) => (is(row) ? [path] : []))

export const pagesWithoutLoader = pathsOf(({ page, hasLoader }) => page && !hasLoader)
export const sitemapPaths = pathsOf(({ inSitemap }) => inSitemap)
