import { z } from 'zod'
import { readDisplayName, readEmail } from '~/features/profiles/rules.ts'
import { authTexts, emailTexts, nameTexts, passwordTexts } from '~/features/profiles/texts.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import type { NewMember } from './register.commands.server.ts'
import type { Credentials } from './sign-in.commands.server.ts'
import type { SignInErrors } from './sign-in.types.ts'

const text = z.string().catch('')
const fields = z.object({ name: text, email: text, password: text, confirmation: text })

export type Typed = z.infer<typeof fields>

/** What was typed; a body that is no form is an empty one. Passwords are never sent back. */
export const typedFields = async (request: Request): Promise<Typed> => {
  const form = await request.formData().catch(() => new FormData())
  return fields.parse(Object.fromEntries(form))
}

const emailOf = (typed: Typed): Result<string, SignInErrors> => {
  const email = readEmail(typed.email)
  return email.ok ? email : refused({ email: emailTexts[email.error] })
}

export const readCredentials = (typed: Typed): Result<Credentials, SignInErrors> => {
  const email = emailOf(typed)
  const errors = {
    ...(email.ok ? {} : email.error),
    ...(typed.password === '' ? { password: authTexts.passwordMissing } : {}),
  }
  return email.ok && typed.password !== ''
    ? ok({ email: email.value, password: typed.password })
    : refused(errors)
}

/** `shopNames` are those that nobody may bear (A18). */
export const readRegistration = async (
  typed: Typed,
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

/** Of a password that is typed twice. */
export const newPasswordErrors = async (
  { password, confirmation }: Pick<Typed, 'password' | 'confirmation'>,
  own: readonly string[],
): Promise<SignInErrors | null> => {
  const fault = await passwordFault(password, own)
  if (fault !== null) return { password: passwordTexts[fault] }
  return password === confirmation ? null : { confirmation: authTexts.passwordsDiffer }
}

export const readResetRequest = emailOf
