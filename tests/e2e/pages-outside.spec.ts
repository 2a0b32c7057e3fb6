import { z } from 'zod'
import { sitemapPaths } from '../../app/addresses.ts'
import { rawRequest } from '../support/raw-request.ts'
import { createSiteWalk } from '../support/site-walk.ts'
import { addressesInSitemap } from '../support/sitemap-for-tests.ts'
import { expect, long, test } from './fixtures.ts'

const firstIn = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const thing = z.looseObject({ '@context': z.literal('https://schema.org'), '@type': z.string() })

/** The structured data of a page, each a thing with its type. */
const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
    thing.parse(JSON.parse(json)),
  )

test('every page has a title, a description and a canonical address of its own, and a card with a picture', async ({
  shop,
}) => {
  const seen = new Map<string, string>()
  for (const path of sitemapPaths) {
    const { body } = await rawRequest(shop.origin, { path: `${path}?utm_source=mail` })
    const title = firstIn(body, /<title>(.*?)<\/title>/) ?? ''
    const description = firstIn(body, /<meta name="description" content="(.*?)"/) ?? ''
    expect(title).toContain('ぬのスクエア')
    expect(description.length).toBeGreaterThan(15)
    for (const text of [title, description]) {
      expect(seen.get(text), `${path} says ${text}`).toBeUndefined()
      seen.set(text, path)
    }
    expect(firstIn(body, /<link rel="canonical" href="(.*?)"/)).toBe(`${shop.origin}${path}`)
    expect(firstIn(body, /<meta property="og:url" content="(.*?)"/)).toBe(`${shop.origin}${path}`)
    expect(firstIn(body, /<meta property="og:image" content="(.*?)"/)).toBe(`${shop.origin}/og.png`)
    expect(body).not.toContain('content="noindex"')
  }
  expect((await rawRequest(shop.origin, { path: '/og.png' })).headers['content-type']).toBe('image/png')
})

test('pages that nobody should find say so', async ({ shop }) => {
  for (const path of [
    '/login',
    '/gallery/login?view=register',
    '/gallery/main-site',
    '/gallery/upload',
    '/gallery/admin',
  ]) {
    const { body } = await rawRequest(shop.origin, { path })
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('rel="canonical"')
  }
})

test('R36: machines read the shop, its products with prices, and the way to a page', async ({ shop }) => {
  const home = structuredData((await rawRequest(shop.origin, { path: '/' })).body)
  expect(home).toMatchObject([
    { '@type': 'OnlineStore', name: 'ぬのスクエア', telephone: '03-0000-0000', url: `${shop.origin}/` },
  ])
  for (const path of ['/all-products', '/kits']) {
    const data = structuredData((await rawRequest(shop.origin, { path })).body)
    expect(data.map((each) => each['@type']).toSorted()).toEqual(['BreadcrumbList', 'ItemList'])
    const products = z
      .object({
        itemListElement: z.array(
          z.object({
            item: z.object({
              '@type': z.literal('Product'),
              name: z.string(),
              image: z.url(),
              offers: z.object({ price: z.number().int(), priceCurrency: z.literal('JPY') }).optional(),
            }),
          }),
        ),
      })
      .parse(data.find((each) => each['@type'] === 'ItemList'))
    expect(products.itemListElement).toHaveLength(6)
    expect(products.itemListElement.some(({ item }) => item.offers !== undefined)).toBe(true)
    const { body } = await rawRequest(shop.origin, { path: `${path}?q=${encodeURIComponent('巾着')}` })
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body, 'what nobody should find has no list for them').not.toContain('"ItemList"')
  }
})

test('sitemap, robots and manifest lead to pages that are there', async ({ shop }) => {
  const sitemap = await rawRequest(shop.origin, { path: '/sitemap.xml' })
  expect(sitemap.headers['content-type']).toContain('application/xml')
  const listed = await addressesInSitemap(shop.origin)
  const paths = listed.map((address) => address.slice(shop.origin.length))
  expect(paths).toEqual(expect.arrayContaining([...sitemapPaths]))
  expect(paths).toEqual(expect.arrayContaining(['/all-products/F-1001', '/kits/K-2001']))
  const ofFeatures = /^\/(gallery|all-products\/|kits\/)/
  expect(paths.filter((path) => !sitemapPaths.includes(path) && !ofFeatures.test(path))).toEqual([])
  for (const address of listed) expect((await fetch(address)).status, address).toBe(200)
  for (const path of ['/sitemap/works-9.xml', '/sitemap/none-1.xml', '/sitemap/works.xml'])
    expect((await rawRequest(shop.origin, { path })).status, path).toBe(404)

  const robots = await rawRequest(shop.origin, { path: '/robots.txt' })
  expect(robots.headers['content-type']).toContain('text/plain')
  expect(robots.body).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)

  const manifest = await rawRequest(shop.origin, { path: '/manifest.webmanifest' })
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  const { icons, name } = z
    .object({ name: z.string(), icons: z.array(z.object({ src: z.string() })) })
    .parse(JSON.parse(manifest.body))
  expect(name).toBe('ぬのスクエア')
  for (const { src } of icons) expect((await rawRequest(shop.origin, { path: src })).status, src).toBe(200)
})

test('a walk over the whole site finds no dead link', long, async ({ shop }) => {
  const walk = createSiteWalk(['/'])
  const found = new Set<string>()
  for (let at = walk.next(); at !== undefined; at = walk.next()) {
    const { path, from } = at
    found.add(path)
    const { status, body, headers } = await rawRequest(shop.origin, { path })
    // A member's own pages redirect a visitor to the sign-in.
    const asksToSignIn = status === 302 && headers.location?.startsWith('/gallery/login?next=')
    expect(asksToSignIn ? 200 : status, `${path}, linked from ${from}`).toBe(200)
    if (!headers['content-type']?.startsWith('text/html')) continue
    for (const [, href = ''] of body.matchAll(/\s(?:href|src)="(\/[^"#]*)/g)) {
      walk.add(href.replaceAll('&amp;', '&'), path)
    }
  }
  // Only a shop of more names than its list shows leads there.
  const linked = sitemapPaths.filter((path) => path !== '/fabric-names')
  for (const path of [...linked, '/gallery']) expect([...found]).toContain(path)
})
