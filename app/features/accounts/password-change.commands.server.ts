import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { setPassword } from '~/server/auth/account-changes.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMemberMail } from '~/server/mail/asked-mails.ts'
import { mailTo, passwordChangedMail } from './mails.rules.ts'
import {
  lockMemberOfProof,
  type PasswordProofFailure,
  proveOwnPassword,
} from './own-password.commands.server.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import type { PasswordFault } from './rules.ts'

export type PasswordChangeRefusal = 'not_signed_in' | PasswordProofFailure | PasswordFault

/** Needs the present password; ends all sessions and tells the member by mail (A13). */
export const changePassword = async (
  ctx: AppContext,
  actor: Actor,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<Result<null, PasswordChangeRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, current)
  if (!proof.ok) return proof
  const { name, email } = proof.value
  const fault = await passwordFault(next, [name, email])
  if (fault !== null) return refused(fault)
  const hash = await ctx.passwords.hash(next)
  const isChanged = await inTransaction(ctx, async (trx) => {
    const member = await lockMemberOfProof(trx, actor, proof.value)
    if (member === undefined) return false
    await setPassword(ctx, trx, actor.id, hash)
    await enqueueMemberMail(ctx, trx, actor, passwordChangedMail(mailTo(ctx, member, ctx.newId()), ctx.now()))
    return true
  })
  if (!isChanged) return refused('wrong_password')
  ctx.log.info('password changed', { member: actor.id })
  return ok(null)
}
