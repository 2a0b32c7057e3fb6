import { callPrefixes } from '~/addresses.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/robots'

/** GET /robots.txt; pages to keep out of search engines carry their own noindex. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(
    [
      'User-agent: *',
      ...callPrefixes.map((prefix) => `Disallow: ${prefix}`),
      '',
      `Sitemap: ${context.get(appContext).siteOrigin}${href('/sitemap.xml')}`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' } },
  )
