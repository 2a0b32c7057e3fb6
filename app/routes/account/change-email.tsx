import { data, redirect } from 'react-router'
import { accountSettings } from '~/features/accounts/account.queries.server.ts'
import {
  type EmailChangeRefusal,
  requestEmailChange,
} from '~/features/accounts/email-change.commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { loginAgainPath, loginPath } from '~/features/accounts/sign-in.rules.ts'
import { emailChangeRefusals, emailTexts } from '~/features/accounts/texts.ts'
import { AccountPage, ChangeEmailForm, type ChangeEmailState } from '~/features/accounts/ui/account-page.tsx'
import { href } from '~/href.ts'
import { readEmail } from '~/kernel/email.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/change-email'

const path = href('/gallery/mypage/email')

export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  if (actor.kind !== 'member') throw redirect(loginPath(path))
  const { email } = await readOrUnavailable(ctx, 'account', () => accountSettings(ctx, actor))
  return { email }
}

/** A12: takes the new address, asks for the password, then sends the mails. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind !== 'member') throw redirect(loginAgainPath(path))
  const form = await formOf(request)
  const typed: ChangeEmailState = { newEmail: fieldOf(form, 'newEmail') }
  if (fieldOf(form, 'step') === 'edit') return typed
  const read = readEmail(typed.newEmail)
  if (!read.ok) return data({ ...typed, errors: { newEmail: emailTexts[read.error] } }, { status: 422 })
  const { email } = await accountSettings(ctx, ctx.actor)
  if (read.value === email) return refusal('email_unchanged', typed.newEmail)
  if (fieldOf(form, 'step') !== 'confirm') return { newEmail: read.value, asksToConfirm: true }
  const asked = await orFailed(ctx, () =>
    requestEmailChange(ctx, ctx.actor, { newEmail: read.value, password: fieldOf(form, 'password') }),
  )
  if (!asked.ok) return refusal(asked.error, read.value)
  const headers = { 'set-cookie': endedSessionCookie(ctx.siteOrigin) }
  return redirect(href('/gallery/login', { notice: 'email-change-requested' }), { headers })
}

const refusal = (why: EmailChangeRefusal | 'failed', newEmail: string) => {
  if (why === 'not_signed_in') throw redirect(loginAgainPath(path))
  const said: Refusal = emailChangeRefusals[why]
  // The new address can only be corrected in the first step.
  const step = said.field === 'newEmail' ? {} : { asksToConfirm: true }
  return data<ChangeEmailState>({ newEmail, ...step, ...asFormAnswer(said) }, { status: said.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage heading="メールアドレスの変更" path="email">
      <ChangeEmailForm email={loaderData.email} state={useLastAnswer(actionData)} />
    </AccountPage>
  )
}
