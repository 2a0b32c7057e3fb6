import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Address } from './address-kinds.ts'
import { addresses, sitemapPaths } from './addresses.ts'
import { orderPath } from './features/orders/rules.ts'
import { shouldRevalidate } from './layouts/shop-layout.tsx'
import { addressOf, canonicalAddress, isPage, loggedPath } from './requested-address.ts'
import routes from './routes.ts'

interface Route {
  readonly path?: string | undefined
  readonly index?: boolean | undefined
  readonly id?: string | undefined
  readonly file: string
  readonly children?: readonly Route[] | undefined
}

/** With the whole path of each; a frame has that of what it is in. */
const flat = (entries: readonly Route[], parent = ''): (Route & { readonly at: string })[] =>
  entries.flatMap((entry) => {
    const at = entry.index ? '/' : entry.path === undefined ? parent : `${parent}/${entry.path}`
    return [{ ...entry, at }, ...flat(entry.children ?? [], at)]
  })
const pathsOf = (entries: readonly Route[]): string[] =>
  flat(entries).flatMap(({ at }) => (at === '' ? [] : at))
const routePaths = pathsOf(routes)

describe('the table', () => {
  test('ASVS 6.3.4: is the routes: each row is one, in the frame that it names, with a file that is there', () => {
    expect(routePaths.sort()).toEqual(Object.keys(addresses).sort())
    for (const [path, { file, frame, within }] of Object.entries(addresses)) {
      const layout = routes.find(({ children = [] }) => pathsOf(children).includes(path))
      const shown = layout?.children?.find((route) => `/${route.path}` === within)
      if (within !== undefined) expect(pathsOf([shown ?? { file: '' }]), path).toContain(path)
      expect(layout?.file, path).toBe(frame === null ? undefined : `layouts/${frame}-layout.tsx`)
      expect(existsSync(join('app', file)), file).toBe(true)
    }
  })

  test('gives a route that shares its file an id of its own', () => {
    const ids = flat(routes).map(({ id, file }) => id ?? file)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('names no query parameter as a segment of its path, for links take both together', () => {
    for (const [path, { parameters }] of Object.entries(addresses))
      expect(
        parameters.filter((name) => path.includes(`:${name}`)),
        path,
      ).toEqual([])
  })

  test('says of each page whether it has a loader', () => {
    const loaderIn = ({ file }: Address) =>
      /^export const loader\b/m.test(readFileSync(join('app', file), 'utf8'))
    const pages = Object.entries(addresses).filter(([, { page }]) => page)
    expect(pages.filter(([, row]) => row.hasLoader !== loaderIn(row)).map(([path]) => path)).toEqual([])
  })

  test('whoever goes to a page of the shop hears that it has closed, but where no request is made', () => {
    const asks = (path: string) => {
      const url = new URL(path.replace(/:\w+/g, 'x'), 'https://shop.example')
      const way = { currentUrl: url, nextUrl: url, currentParams: {}, nextParams: {} }
      return shouldRevalidate({ ...way, defaultShouldRevalidate: true })
    }
    const ofShop = Object.entries(addresses).filter(([, { frame, page }]) => page && frame === 'shop')
    expect(ofShop.filter(([path]) => asks(path)).map(([path]) => path)).toEqual(
      ofShop.filter(([, { hasLoader }]) => hasLoader).map(([path]) => path),
    )
  })

  test('S18: checkout and its status stand at both bases, with one handler and one row', () => {
    for (const call of ['create-checkout-session', 'checkout-status']) {
      const paths = [`api/${call}`, `.netlify/functions/${call}`]
      const files = paths.map((path) => flat(routes).find((route) => route.path === path)?.file)
      expect(files[0]).toBeDefined()
      expect(files[0]).toBe(files[1])
      expect(addresses[`/${paths[0]}`]).toEqual(addresses[`/${paths[1]}`])
    }
  })

  test('calls pages what is drawn in a frame, but for what is in no frame and not found', () => {
    // A file or JSON of the desk has its layout only because of the desk's door.
    const isFileOfDesk = (path: string) => addresses[path]?.frame === 'desk' && !addresses[path].page
    const drawn = routes
      .flatMap(({ children = [] }) => pathsOf(children))
      .filter((path) => !path.includes('*') && !isFileOfDesk(path))
    expect(Object.keys(addresses).filter((path) => addresses[path]?.page)).toEqual(
      expect.arrayContaining(drawn),
    )
    expect(Object.keys(addresses).filter((path) => addresses[path]?.page)).toHaveLength(drawn.length)
  })

  test('D7: lets somebody write exactly where a route does something with it', () => {
    const writing = flat(routes)
      .filter(({ file }) => /^export const action\b/m.test(readFileSync(join('app', file), 'utf8')))
      .map(({ at }) => at)
    expect(
      Object.keys(addresses)
        .filter((path) => (addresses[path]?.bodyBytes.session ?? 0) > 0)
        .sort(),
    ).toEqual(writing.sort())
  })

  test('D7: gives more than a form to the cart, to events, and to whoever bears a session', () => {
    const form = 262_144
    const more = Object.entries(addresses).filter(([, { bodyBytes }]) => bodyBytes.visitor > form)
    expect(more.map(([path]) => path)).toEqual([
      '/api/create-checkout-session',
      '/.netlify/functions/create-checkout-session',
      '/api/stripe/webhook',
    ])
    const ofMembers = Object.entries(addresses).filter(
      ([, { bodyBytes, frame }]) => bodyBytes.session !== bodyBytes.visitor && frame !== 'desk',
    )
    expect(ofMembers.map(([path, { bodyBytes }]) => [path, bodyBytes.visitor, bodyBytes.session])).toEqual([
      ['/gallery/upload', form, 2_097_152],
      ['/gallery/recipe-edit/:recipeId', form, 2_097_152],
      ['/gallery/admin/picture', 0, 10_485_760],
      ['/admin/product-picture', 0, 10_485_760],
      ['/api/uploads/picture', 0, 10_485_760],
      ['/api/uploads/pdf', 0, 10_485_760],
    ])
  })

  test('D7: a write of the desk comes with a session, and is a form', () => {
    const desk = Object.values(addresses).filter(({ frame }) => frame === 'desk')
    const larger = ({ bodyBytes }: (typeof desk)[number]) =>
      bodyBytes.visitor > 0 || bodyBytes.session > 262_144
    expect(desk.filter(larger)).toEqual([
      addressOf('/admin/packing/numbers'),
      addressOf('/admin/products/file'),
    ])
    expect(addressOf('/admin/packing/numbers').bodyBytes).toEqual({ visitor: 0, session: 1_048_576 })
    expect(addressOf('/admin/products/file').bodyBytes).toEqual({ visitor: 0, session: 2_097_152 })
    expect(
      desk.filter(({ lane, cache, inSitemap }) => lane !== 'desk' || cache !== 'never' || inSitemap),
    ).toEqual([])
  })

  test('tells search engines of whole pages: all that are the same for everybody, but what a device fills', () => {
    const isWhole = (path: string) => isPage(path) && !path.includes(':')
    const same = Object.keys(addresses).filter(
      (path) => isWhole(path) && addressOf(path).cache === 'everybody',
    )
    expect(sitemapPaths.filter((path) => !isWhole(path))).toEqual([])
    expect(same.filter((path) => !sitemapPaths.includes(path))).toEqual(['/wishlist', '/compare'])
  })
})

describe('what an address is', () => {
  test.each([
    ['/', 'everybody'],
    ['/_.data', 'everybody'],
    ['/kits.data', 'everybody'],
    ['/gallery', 'visitors'],
    ['/gallery.data', 'visitors'],
    ['/gallery/login', 'visitors'],
    ['/login', 'never'],
    ['/success', 'never'],
    ['/success.data', 'never'],
    ['/order/x', 'never'],
    ['/KITS', 'never'],
    ['/kits/', 'never'],
    ['/no-such', 'never'],
    ['/toString', 'never'],
  ])('%s may be answered from the cache for: %s', (path, cache) => {
    expect(addressOf(path).cache).toBe(cache)
  })

  test.each([
    ['/api/stripe/webhook', 'signed', 1_048_576],
    ['/api/stripe/webhookx', 'same origin', 262_144],
    ['/api/stripe/webhook/x', 'same origin', 262_144],
    ['/api/stripe/webhook/', 'same origin', 262_144],
    ['/api/stripe/webhook.data', 'same origin', 262_144],
    ['/API/stripe/webhook', 'same origin', 262_144],
    ['/api/stripe/web%68ook', 'same origin', 262_144],
    ['/x/api/stripe/webhook', 'same origin', 262_144],
    ['/api/create-checkout-session', 'same origin', 1_048_576],
    ['/.netlify/functions/create-checkout-session', 'same origin', 1_048_576],
    ['/x/create-checkout-session', 'same origin', 262_144],
    ['/xnetlify/functions/create-checkout-session', 'same origin', 262_144],
    ['/all-products', 'same origin', 262_144],
    ['/all-products/W-1', 'same origin', 8_192],
    ['/gallery/mypage.data', 'same origin', 262_144],
    ['/gallery/profile-edit.data', 'same origin', 131_072],
    ['/api/uploads/pdf', 'same origin', 0],
  ])('a write to %s must be %s and has at most %i bytes from a visitor', (path, writes, bodyBytes) => {
    expect(addressOf(path)).toMatchObject({ writes, bodyBytes: { visitor: bodyBytes } })
  })

  test.each([
    ['/all-products', 'pages'],
    ['/success', 'checkout'],
    ['/success.data', 'checkout'],
    ['/api/create-checkout-session', 'checkout'],
    ['/.netlify/functions/checkout-status', 'checkout'],
    ['/api/orders/token', 'checkout'],
    ['/api/orders/token.data', 'checkout'],
    ['/api/stripe/webhook', 'outside'],
    ['/api/stripe/webhook/x', 'pages'],
    ['/no-such', 'pages'],
    ['/admin/orders', 'desk'],
    ['/admin/no-such', 'desk'],
    ['/admin/no-such.data', 'desk'],
    ['/Admin/orders', 'desk'],
    ['/%61dmin/', 'desk'],
    ['/admin.json', 'desk'],
    ['/adminx', 'pages'],
  ])('%s is in the lane %s', (path, lane) => {
    expect(addressOf(path).lane).toBe(lane)
  })

  test.each([
    ['/', true],
    ['/all-products', true],
    ['/order/some-token', true],
    ['/gallery', true],
    ['/order/some/token', false],
    ['/gallery/order/some-token', false],
    ['constructor', false],
    ['/all-products.data', false],
    ['/api/goods', false],
    ['/robots.txt', false],
    ['/gallery/anything', false],
    ['//evil.example', false],
  ])('S4, S6: the payment page leads back to %s: %s', (path, page) => {
    expect(isPage(path)).toBe(page)
  })
})

describe('P24: the canonical address', () => {
  test.each([
    ['/all-products', '/all-products'],
    ['/all-products?', '/all-products'],
    ['/all-products?utm_source=x&gad_source=1&gbraid=2&_ga=3', '/all-products'],
    [
      '/all-products?utm_source=x&count=12&ldtag_cl=y&name=%E9%BA%BB',
      '/all-products?name=%E9%BA%BB&count=12',
    ],
    ['/all-products?name=%e9%ba%bb', '/all-products?name=%E9%BA%BB'],
    ['/all-products?n%61me=a+b', '/all-products?name=a+b'],
    ['/all-products?name=a%26count%3D12', '/all-products?name=a%26count%3D12'],
    ['/all-products?name=a&name=b', '/all-products?name=a'],
    ['/all-products?name=&count=12', '/all-products?count=12'],
    ['/all-products?level=advanced', '/all-products'],
    ['/kits?level=advanced', '/kits?level=advanced'],
    ['/all-products?sort=new&colour=red&q=%E9%BA%BB', '/all-products?q=%E9%BA%BB&colour=red&sort=new'],
    [`/all-products?q=${'a'.repeat(400)}`, `/all-products?q=${'a'.repeat(400)}`],
    [`/all-products?q=${'a'.repeat(401)}&count=12`, '/all-products?count=12'],
    ['/kits?toString=1&__proto__=2', '/kits'],
    ['/?fbclid=x', '/'],
    ['/kits.data?gclid=x&_routes=a%2Cb&level=other', '/kits.data?level=other&_routes=a%2Cb'],
    ['/_.data?gclid=x', '/_.data'],
    ['/kits?_routes=a', '/kits'],
    ['/kits?utm_campaign=50%&x=%96%83&y=%00', '/kits'],
    ['/success?session_id=cs_1&utm_source=x', '/success?session_id=cs_1'],
  ])('of %s is %s', (url, canonical) => {
    expect(canonicalAddress(url)).toBe(canonical)
    expect(canonicalAddress(canonical)).toBe(canonical)
  })

  test('a parameter behind the hundredth pair is ignored, one before it counts', () => {
    expect(canonicalAddress(`/all-products?${'&'.repeat(99)}name=a&count=12`)).toBe('/all-products?name=a')
    expect(canonicalAddress(`/all-products?${'&'.repeat(100)}name=%zz`)).toBe('/all-products')
  })

  test.each([
    '/all-products?name=%96%83%82%CC%97t',
    '/all-products?name=%E3%81',
    '/all-products?utm_source=x&name=50%',
    '/kits?level=%zz',
    '/success?session_id=%',
  ])('there is none where a parameter that counts cannot be decoded: %s', (url) => {
    expect(canonicalAddress(url)).toBeNull()
  })

  test.each(['/admin/%2e%2e/kits?q=a', '/x/../kits', '/x/.%2E', '/./kits', '/admin/..'])(
    'D7: there is none of an address that what reads it would take for another: %s',
    (url) => {
      expect(canonicalAddress(url)).toBeNull()
      expect(canonicalAddress(url.replaceAll(/(\.|%2e){1,2}/gi, 'a.b'))).not.toBeNull()
    },
  )

  test.each(['/admin/orders?q=%zz', '/admin/orders?x=%zz', '/admin/nothing?q=%zz', '/Admin?q=%96%83'])(
    'N108: below the desk there is none for any that cannot be decoded: %s',
    (url) => {
      expect(canonicalAddress(url)).toBeNull()
      expect(canonicalAddress(url.replace(/%.*/, 'a%20b+'))).not.toBeNull()
    },
  )
})

describe('S23: the log keeps no token that opens an order', () => {
  const token = 'q9X_-zLm3V5aBcDeFgHiJkLmNoPqRsTu'
  const spelt = [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  test.each([
    orderPath(token),
    `${orderPath(token)}.data`,
    `/order/${token}/`,
    `//order/${token}`,
    `/order//${token}`,
    `/ORDER/${token}`,
    `/%6frder/${token}`,
    `/%256frder/${token}`,
    `/%%36frder/${token}`,
    `/order%2F${token}`,
    `/order%2f${token}%zz`,
    `/order%252F${token}`,
    `/order\\${token}`,
    `/order/${token}%00`,
    `/order/x/${token}`,
    `/a/../order/${token}`,
    `/api/orders/${token}`,
    `/api/orders/${token}.data`,
    `/API/Orders/${token}/x`,
    `http://shop.example/order/${token}`,
    `/order/${spelt}`,
    `/oder/${token}`,
    `/oder/${spelt}`,
    `/${token}`,
  ])('spelt as %s', (path) => {
    const logged = loggedPath(path)
    expect(logged).toContain('...')
    expect(decodeURIComponent(logged)).not.toContain(token.slice(0, 8))
    expect(logged).not.toContain(spelt.slice(0, 12))
  })

  test.each([
    '/order/abc',
    '/order/abc.data',
    '/Order/abc',
    '//order/abc',
    '/order//abc',
    '/order\\abc',
    '/order%2Fabc',
    '/%256frder/abc',
    '/%2525256frder/abc',
    '/%%36frder/abc',
    '/a/../order/abc',
    'http://shop.example/order/abc',
  ])('a token cut short is left out as well: %s', (path) => {
    expect(loggedPath(path)).toBe('/order/...')
  })

  test.each(['/', '/all-products', '/order', '/api/goods', '/Image/asanoha-indigo.svg', '/No-Such/Page.php'])(
    '%s is logged as it is',
    (path) => {
      expect(loggedPath(path)).toBe(path)
    },
  )
})

const allParameters = [...new Set(Object.values(addresses).flatMap(({ parameters }) => parameters))]

test.each(Object.entries(addresses))(
  'P24: %s keeps its own parameters and drops all others',
  (path, { parameters }) => {
    const asked = path.replaceAll(/[:*]/g, 'x')
    const kept = [...allParameters, '_routes', 'utm_source'].filter(
      (name) => canonicalAddress(`${asked}?${name}=1`) === `${asked}?${name}=1`,
    )
    expect(kept.toSorted()).toEqual([...parameters].toSorted())
  },
)
