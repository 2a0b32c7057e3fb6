import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { createLink } from '~/server/auth/links.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { mayAskForMail } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { verificationMail } from './account-mails.rules.ts'
import { mailTo } from './member-mails.rules.ts'

/** One more mail with a link that verifies the member's present address, within the limits of A25. */
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

/** Ends one session of the member's own, or all but this one (A14). An id of somebody else's ends nothing. */
export const endOwnSessions = async (
  ctx: AppContext,
  actor: Actor,
  which: { readonly only: string } | 'others',
): Promise<Result<null, 'not_signed_in'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  // PostgreSQL takes no such text.
  if (which !== 'others' && which.only.includes('\0')) return ok(null)
  await endSessions(ctx.db, actor.id, which === 'others' ? { allBut: actor.sessionId } : which)
  return ok(null)
}
