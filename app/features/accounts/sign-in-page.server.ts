import type { SignInView } from '~/features/profiles/rules.ts'
import { registrationRefusals, resetRefusals, signInRefusals } from '~/features/profiles/texts.ts'
import { type Refusal, toldInForm } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import type { Browser, SessionCookies } from './browser.server.ts'
import { register } from './register.commands.server.ts'
import { requestPasswordReset } from './reset.commands.server.ts'
import { signIn } from './sign-in.commands.server.ts'
import type { SignInAnswer, SignInErrors } from './sign-in.types.ts'
import { readCredentials, readRegistration, readResetRequest, type Typed } from './sign-in-forms.server.ts'

/** The cookies to be set when the form went through. */
type Submitted = Promise<Result<SessionCookies, SignInAnswer & { readonly status: number }>>

type Submit = (ctx: RequestContext, typed: Typed, browser: Browser) => Submitted

const invalid = (errors: SignInErrors) => refused({ status: 422, errors })
const toldOnPage = (refusal: Refusal) => refused({ status: refusal.status, ...toldInForm(refusal) })

const submitSignIn: Submit = async (ctx, typed, browser) => {
  const credentials = readCredentials(typed)
  if (!credentials.ok) return invalid(credentials.error)
  const signedIn = await signIn(ctx, ctx.actor, credentials.value, browser)
  if (signedIn.ok) return signedIn
  if (signedIn.error === 'signed_in') return ok([])
  return toldOnPage(signInRefusals[signedIn.error])
}

const submitRegistration: Submit = async (ctx, typed, browser) => {
  const { name, nameInLatin, seller } = ctx.settings
  const newMember = await readRegistration(typed, [name, nameInLatin, seller.legalName])
  if (!newMember.ok) return invalid(newMember.error)
  const registered = await register(ctx, ctx.actor, newMember.value, browser)
  if (registered.ok) return registered
  if (registered.error === 'signed_in') return ok([])
  return toldOnPage(registrationRefusals[registered.error])
}

const submitReset: Submit = async (ctx, typed, browser) => {
  const email = readResetRequest(typed)
  if (!email.ok) return invalid(email.error)
  const asked = await requestPasswordReset(ctx, ctx.actor, email.value, browser)
  return asked.ok ? ok([]) : toldOnPage(resetRefusals[asked.error])
}

/** What each form of /gallery/login does. */
export const submit: Readonly<Record<SignInView, Submit>> = {
  'sign-in': submitSignIn,
  register: submitRegistration,
  reset: submitReset,
}
