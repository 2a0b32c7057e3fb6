import { commentReason } from '~/features/accounts/standing/queries.server.ts'
import { withReason } from '~/features/accounts/standing/texts.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { EventStream } from '~/server/http/event-streams.ts'
import { errorFields } from '~/server/log.ts'
import { deleteComment, postComment } from './commands.server.ts'
import { commentsVersion } from './queries.server.ts'
import { commentTopic } from './rules.ts'
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
    const { status, text } = postRefusals[posted.error]
    const reason =
      posted.error === 'muted' && ctx.actor.kind === 'member' ? await commentReason(ctx.db, ctx.actor) : ''
    return { failed: 'post', reason: posted.error, typed, status, text: withReason(text, reason) }
  } catch (error) {
    ctx.log.error('a form of the comments failed', errorFields(error))
    return isDeletion
      ? { failed: 'delete', reason: 'failed', typed: '', ...deleteRefusals.failed }
      : { failed: 'post', reason: 'failed', typed, ...postRefusals.failed }
  }
}

/** Sends the list's version at once and after each change; the list is read elsewhere (R16). Undefined unless the recipe is public. */
export const commentEvents = async (
  { db, notices, log }: Pick<AppContext, 'db' | 'notices' | 'log'>,
  recipe: string,
): Promise<EventStream | undefined> => {
  if ((await commentsVersion(db, recipe)) === undefined) return undefined
  return new EventStream((stream) => {
    const tell = (version: number | undefined) =>
      version === undefined ? stream.end() : stream.send(String(version))
    const unsubscribe = notices.subscribe(commentTopic(recipe), tell)
    // Read again after subscribing, so that no change in between is missed.
    commentsVersion(db, recipe).then(tell, (error: unknown) => {
      log.error('version of comments could not be read', errorFields(error))
      stream.end()
    })
    return unsubscribe
  })
}
