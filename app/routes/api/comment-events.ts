import { commentEvents } from '~/features/comments/live.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/comment-events'

/** GET /api/recipes/:recipeId/comment-events: the version of the list, now and whenever it changes (R16). */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  (await commentEvents(context.get(appContext), params.recipeId)) ?? Response.json(null, { status: 404 })
