import { sitemapSources } from '~/brought-by-features.server.ts'
import { sitemapIndexXml, sitemapParts } from '~/features/shop/site-pages/sitemap.rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/sitemap'

/** GET /sitemap.xml: the list of its parts. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const parts = await Promise.all(
    sitemapSources.map(async ({ name, count }) => sitemapParts(name, await count(ctx))),
  )
  return new Response(sitemapIndexXml(ctx.siteOrigin, parts.flat()), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
