import { submitComment } from '~/features/comments/endpoint.server.ts'
import { anyVisitor, commentsOf } from '~/features/comments/queries.server.ts'
import { commentsPerPage } from '~/features/comments/rules.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/comments'

/**
 * GET /api/recipes/:recipeId/comments?v=12&count=30: the newest comments of a recipe, the same for everybody. `v` is the version
 * from the stream, so that all its listeners share one read (R16).
 */
export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const { db } = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const count = cardCount(searchParams.get('count'), commentsPerPage)
  const list = await commentsOf(db, anyVisitor, { recipe: params.recipeId, count })
  if (list === undefined) return Response.json(null, { status: 404 })
  // An older list must not be cached under a version that is still to come.
  const isEarly = Number(searchParams.get('v')) > list.version
  return Response.json(list, isEarly ? { headers: { 'cache-control': 'no-store' } } : {})
}

/** POST: posts or deletes a comment, for the page's script. */
export const action = async ({ params, request, context }: Route.ActionArgs) => {
  const answer = await submitComment(context.get(appContext), request, params.recipeId)
  return Response.json(answer, { status: 'failed' in answer ? answer.status : 200 })
}
