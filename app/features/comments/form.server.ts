import { fieldOf, formOf } from '~/kernel/form.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import { deleteComment, postComment } from './commands.server.ts'
import { deleteRefusals, postRefusals } from './texts.ts'

export type CommentAnswer =
  | { readonly done: 'posted' | 'deleted'; readonly id: string; readonly version: number }
  | {
      readonly failed: 'post' | 'delete'
      readonly reason: string
      readonly status: number
      readonly text: string
      readonly typed: string
    }

/** Posts, or deletes if the form's `intent` says so; never throws. */
export const submitComment = async (
  ctx: RequestContext,
  request: Request,
  recipe: string,
): Promise<CommentAnswer> => {
  const form = await formOf(request)
  const field = (name: string) => fieldOf(form, name)
  const [id, typed, isDeletion] = [field('id'), field('text'), field('intent') === 'delete']
  try {
    if (isDeletion) {
      const deleted = await deleteComment(ctx, ctx.actor, { id, recipe })
      if (deleted.ok) return { done: 'deleted', id, ...deleted.value }
      return { failed: 'delete', reason: deleted.error, typed: '', ...deleteRefusals[deleted.error] }
    }
    const posted = await postComment(ctx, ctx.actor, { id, recipe, typed })
    if (posted.ok) return { done: 'posted', id, ...posted.value }
    return { failed: 'post', reason: posted.error, typed, ...postRefusals[posted.error] }
  } catch (error) {
    ctx.log.error('a form of the comments failed', errorFields(error))
    return isDeletion
      ? { failed: 'delete', reason: 'failed', typed: '', ...deleteRefusals.failed }
      : { failed: 'post', reason: 'failed', typed, ...postRefusals.failed }
  }
}
