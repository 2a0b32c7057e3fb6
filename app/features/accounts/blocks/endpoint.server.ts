import { redirect } from 'react-router'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import { loginAgainPath } from '../sign-in.rules.ts'
import { setBlock } from './commands.server.ts'
import { readBlockPressedAt } from './rules.ts'
import { blockedText, blockFailureText, blockRefusalNotice, blockRefusals, unblockedText } from './texts.ts'

export const isOfScript = ({ headers }: Request): boolean => headers.get('accept') === 'application/json'

/**
 * A press (`member`, `on`): JSON with its text for the script, so that no page brings the texts of a press; a redirect with a notice for
 * a form without script. Never throws.
 */
export const takeBlock = async (ctx: RequestContext, request: Request): Promise<Response> => {
  const form = await formOf(request)
  const [member, on] = [fieldOf(form, 'member'), fieldOf(form, 'on') === 'true']
  const from = readBlockPressedAt(fieldOf(form, 'from'))
  const set = await setBlock(ctx, ctx.actor, { member, on }).catch((error: unknown) => {
    ctx.log.error('a block could not be kept', errorFields(error))
    return { ok: false, error: 'failed' } as const
  })
  if (isOfScript(request))
    return set.ok
      ? Response.json({ text: (on ? blockedText : unblockedText)(set.value.name) })
      : Response.json(
          { reason: set.error, text: blockFailureText(on, set.error) },
          { status: blockRefusals[set.error].status },
        )
  const settings = href('/gallery/mypage', { tab: 'settings' })
  const isThere = set.ok || set.error !== 'no_such_member'
  const path = from === 'profile' && isThere ? href('/gallery/user/:userId', { userId: member }) : settings
  if (!set.ok && set.error === 'not_signed_in') return redirect(loginAgainPath(path))
  const notice = set.ok ? (on ? 'block-on' : 'block-off') : blockRefusalNotice(on, set.error)
  return redirect(`${path}${path.includes('?') ? '&' : '?'}notice=${notice}`)
}
