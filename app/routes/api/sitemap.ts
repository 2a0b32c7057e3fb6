import { sitemapPaths } from '~/addresses.ts'
import { features, type SitemapEntry } from '~/features.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/sitemap'

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

/** GET /sitemap.xml: the pages of addresses.ts, then those of the features. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const ofFeatures = await Promise.all(features.map(({ sitemap }) => sitemap?.(ctx) ?? []))
  const entries = [...sitemapPaths.map((path) => ({ path })), ...ofFeatures.flat()]
  return new Response(sitemapXml(ctx.siteOrigin, entries), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
