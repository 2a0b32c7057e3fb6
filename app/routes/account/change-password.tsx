import { data, redirect } from 'react-router'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { changePassword } from '~/features/accounts/password.commands.server.ts'
import { loginAgainPath, loginPath } from '~/features/accounts/sign-in.rules.ts'
import { accountTexts, passwordChangeRefusals } from '~/features/accounts/texts.ts'
import { AccountPage } from '~/features/accounts/ui/account-page.tsx'
import { ChangePasswordForm, type ChangePasswordState } from '~/features/accounts/ui/new-password-form.tsx'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/change-password'

const path = href('/gallery/mypage/password')

export const loader = ({ context }: Route.LoaderArgs) => {
  if (context.get(appContext).actor.kind !== 'member') throw redirect(loginPath(path))
  return null
}

/** A13: requires the present password, and the new one twice. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const next = fieldOf(form, 'next')
  if (next !== fieldOf(form, 'again'))
    return data({ errors: { again: accountTexts.newPasswordsDiffer } }, { status: 422 })
  const changed = await orFailed(ctx, () =>
    changePassword(ctx, ctx.actor, { current: fieldOf(form, 'current'), next }),
  )
  if (changed.ok) {
    const headers = { 'set-cookie': endedSessionCookie(ctx.siteOrigin) }
    return redirect(href('/gallery/login', { notice: 'password-changed' }), { headers })
  }
  if (changed.error === 'not_signed_in') throw redirect(loginAgainPath(path))
  const said = passwordChangeRefusals[changed.error]
  return data<ChangePasswordState>(asFormAnswer(said), { status: said.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage heading="パスワードの変更" path="password">
      <ChangePasswordForm state={useLastAnswer(actionData)} />
    </AccountPage>
  )
}
