import { href } from '~/href.ts'
export interface SitemapEntry {
  /** Includes the query when it selects another page. */
  readonly path: string
  /** Day of the last change, as 2024-09-05. */
  readonly changed?: string
}

/** Far below the limit of 50,000 addresses per sitemap file. */
export const entriesPerPart = 10_000

/** Addresses of the sitemap's parts for `count` pages of the kind `name`, such as /sitemap/works-2.xml. */
export const sitemapParts = (name: string, count: number): string[] =>
  Array.from({ length: Math.ceil(count / entriesPerPart) }, (_, at) =>
    href('/sitemap/:part', { part: `${name}-${at + 1}.xml` }),
  )

/** Parses the last segment of a part's address; `part` counts from 1. Undefined for any other segment. */
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

/** A page's entry as XML. */
export const sitemapLine = (origin: string, { path, changed }: SitemapEntry): string =>
  `<url><loc>${xmlText(origin + path)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`

/** One part as XML, from the pages' `sitemapLine`. */
export const sitemapXml = (lines: readonly string[]): string => xmlOf('urlset', lines)

/** The index of the parts as XML. */
export const sitemapIndexXml = (origin: string, parts: readonly string[]): string =>
  xmlOf(
    'sitemapindex',
    parts.map((path) => `<sitemap><loc>${xmlText(origin + path)}</loc></sitemap>`),
  )
