import { proveOwnPassword } from '~/features/accounts/own-password.commands.server.ts'
import { type DeskPerson, isConfirmed } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { noteConfirmed } from '~/server/auth/desk-session.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { proved } from './proof.server.ts'
import { proofRefusals } from './texts.ts'

/** `needed`: the person has not been asked yet. */
export const confirmationRefusals = {
  needed: {
    status: 422,
    text: 'もう一度ご本人か確かめます。パスワードかコードを入れてください。',
    field: 'confirmPassword',
  },
  wrong_code: { ...proofRefusals.wrong_code, field: 'confirmCode' },
  locked: { ...proofRefusals.locked, field: 'confirmCode' },
  wrong_password: { ...proofRefusals.wrong_password, field: 'confirmPassword' },
  too_many_requests: { ...proofRefusals.too_many_requests, field: 'confirmPassword' },
  wrong_passkey: { ...proofRefusals.wrong_passkey, field: 'confirmPasskey' },
} as const satisfies Refusals<string>

export type ConfirmationFailure = keyof typeof confirmationRefusals

const longestField = 8_000

/**
 * The actor if confirmed within ten minutes, or now by `confirmPasskey`, `confirmCode` or `confirmPassword` of the form (N3). Failures
 * count as at the door (N7). Not for use inside a transaction.
 */
export const confirmAgain = async (
  ctx: AppContext,
  actor: DeskPerson,
  form: FormData,
): Promise<Result<DeskPerson, ConfirmationFailure>> => {
  if (isConfirmed(actor, ctx.now())) return ok(actor)
  const field = (name: string) => fieldOf(form, name, longestField)
  const [code, passkey, password] = [field('confirmCode'), field('confirmPasskey'), field('confirmPassword')]
  const now = ctx.now()
  if (passkey !== '' || code.trim() !== '') {
    const shown = await proved(ctx, actor.id, { code, passkey }, (trx) => noteConfirmed(trx, actor, now))
    return shown.ok ? ok({ ...actor, confirmedAt: now }) : shown
  }
  const proven = await proveOwnPassword(ctx, actor, password)
  if (!proven.ok) return refused(proven.error === 'password_missing' ? 'needed' : proven.error)
  await inTransaction(ctx, (trx) => noteConfirmed(trx, actor, now))
  return ok({ ...actor, confirmedAt: now })
}
