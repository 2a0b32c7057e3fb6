import { sitemapPaths } from '~/addresses.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/sitemap'

/** One page that search engines should know: its path, with the query when that makes another page of it. */
export interface SitemapEntry {
  readonly path: string
  /** Day of its last change, 2024-09-05. */
  readonly changed?: string
}

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const sitemapXml = (origin: string, entries: readonly SitemapEntry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(
      ({ path, changed }) =>
        `<url><loc>${xmlText(origin + path)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')

/** GET /sitemap.xml: every page for search engines. Pages that come from the database add their entries here. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const entries = sitemapPaths.map((path) => ({ path }))
  return new Response(sitemapXml(context.get(appContext).siteOrigin, entries), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
