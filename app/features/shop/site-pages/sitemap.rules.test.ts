import { expect, test } from 'vitest'
import {
  entriesPerPart,
  readSitemapPart,
  sitemapIndexXml,
  sitemapLine,
  sitemapParts,
  sitemapXml,
} from './sitemap.rules.ts'

const origin = 'https://shop.example'

test('R42: as many parts as it takes, and none of nothing', () => {
  expect(sitemapParts('works', 0)).toEqual([])
  expect(sitemapParts('works', entriesPerPart)).toEqual(['/sitemap/works-1.xml'])
  expect(sitemapParts('works', entriesPerPart + 1)).toEqual(['/sitemap/works-1.xml', '/sitemap/works-2.xml'])
})

test('R42: each part is read back from its address, and nothing else is', () => {
  expect(readSitemapPart('works-12.xml')).toEqual({ name: 'works', part: 12 })
  for (const other of [
    'works-0.xml',
    'works-.xml',
    'works.xml',
    'works-1',
    'works-1.xml2',
    '-1.xml',
    'works-999999.xml',
  ])
    expect(readSitemapPart(other), other).toBeUndefined()
})

test('P28: an address is written as XML wants it', () => {
  expect(sitemapLine(origin, { path: '/a?b=1&c=2', changed: '2026-04-01' })).toBe(
    '<url><loc>https://shop.example/a?b=1&amp;c=2</loc><lastmod>2026-04-01</lastmod></url>',
  )
  expect(sitemapXml([sitemapLine(origin, { path: '/' })])).toContain(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>https://shop.example/</loc></url>\n</urlset>',
  )
  expect(sitemapIndexXml(origin, ['/sitemap/works-1.xml'])).toContain(
    '<sitemap><loc>https://shop.example/sitemap/works-1.xml</loc></sitemap>\n</sitemapindex>',
  )
})
