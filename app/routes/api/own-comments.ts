import { commentsOf } from '~/features/comments/queries.server.ts'
import { commentsPerPage } from '~/features/comments/rules.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/own-comments'

/** GET /api/recipes/:recipeId/own-comments?v=12&count=30: the newest comments as the signed-in member sees them (R58). */
export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const { db, actor } = context.get(appContext)
  // Signed out meanwhile: what anybody sees would show her what she does not want to see.
  if (actor.kind !== 'member') return Response.json(null, { status: 401 })
  const count = cardCount(new URL(request.url).searchParams.get('count'), commentsPerPage)
  const list = await commentsOf(db, actor, { recipe: params.recipeId, count })
  return Response.json(list ?? null, { status: list === undefined ? 404 : 200 })
}
