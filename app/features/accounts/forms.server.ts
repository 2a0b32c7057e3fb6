import { readDisplayName, shopNamesOf } from '~/features/accounts/profile/display-name.rules.ts'
import { readEmail } from '~/kernel/email.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import type { Browser } from '~/server/session/known-device.ts'
import { requestPasswordReset } from './password.commands.server.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import { nameTexts } from './profile/texts.ts'
import {
  type BegunSession,
  type Credentials,
  type NewMember,
  register,
  type Suspended,
  signIn,
} from './sign-in.commands.server.ts'
import type { SignInAnswer, SignInErrors, SignInView } from './sign-in.rules.ts'
import { suspendedText } from './standing/texts.ts'
import {
  authTexts,
  emailTexts,
  passwordTexts,
  registrationRefusals,
  resetRefusals,
  signInRefusals,
} from './texts.ts'

/** Logs a thrown error and returns it as a refusal, so that the form keeps what was typed (A21). */
export const orFailed = async <T, E>(
  { log }: Pick<AppContext, 'log'>,
  task: () => Promise<Result<T, E>>,
): Promise<Result<T, E | 'failed'>> => {
  try {
    return await task()
  } catch (error) {
    log.error('what a member asked for could not be done', errorFields(error))
    return refused('failed')
  }
}

export type SignInFields = Readonly<Record<'name' | 'email' | 'password' | 'confirmation', string>>

/** Of a device's answer, in characters. */
const longestPasskey = 8_000

/** Passwords are never sent back. `passkey` is what a device answered, in place of all others. */
export const signInFields = async (
  request: Request,
): Promise<SignInFields & { readonly passkey: string }> => {
  const form = await formOf(request)
  return {
    name: fieldOf(form, 'name'),
    email: fieldOf(form, 'email'),
    password: fieldOf(form, 'password'),
    confirmation: fieldOf(form, 'confirmation'),
    passkey: fieldOf(form, 'passkey', longestPasskey),
  }
}

const emailOf = (typed: SignInFields): Result<string, SignInErrors> => {
  const email = readEmail(typed.email)
  return email.ok ? email : refused({ email: emailTexts[email.error] })
}

export const readCredentials = (typed: SignInFields): Result<Credentials, SignInErrors> => {
  const email = emailOf(typed)
  const errors = {
    ...(email.ok ? {} : email.error),
    ...(typed.password === '' ? { password: authTexts.passwordMissing } : {}),
  }
  return email.ok && typed.password !== ''
    ? ok({ email: email.value, password: typed.password })
    : refused(errors)
}

/** A checked registration; `shopNames` are forbidden names (A18). */
export const readRegistration = async (
  typed: SignInFields,
  shopNames: readonly string[],
): Promise<Result<NewMember, SignInErrors>> => {
  const name = readDisplayName(typed.name, shopNames)
  const email = emailOf(typed)
  const passwordErrors = await newPasswordErrors(typed, [
    name.ok ? name.value : '',
    email.ok ? email.value : '',
  ])
  if (name.ok && email.ok && passwordErrors === null)
    return ok({ name: name.value, email: email.value, password: typed.password })
  return refused({
    ...(name.ok ? {} : { name: nameTexts[name.error] }),
    ...(email.ok ? {} : email.error),
    ...passwordErrors,
  })
}

/** The faults of a new password, or null; `own` as for `passwordFault`. */
export const newPasswordErrors = async (
  { password, confirmation }: Pick<SignInFields, 'password' | 'confirmation'>,
  own: readonly string[],
): Promise<SignInErrors | null> => {
  const fault = await passwordFault(password, own)
  if (fault !== null) return { password: passwordTexts[fault] }
  return password === confirmation ? null : { confirmation: authTexts.passwordsDiffer }
}

/** Null where no session was begun: she has one, or asked for a mail. */
type Submitted = Promise<Result<BegunSession | null, SignInAnswer & { readonly status: number }>>

type Submit = (ctx: RequestContext, typed: SignInFields, browser: Browser) => Submitted

const invalid = (errors: SignInErrors) => refused({ status: 422, errors })
const refusedOnPage = (refusal: Refusal) => refused({ status: refusal.status, ...asFormAnswer(refusal) })

const suspendedRefusal = ({ settings }: Pick<AppContext, 'settings'>, { suspended }: Suspended): Refusal => ({
  status: 403,
  text: suspendedText(suspended.reason, settings.seller.email),
})

const submitSignIn: Submit = async (ctx, typed, browser) => {
  const credentials = readCredentials(typed)
  if (!credentials.ok) return invalid(credentials.error)
  const signedIn = await signIn(ctx, ctx.actor, credentials.value, browser)
  if (signedIn.ok) return signedIn
  if (signedIn.error === 'signed_in') return ok(null)
  if (typeof signedIn.error === 'object') return refusedOnPage(suspendedRefusal(ctx, signedIn.error))
  return refusedOnPage(signInRefusals[signedIn.error])
}

const submitRegistration: Submit = async (ctx, typed, browser) => {
  const newMember = await readRegistration(typed, shopNamesOf(ctx.settings))
  if (!newMember.ok) return invalid(newMember.error)
  const registered = await register(ctx, ctx.actor, newMember.value, browser)
  if (registered.ok) return registered
  if (registered.error === 'signed_in') return ok(null)
  if (typeof registered.error === 'object') return refusedOnPage(suspendedRefusal(ctx, registered.error))
  return refusedOnPage(registrationRefusals[registered.error])
}

const submitReset: Submit = async (ctx, typed, browser) => {
  const email = emailOf(typed)
  if (!email.ok) return invalid(email.error)
  const asked = await requestPasswordReset(ctx, ctx.actor, email.value, browser)
  return asked.ok ? ok(null) : refusedOnPage(resetRefusals[asked.error])
}

export const submitSignInForm: Readonly<Record<SignInView, Submit>> = {
  'sign-in': submitSignIn,
  register: submitRegistration,
  reset: submitReset,
}
