import { data, redirect } from 'react-router'
import { deleteAccount } from '~/features/accounts/account.commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { loginAgainPath, loginPath } from '~/features/accounts/sign-in.rules.ts'
import { accountTexts, deletionRefusals } from '~/features/accounts/texts.ts'
import { AccountPage } from '~/features/accounts/ui/account-page.tsx'
import { DeleteAccountForm, type DeleteAccountState } from '~/features/accounts/ui/delete-account-form.tsx'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/delete-account'

const path = href('/gallery/mypage/delete')

export const loader = ({ context }: Route.LoaderArgs) => {
  if (context.get(appContext).actor.kind !== 'member') throw redirect(loginPath(path))
  return null
}

/** A17: requires both confirmations, then deletes the account. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  if (ctx.actor.kind !== 'member') throw redirect(loginAgainPath(path))
  const form = await formOf(request)
  if (fieldOf(form, 'understood') !== 'yes')
    return data({ errors: { understood: accountTexts.notUnderstood } }, { status: 422 })
  if (fieldOf(form, 'step') !== 'delete') return { asksPassword: true }
  const deleted = await orFailed(ctx, () =>
    deleteAccount(ctx, ctx.actor, { password: fieldOf(form, 'password') }),
  )
  if (deleted.ok) {
    const headers = { 'set-cookie': endedSessionCookie(ctx.siteOrigin) }
    return redirect(href('/gallery', { notice: 'account-deleted' }), { headers })
  }
  if (deleted.error === 'not_signed_in') throw redirect(loginAgainPath(path))
  const said = deletionRefusals[deleted.error]
  return data<DeleteAccountState>({ ...asFormAnswer(said), asksPassword: true }, { status: said.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function DeleteAccount({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage heading="アカウントの削除" path="delete">
      <DeleteAccountForm state={useLastAnswer(actionData)} />
    </AccountPage>
  )
}
