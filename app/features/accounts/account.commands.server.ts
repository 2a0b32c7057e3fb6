import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { deleteMember } from '~/server/auth/account-changes.ts'
import { isLastOwner } from '~/server/auth/desk-people.ts'
import { createLink } from '~/server/auth/links.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMemberMail, mayAskForMail } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { deletedMail, mailTo, verificationMail } from './mails.rules.ts'
import {
  lockMemberOfProof,
  type PasswordProofFailure,
  proveOwnPassword,
} from './own-password.commands.server.ts'

/** Within the limits of A25. */
export const sendVerificationAgain = async (
  ctx: AppContext,
  actor: Actor,
): Promise<Result<null, 'not_signed_in' | 'already_verified' | 'too_many_requests'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (actor.emailVerified) return refused('already_verified')
  return inTransaction(ctx, async (trx) => {
    const member = await trx
      .selectFrom('member')
      .where('id', '=', actor.id)
      .where('emailVerified', '=', 0)
      .select(['name', 'email'])
      .executeTakeFirst()
    if (member === undefined) return refused('already_verified' as const)
    const { email, name } = member
    if (!(await mayAskForMail(ctx, trx, { address: actor.address, recipients: [email] })))
      return refused('too_many_requests' as const)
    const token = await createLink(ctx, trx, { memberId: actor.id, purpose: 'verify', email })
    const facts = mailTo(ctx, { name, email }, `${actor.id} ${ctx.newId()}`)
    await enqueueMail(ctx, trx, verificationMail(facts, token))
    return ok(null)
  })
}

/** Ends one of the member's own sessions, or all but this one (A14). Other members' ids end nothing. */
export const endOwnSessions = async (
  ctx: AppContext,
  actor: Actor,
  which: { readonly only: string } | 'others',
): Promise<Result<null, 'not_signed_in'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  // PostgreSQL refuses this character.
  if (which !== 'others' && which.only.includes('\0')) return ok(null)
  await endSessions(ctx.db, actor.id, which === 'others' ? { allBut: actor.sessionId } : which)
  return ok(null)
}

/** Deletes the account and all that features keep of the member, in one transaction (A17). Orders stay; the last owner is refused (N9). */
export const deleteAccount = async (
  ctx: AppContext,
  actor: Actor,
  { password }: { readonly password: string },
): Promise<Result<null, 'not_signed_in' | PasswordProofFailure | 'last_owner'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, password)
  if (!proof.ok) return proof
  const deleted = await inTransaction(ctx, async (trx) => {
    const member = await lockMemberOfProof(trx, actor, proof.value)
    if (member === undefined) return refused('wrong_password' as const)
    if (await isLastOwner(trx, actor.id)) return refused('last_owner' as const)
    await ctx.memberSteps.gone(trx, actor.id, ctx)
    await enqueueMemberMail(ctx, trx, actor, deletedMail(mailTo(ctx, member, actor.id)))
    await deleteMember(trx, actor.id)
    return ok(null)
  })
  if (!deleted.ok) return deleted
  ctx.log.info('account deleted', { member: actor.id })
  return ok(null)
}
