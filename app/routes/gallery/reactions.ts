import { answerReactions, takeReaction } from '~/features/reactions/endpoint.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/reactions'

export const loader = ({ request, params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  return answerReactions(ctx, ctx.actor, request, params.recipeId)
}

/** Sets the signed-in member's like or favourite. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  return takeReaction(ctx, ctx.actor, request, params.recipeId)
}
