import { redirect } from 'react-router'
import { endOwnSessions } from '~/features/accounts/commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import type { Route } from './+types/devices'

const settings = href('/gallery/mypage', { tab: 'settings' })

export const loader = () => redirect(settings)

/** Handles the buttons beside a member's devices; the settings page shows the result. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const device = fieldOf(form, 'device')
  if (device === '') return redirect(settings)
  const others = device === 'others'
  const ended = await orFailed(ctx, () =>
    endOwnSessions(ctx, ctx.actor, others ? 'others' : { only: device }),
  )
  if (!ended.ok) return redirect(ended.error === 'failed' ? `${settings}&notice=device-not-ended` : settings)
  return redirect(`${settings}&notice=${others ? 'other-devices-ended' : 'device-ended'}`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)
