import { productCardOfPicture } from '~/features/pictures/product-card.server.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productOfPage } from '~/features/products/product.queries.server.ts'
import { pictureOfProduct } from '~/features/products/rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/share-card'

/** GET /all-products/:number/share.jpg and /kits/:number/share.jpg: the picture of a shared link to a product. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const product = await productOfPage(ctx.db, params.number)
  const card =
    product &&
    (await productCardOfPicture(ctx, {
      address: pictureOfProduct(product),
      words: { title: nameWithColour(product), shop: ctx.settings.name },
    }))
  if (card === undefined || !card.ok)
    return card?.error === 'busy'
      ? new Response(null, { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
      : new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(new Uint8Array(card.value), {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
      // Social networks embed it in their own pages.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
