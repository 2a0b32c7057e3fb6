import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { placeOfPicture } from '~/features/pictures/sources.queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/product-picture'

/**
 * GET /api/goods-picture?of=ADDRESS: redirects to our small copy of a product's picture, or to ADDRESS until there is one. No open
 * redirect: an address that no product shows is a 404.
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const source = new URL(request.url).searchParams.get('of') ?? ''
  const place = await placeOfPicture(context.get(appContext), source)
  if (place === undefined)
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(null, {
    status: 302,
    headers: {
      location: smallPictureUrl(place.url),
      // Webmail shows the pictures of our mails on pages of its own.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': place.isOwn ? 'public, max-age=3600' : 'no-store',
    },
  })
}
