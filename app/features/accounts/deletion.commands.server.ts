import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { deleteMember } from '~/server/auth/account-changes.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueNotice } from '~/server/mail/asked-mails.ts'
import { deletedMail } from './account-mails.rules.ts'
import { mailTo } from './member-mails.rules.ts'
import { proveOwnPassword, stillHers } from './own-password.server.ts'

/**
 * A member's account goes with all that the features keep of her, or nothing of it does (A17). Orders are no feature's to
 * delete: they stay.
 */
export const deleteAccount = async (
  ctx: AppContext,
  actor: Actor,
  { password }: { readonly password: string },
): Promise<Result<null, 'not_signed_in' | 'wrong_password' | 'too_many_requests'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, password)
  if (!proof.ok) return proof
  const isDeleted = await inTransaction(ctx, async (trx) => {
    const member = await stillHers(trx, actor, proof.value)
    if (member === undefined) return false
    await ctx.memberSteps.gone(trx, actor.id, ctx)
    await enqueueNotice(ctx, trx, actor, deletedMail(mailTo(ctx, member, actor.id)))
    await deleteMember(trx, actor.id)
    return true
  })
  if (!isDeleted) return refused('wrong_password')
  ctx.log.info('account deleted', { member: actor.id })
  return ok(null)
}
