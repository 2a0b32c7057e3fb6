import { shareCard } from '~/features/recipes/recipe.commands.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/share-card'

/** GET /gallery/detail/:recipeId/share.jpg?v=…: the picture of a shared link; immutable when `v` is its current version. */
export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const card = await shareCard(ctx, ctx.actor, params.recipeId)
  if (!card.ok)
    return card.error === 'busy'
      ? new Response(null, { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
      : new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const { jpeg, version } = card.value
  const isThisVersion = new URL(request.url).searchParams.get('v') === version
  return new Response(new Uint8Array(jpeg), {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': isThisVersion ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      // Social networks embed it in their own pages.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
