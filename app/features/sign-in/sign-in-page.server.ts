import type { SignInView } from '~/features/members/rules.ts'
import { authTexts, resetTexts } from '~/features/members/texts.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import type { Browser, SessionCookies } from './browser.server.ts'
import { register } from './register.commands.server.ts'
import { requestPasswordReset } from './reset.commands.server.ts'
import { signIn } from './sign-in.commands.server.ts'
import type { SignInErrors } from './sign-in.types.ts'
import { readCredentials, readRegistration, readResetRequest, type Typed } from './sign-in-forms.server.ts'

interface Refusal {
  readonly status: number
  readonly errors?: SignInErrors
  readonly failure?: string
}

/** The cookies to be set when the form went through. */
type Submitted = Promise<Result<SessionCookies, Refusal>>

type Submit = (ctx: RequestContext, typed: Typed, browser: Browser) => Submitted

const invalid = (errors: SignInErrors) => refused({ status: 422, errors })
const tooMany = refused({ status: 429, failure: authTexts.tooMany })

const submitSignIn: Submit = async (ctx, typed, browser) => {
  const credentials = readCredentials(typed)
  if (!credentials.ok) return invalid(credentials.error)
  const signedIn = await signIn(ctx, ctx.actor, credentials.value, browser)
  if (signedIn.ok) return signedIn
  if (signedIn.error === 'signed_in') return ok([])
  return signedIn.error === 'wrong' ? refused({ status: 422, failure: authTexts.wrongCredentials }) : tooMany
}

const submitRegistration: Submit = async (ctx, typed, browser) => {
  const { name, nameInLatin, seller } = ctx.settings
  const newMember = await readRegistration(typed, [name, nameInLatin, seller.legalName])
  if (!newMember.ok) return invalid(newMember.error)
  const registered = await register(ctx, ctx.actor, newMember.value, browser)
  if (registered.ok) return registered
  if (registered.error === 'signed_in') return ok([])
  return registered.error === 'email_taken'
    ? refused({ status: 409, errors: { email: authTexts.emailTaken } })
    : tooMany
}

const submitReset: Submit = async (ctx, typed, browser) => {
  const email = readResetRequest(typed)
  if (!email.ok) return invalid(email.error)
  const asked = await requestPasswordReset(ctx, ctx.actor, email.value, browser)
  if (asked.ok) return ok([])
  if (asked.error === 'unknown') return invalid({ email: resetTexts.unknown })
  return asked.error === 'mail_off' ? refused({ status: 503, failure: resetTexts.mailOff }) : tooMany
}

/** What each form of /gallery/login does. */
export const submit: Readonly<Record<SignInView, Submit>> = {
  'sign-in': submitSignIn,
  register: submitRegistration,
  reset: submitReset,
}
