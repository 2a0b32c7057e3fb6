import { data, redirect } from 'react-router'
import { submitComment } from '~/features/comments/endpoint.server.ts'
import { CommentNotSent } from '~/features/comments/ui/comment-not-sent.tsx'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/comments'

/** Without script: redirects to the recipe, or returns what was typed with its error. */
export const action = async ({ params, request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const answer = await submitComment(ctx, request, params.recipeId)
  if ('done' in answer) return redirect(`${recipePath(params.recipeId)}#comments`)
  return data({ ...answer, newId: ctx.newId() }, { status: answer.status })
}

export default function Comments({ actionData, params }: Route.ComponentProps) {
  return <CommentNotSent recipe={params.recipeId} answer={actionData} />
}
