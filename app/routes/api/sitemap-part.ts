import { setImmediate } from 'node:timers/promises'
import { sitemapSources } from '~/brought-by-features.server.ts'
import {
  entriesPerPart,
  readSitemapPart,
  sitemapLine,
  sitemapXml,
} from '~/features/shop/site-pages/sitemap.rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/sitemap-part'

/** Batch size: takes about 5 ms; other requests run in between. */
const entriesAtOnce = 1_000

/** GET /sitemap/works-1.xml: up to 10,000 pages of one kind. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const asked = readSitemapPart(params.part)
  const source = sitemapSources.find(({ name }) => name === asked?.name)
  const lines: string[] = []
  if (asked !== undefined && source !== undefined)
    for (let at = 0; at < entriesPerPart; at += entriesAtOnce) {
      const from = (asked.part - 1) * entriesPerPart + at
      const entries = await source.entries(ctx, { from, most: entriesAtOnce })
      lines.push(...entries.map((entry) => sitemapLine(ctx.siteOrigin, entry)))
      if (entries.length < entriesAtOnce) break
      await setImmediate()
    }
  if (lines.length === 0) throw new Response(null, { status: 404 })
  return new Response(sitemapXml(lines), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
