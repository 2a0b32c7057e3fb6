import { href } from '~/href.ts'
/** A page that search engines should know. */
export interface SitemapEntry {
  /** With the query where that makes another page of it. */
  readonly path: string
  /** Day of its last change, 2024-09-05. */
  readonly changed?: string
}

/** Far below the 50,000 addresses that a file of a sitemap may hold. */
export const entriesPerPart = 10_000

/** The addresses of the parts of a sitemap in which `count` pages called `name` stand, such as /sitemap/works-2.xml. */
export const sitemapParts = (name: string, count: number): string[] =>
  Array.from({ length: Math.ceil(count / entriesPerPart) }, (_, at) =>
    href('/sitemap/:part', { part: `${name}-${at + 1}.xml` }),
  )

/** What the last segment of such an address names, from 1; undefined of any other. */
export const readSitemapPart = (
  segment: string,
): { readonly name: string; readonly part: number } | undefined => {
  const [, name, part] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(segment) ?? []
  return name === undefined ? undefined : { name, part: Number(part) }
}

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const xmlOf = (list: string, lines: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${list}>`,
    '',
  ].join('\n')

/** The line of a page. */
export const sitemapLine = (origin: string, { path, changed }: SitemapEntry): string =>
  `<url><loc>${xmlText(origin + path)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`

/** One part, of the lines of its pages. */
export const sitemapXml = (lines: readonly string[]): string => xmlOf('urlset', lines)

/** The list of the parts. */
export const sitemapIndexXml = (origin: string, parts: readonly string[]): string =>
  xmlOf(
    'sitemapindex',
    parts.map((path) => `<sitemap><loc>${xmlText(origin + path)}</loc></sitemap>`),
  )
