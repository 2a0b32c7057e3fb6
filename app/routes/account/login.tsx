import { data, redirect, redirectDocument, useSearchParams } from 'react-router'
import { signInFields, submitSignInForm } from '~/features/accounts/forms.server.ts'
import { noticeAfter } from '~/features/accounts/profile/notices.texts.ts'
import {
  returnPath,
  type SignInAnswer,
  signInAddress,
  signInViewOf,
} from '~/features/accounts/sign-in.rules.ts'
import { signInFailures } from '~/features/accounts/texts.ts'
import { SignInPage } from '~/features/accounts/ui/sign-in-page.tsx'
import { doWanted } from '~/features/reactions/endpoint.server.ts'
import { toldReaction } from '~/features/reactions/rules.ts'
import { WantedNotice } from '~/features/reactions/ui/wanted-notice.tsx'
import { isBelow } from '~/href.ts'
import { isPage } from '~/requested-address.ts'
import { isDeskPath } from '~/server/auth/desk-session.ts'
import { errorFields } from '~/server/log.ts'
import { headersWithCookies } from '~/server/session/cookies.ts'
import { browserOf } from '~/server/session/known-device.ts'
import { appContext } from '~/services.server.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import type { Route } from './+types/login'

/** The page is the same for all visitors; a member is redirected (A15). */
export const loader = ({ request, context }: Route.LoaderArgs) => {
  const next = new URL(request.url).searchParams.get('next')
  if (context.get(appContext).actor.kind !== 'member') return null
  const path = returnPath(next, isPage)
  return wayTo(path)(path)
}

/** Signs in, registers, or sends a reset link, depending on `view`. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const [view, next, wanted] = [
    signInViewOf(searchParams),
    searchParams.get('next'),
    searchParams.get('wanted'),
  ]
  const fields = await signInFields(request)
  const typed = { name: fields.name, email: fields.email }
  try {
    const submitted = await submitSignInForm[view](ctx, fields, browserOf(request, ctx))
    if (submitted.ok) {
      if (view === 'reset') return redirect(signInAddress(view, { next, wanted, notice: 'reset-sent' }))
      const { token, cookies = [] } = submitted.value ?? {}
      const path = returnPath(next, isPage)
      const wish = toldReaction({ next, path }, wanted)
      const done = wish && { kind: wish.kind, isDone: await doWanted(ctx, token, wish) }
      const shown = withNotice(path, noticeAfter(view, done))
      return wayTo(shown)(shown, { headers: headersWithCookies(cookies) })
    }
    const { status, ...answer } = submitted.error
    return data<SignInAnswer>({ typed, ...answer }, { status })
  } catch (error) {
    ctx.log.error('a form of the sign-in page failed', { view, ...errorFields(error) })
    return data<SignInAnswer>({ typed, failure: signInFailures[view] }, { status: 503 })
  }
}

/** The desk answers outsiders with a page that the client's router does not know, so that needs a document request. */
const wayTo = (path: string) => (isDeskPath(path) ? redirectDocument : redirect)

/** Pages of the shop show none. */
const withNotice = (path: string, notice: string | undefined): string => {
  const url = new URL(path, 'https://site.invalid')
  if (notice === undefined || !isBelow(url.pathname, '/gallery')) return path
  url.searchParams.set('notice', notice)
  return `${url.pathname}${url.search}${url.hash}`
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function Login({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return <SignInPage answer={useLastAnswer(actionData)} wanted={<WantedNotice search={search} />} />
}
