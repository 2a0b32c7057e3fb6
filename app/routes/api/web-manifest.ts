import { appContext } from '~/services.server.ts'
import type { Route } from './+types/web-manifest'

const icon = (src: string, sizes: string, purpose?: 'maskable') => ({
  src,
  sizes,
  type: 'image/png',
  ...(purpose ? { purpose } : {}),
})

/** GET /manifest.webmanifest. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { name, description } = context.get(appContext).settings
  return new Response(
    JSON.stringify({
      id: '/',
      name,
      short_name: name,
      description,
      lang: 'ja',
      start_url: '/',
      scope: '/',
      display: 'browser',
      background_color: '#fbf9f4',
      theme_color: '#fbf9f4',
      icons: [
        icon('/icon-192.png', '192x192'),
        icon('/icon-512.png', '512x512'),
        icon('/icon-maskable-512.png', '512x512', 'maskable'),
      ],
    }),
    {
      headers: {
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      },
    },
  )
}
