import { data, redirect } from 'react-router'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { addPasskey, beginPasskey, removePasskey } from '~/features/accounts/passkeys/commands.server.ts'
import { ownPasskeys } from '~/features/accounts/passkeys/queries.server.ts'
import { addingRefusals } from '~/features/accounts/passkeys/texts.ts'
import { type AddingState, PasskeysPage } from '~/features/accounts/passkeys/ui/passkeys-page.tsx'
import { memberNotice } from '~/features/accounts/profile/notices.texts.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { deviceName } from '~/features/accounts/rules.ts'
import { loginAgainPath, loginPath } from '~/features/accounts/sign-in.rules.ts'
import { AccountPage } from '~/features/accounts/ui/account-page.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { passkeyHost } from '~/server/auth/passkey-checks.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/passkeys'

const path = href('/gallery/mypage/passkeys')

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  if (actor.kind !== 'member') throw redirect(loginPath(path))
  const read = await readOrFailure(ctx, 'passkeys', (db) => ownPasskeys(db, actor))
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  return {
    passkeys: read.value,
    mayAdd: passkeyHost(ctx.siteOrigin) !== undefined,
    device: deviceName(request.headers.get('user-agent') ?? ''),
  }
}

const longestAnswer = 8_000

/** `begin` takes the password and answers with the options for the device, `add` what it made; `remove` takes one away. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const form = await formOf(request)
  const step = fieldOf(form, 'step')
  if (step === 'remove') {
    const removed = await orFailed(ctx, () => removePasskey(ctx, ctx.actor, fieldOf(form, 'passkey')))
    if (!removed.ok && removed.error === 'not_signed_in') throw redirect(loginAgainPath(path))
    return redirect(`${path}?notice=${removed.ok ? 'passkey-removed' : 'passkey-not-removed'}`)
  }
  const label = fieldOf(form, 'label')
  if (step === 'add') {
    const answer = fieldOf(form, 'answer', longestAnswer)
    const added = await orFailed(ctx, () => addPasskey(ctx, ctx.actor, { label, answer }))
    if (added.ok) return redirect(`${path}?notice=passkey-added`)
    if (added.error === 'not_signed_in') throw redirect(loginAgainPath(path))
    const refusal = addingRefusals[added.error]
    return data<AddingState>({ ...asFormAnswer(refusal), label }, { status: refusal.status })
  }
  const begun = await orFailed(ctx, () =>
    beginPasskey(ctx, ctx.actor, { label, password: fieldOf(form, 'password') }),
  )
  if (begun.ok) return data<AddingState>(begun.value, { headers: { 'cache-control': 'no-store' } })
  if (begun.error === 'not_signed_in') throw redirect(loginAgainPath(path))
  const refusal = addingRefusals[begun.error]
  return data<AddingState>({ ...asFormAnswer(refusal), label }, { status: refusal.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const state = useLastAnswer(actionData)
  return (
    <AccountPage heading="パスキー" path="passkeys">
      {state === undefined ? <NoticeBox noticeOf={memberNotice} /> : null}
      {'failure' in loaderData ? (
        <LoadFailure what="パスキー" {...loaderData.failure} />
      ) : (
        <PasskeysPage {...loaderData} state={state} />
      )}
    </AccountPage>
  )
}
