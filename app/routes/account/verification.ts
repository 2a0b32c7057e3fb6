import { redirect } from 'react-router'
import { sendVerificationAgain } from '~/features/accounts/commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { orLost } from '~/ui/lost-request.ts'
import type { Route } from './+types/verification'

const settings = href('/gallery/mypage', { tab: 'settings' })

export const loader = () => redirect(settings)

/** Handles the button on the settings page, which shows the result. */
export const action = async ({ context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const sent = await orFailed(ctx, () => sendVerificationAgain(ctx, ctx.actor))
  if (sent.ok) return redirect(`${settings}&notice=verification-sent`)
  if (sent.error === 'too_many_requests') return redirect(`${settings}&notice=too-many-requests`)
  return redirect(sent.error === 'failed' ? `${settings}&notice=verification-not-sent` : settings)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)
