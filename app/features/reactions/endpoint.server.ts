import { redirect } from 'react-router'
import { loginAgainPath } from '~/features/accounts/sign-in.rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import type { Requester } from '~/kernel/actor.ts'
import { formOf } from '~/kernel/form.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { memberOfSession } from '~/server/auth/sessions.ts'
import { errorFields } from '~/server/log.ts'
import { setReaction } from './commands.server.ts'
import { ownReactions } from './queries.server.ts'
import {
  type OwnReactions,
  type ReactionFailure,
  type ReactionKind,
  reactionKinds,
  type WantedReaction,
} from './rules.ts'
import { reactionRefusals } from './texts.ts'

const failure = (reason: ReactionFailure) =>
  Response.json({ reason }, { status: reactionRefusals[reason].status })

const isOfScript = ({ headers }: Request) => headers.get('accept') === 'application/json'

/** The member's like and favourite, for the page's script; redirects others to the recipe. */
export const answerReactions = async (
  ctx: AppContext,
  actor: Requester,
  request: Request,
  recipe: string,
): Promise<Response> => {
  if (!isOfScript(request)) return redirect(recipePath(recipe))
  if (actor.kind !== 'member') return failure('not_signed_in')
  const own = await ownReactions(ctx.db, actor, { id: recipe, asOf: ctx.now() })
  return own === undefined ? failure('not_found') : Response.json(own satisfies OwnReactions)
}

/** Handles a tap (`kind`, `on`): JSON for the script, a redirect with a notice for a form without script. */
export const takeReaction = async (
  ctx: AppContext,
  actor: Requester,
  request: Request,
  recipe: string,
): Promise<Response> => {
  const path = recipePath(recipe)
  const tap = readTap(await formOf(request))
  if (tap === undefined) return new Response(null, { status: 422 })
  const { kind, on } = tap
  const outcome = await attempt(ctx, actor, { kind, recipe, on })
  if (isOfScript(request))
    return outcome === null ? answerReactions(ctx, actor, request, recipe) : failure(outcome)
  if (outcome === 'not_signed_in') return redirect(loginAgainPath(path, on ? kind : undefined))
  return redirect(
    `${path}?notice=${kind}-${outcome === null ? (on ? 'on' : 'off') : outcome === 'muted' ? 'muted' : 'failed'}`,
  )
}

/** Does what was pressed before a sign-in, for the member of the new session (R47); says what became of it, in the words of the notices. */
export const doWanted = async (
  ctx: RequestContext,
  token: string | undefined,
  wanted: WantedReaction,
): Promise<'on' | 'muted' | 'failed'> => {
  const { address } = ctx.actor
  try {
    const member =
      token === undefined
        ? ctx.actor
        : await memberOfSession(ctx.db, ctx.memberSettings, { token, address, now: ctx.now() })
    const outcome = member === undefined ? 'failed' : await attempt(ctx, member, { ...wanted, on: true })
    if (outcome === null) return 'on'
    return outcome === 'muted' ? outcome : 'failed'
  } catch (error) {
    ctx.log.error('the member of a new session could not be read', errorFields(error))
    return 'failed'
  }
}

const readTap = (form: FormData): { kind: ReactionKind; on: boolean } | undefined => {
  const kind = reactionKinds.find((each) => each === form.get('kind'))
  const on = form.get('on')
  return kind === undefined || (on !== 'true' && on !== 'false') ? undefined : { kind, on: on === 'true' }
}

const attempt = async (
  ctx: AppContext,
  actor: Requester,
  wanted: Parameters<typeof setReaction>[2],
): Promise<ReactionFailure | null> => {
  try {
    const set = await setReaction(ctx, actor, wanted)
    return set.ok ? null : set.error
  } catch (error) {
    ctx.log.error('a reaction to a recipe could not be kept', {
      recipe: wanted.recipe,
      ...errorFields(error),
    })
    return 'failed'
  }
}
