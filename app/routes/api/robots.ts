import { appContext } from '~/services.server.ts'
import type { Route } from './+types/robots'

/** GET /robots.txt; pages that nobody should find say noindex themselves. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(
    [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /.netlify/',
      '',
      `Sitemap: ${context.get(appContext).siteOrigin}/sitemap.xml`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' } },
  )
