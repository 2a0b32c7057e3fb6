import { mailTo } from '~/features/members/mails.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AttemptLimits, countAttempt } from '~/server/attempts.ts'
import { createLink } from '~/server/auth/links.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { verificationMail } from './account-mails.rules.ts'

const verificationMails: AttemptLimits = { name: 'verification', spanMs: 3_600_000, most: 5 }

/** One more mail with a link that verifies the member's present address; at most 5 in an hour. */
export const sendVerificationAgain = async (
  ctx: AppContext,
  actor: Actor,
): Promise<Result<null, 'not_signed_in' | 'already_verified' | 'too_many_requests'>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (actor.emailVerified) return refused('already_verified')
  if (!(await countAttempt(ctx.db, ctx.now(), verificationMails, actor.id)))
    return refused('too_many_requests')
  const sent = await inTransaction(ctx.db, async (trx) => {
    const member = await trx
      .selectFrom('member')
      .where('id', '=', actor.id)
      .where('emailVerified', '=', 0)
      .select(['name', 'email'])
      .executeTakeFirst()
    if (member === undefined) return false
    const { email, name } = member
    const token = await createLink(ctx, trx, { memberId: actor.id, purpose: 'verify', email })
    const facts = mailTo(ctx, { name, email }, `${actor.id} ${ctx.newId()}`)
    return enqueueMail(ctx, trx, verificationMail(facts, token))
  })
  if (!sent) return refused('already_verified')
  ctx.wakeMail()
  return ok(null)
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
