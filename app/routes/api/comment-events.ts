import { commentEvents } from '~/features/comments/endpoint.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/comment-events'

/** GET /api/recipes/:recipeId/comment-events: streams the list's version, at once and after each change (R16). */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  (await commentEvents(context.get(appContext), params.recipeId)) ?? Response.json(null, { status: 404 })
