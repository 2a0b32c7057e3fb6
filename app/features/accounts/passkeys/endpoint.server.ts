import { asFormAnswer } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { RequestContext } from '~/server/app-context.ts'
import type { Browser } from '~/server/session/known-device.ts'
import type { BegunSession } from '../sign-in.commands.server.ts'
import type { SignInAnswer } from '../sign-in.rules.ts'
import { suspendedText } from '../standing/texts.ts'
import { signInByPasskey } from './commands.server.ts'
import { passkeySignInRefusals } from './texts.ts'

/** The sign-in form with a device's answer in place of address and password; null where she has a session already. */
export const submitPasskey = async (
  ctx: RequestContext,
  answer: string,
  browser: Browser,
): Promise<Result<BegunSession | null, SignInAnswer & { readonly status: number }>> => {
  const signedIn = await signInByPasskey(ctx, ctx.actor, answer, browser)
  if (signedIn.ok) return signedIn
  const { error } = signedIn
  if (error === 'signed_in') return ok(null)
  if (typeof error === 'object')
    return refused({ status: 403, failure: suspendedText(error.suspended.reason, ctx.settings.seller.email) })
  const refusal = passkeySignInRefusals[error]
  return refused({ status: refusal.status, ...asFormAnswer(refusal) })
}
