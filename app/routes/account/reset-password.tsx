import { data, redirect } from 'react-router'
import { newPasswordErrors, signInFields } from '~/features/accounts/forms.server.ts'
import { resetPassword } from '~/features/accounts/password.commands.server.ts'
import { isResetLinkGood } from '~/features/accounts/queries.server.ts'
import { type SignInAnswer, signInAddress } from '~/features/accounts/sign-in.rules.ts'
import { passwordTexts, resetTexts } from '~/features/accounts/texts.ts'
import { NewPasswordForm, ResetLinkGone } from '~/features/accounts/ui/new-password-form.tsx'
import { errorFields } from '~/server/log.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { browserOf } from '~/server/session/known-device.ts'
import { endedSessionCookie } from '~/server/session/session-cookie.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/reset-password'

// No no-referrer despite the secret address: without script the form would be posted with the origin null.
export const headers = () => ({ 'cache-control': 'no-store' })

/** Opening the link does not use it up: mail scanners open it too. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const isGood = await readOrUnavailable(ctx, 'link of a reset', () => isResetLinkGood(ctx, params.token))
  return data({ isGood }, { status: isGood ? 200 : 410 })
}

export const action = async ({ request, params: { token }, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const { password, confirmation } = await signInFields(request)
  try {
    const errors = await newPasswordErrors({ password, confirmation }, [])
    if (errors !== null) return data<SignInAnswer>({ errors }, { status: 422 })
    const reset = await resetPassword(ctx, ctx.actor, { token, password }, browserOf(request, ctx))
    if (reset.ok)
      return redirect(signInAddress('sign-in', { next: null, notice: 'password-reset' }), {
        headers: headersWithCookies([reset.value, endedSessionCookie(ctx.siteOrigin)]),
      })
    // The loader shows that the link is gone.
    if (reset.error === 'link_gone') return data<SignInAnswer>({}, { status: 410 })
    return data<SignInAnswer>({ errors: { password: passwordTexts[reset.error] } }, { status: 422 })
  } catch (error) {
    ctx.log.error('a password could not be reset', errorFields(error))
    return data<SignInAnswer>({ failure: resetTexts.failed }, { status: 503 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** 410: the link was used meanwhile, which the loader shows. */
export const shouldRevalidate = reloadAfter([410])

export default function ResetPassword({ loaderData: { isGood }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  return (
    <Page narrow heading="新しいパスワードの設定">
      <PageMeta title="新しいパスワードの設定" noindex />
      {isGood ? <NewPasswordForm answer={answer} /> : <ResetLinkGone />}
    </Page>
  )
}
