import { data, redirect } from 'react-router'
import { openedConfirmation } from '~/features/accounts/account.queries.server.ts'
import { confirmByLink } from '~/features/accounts/email-change.commands.server.ts'
import { orFailed } from '~/features/accounts/forms.server.ts'
import { type ConfirmPurpose, readConfirmPurpose } from '~/features/accounts/rules.ts'
import { confirmRefusals } from '~/features/accounts/texts.ts'
import { ConfirmLink, DeadLink } from '~/features/accounts/ui/confirm-link.tsx'
import { href } from '~/href.ts'
import type { Requester } from '~/kernel/actor.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/confirm-link'

// No no-referrer despite the secret address: without script the form would be posted with the origin null.
export const headers = () => ({ 'cache-control': 'no-store' })

const purposeOf = (text: string): ConfirmPurpose => {
  const purpose = readConfirmPurpose(text)
  if (purpose === undefined) throw data(null, { status: 404, statusText: 'Not Found' })
  return purpose
}

/** Shows the link's purpose; 410 for an expired one. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const purpose = purposeOf(params.purpose)
  const ctx = context.get(appContext)
  const confirmation = await readOrUnavailable(ctx, 'link of a mail', () =>
    openedConfirmation(ctx, ctx.actor, { purpose, token: params.token }),
  )
  const found = { purpose, confirmation: confirmation ?? null }
  return data(found, { status: confirmation === undefined ? 410 : 200 })
}

/** Carries out the link's purpose (A2, A12). */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const purpose = purposeOf(params.purpose)
  const password = fieldOf(await formOf(request), 'password')
  const used = await orFailed(ctx, () =>
    confirmByLink(ctx, ctx.actor, { purpose, token: params.token, password }),
  )
  if (used.ok) return answer(purpose, ctx)
  if (used.error === 'link_dead') return data({ isDead: true }, { status: 410 })
  const said = confirmRefusals(purpose)[used.error]
  return data({ isDead: false, ...asFormAnswer(said) }, { status: said.status })
}

const answer = (
  purpose: ConfirmPurpose,
  { actor, siteOrigin }: { readonly actor: Requester; readonly siteOrigin: string },
) => {
  if (purpose === 'verify')
    return redirect(
      actor.kind === 'member'
        ? href('/gallery/mypage', { tab: 'settings', notice: 'email-verified' })
        : href('/gallery/login', { notice: 'email-verified' }),
    )
  const notice = purpose === 'change' ? 'email-changed' : 'email-restored'
  const headers = { 'set-cookie': endedSessionCookie(siteOrigin) }
  return redirect(href('/gallery/login', { notice }), { headers })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function ConfirmLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, confirmation } = loaderData
  const answer = useLastAnswer(actionData)
  if (confirmation === null || answer?.isDead) return <DeadLink purpose={purpose} />
  return <ConfirmLink confirmation={confirmation} {...answer} />
}
