import { createProfile } from '~/features/accounts/profile/profile.commands.server.ts'
import { hasProfile } from '~/features/accounts/profile/profile.queries.server.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { createLink } from '~/server/auth/links.ts'
import type { CallLimits } from '~/server/call-limits.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { mailTo, welcomeMail } from './mails.rules.ts'

/** Adds a missing profile and, once ever, the welcome mail (A2, A16, R27). A failure is logged; the next sign-in tries again. */
export const completeMember = async (ctx: AppContext, actor: Actor, memberId: MemberId): Promise<void> => {
  try {
    if (await hasProfile(ctx.db, memberId)) return
    const isCompleted = await inTransaction(ctx, async (trx) => {
      const member = await createProfile(trx, ctx, memberId)
      if (member === undefined) return false
      const token = await createLink(ctx, trx, { memberId, purpose: 'verify', email: member.email })
      return enqueueMail(ctx, trx, welcomeMail(mailTo(ctx, member, memberId), token))
    })
    if (isCompleted) ctx.log.info('a member has her profile', { member: memberId, by: actor.kind })
  } catch (error) {
    ctx.log.error('a member has no profile yet', { member: memberId, ...errorFields(error) })
  }
}

const limits: CallLimits = {
  name: 'welcome',
  spanMs: 60_000,
  perClient: 30,
  perNetwork: 300,
  together: 3_000,
}

/** Registration has queued the mail already: only one that was cut short gets it now, at the member's own address (A16). */
export const sendWelcomeEmail = async (
  ctx: AppContext,
  actor: Actor,
  { email }: { readonly email: string },
): Promise<void> => {
  if (actor.kind !== 'member' || ctx.calls.waitOfClient(limits, actor.address, ctx.now()) > 0) return
  const member = await ctx.db
    .selectFrom('member')
    .where('id', '=', actor.id)
    .select('email')
    .executeTakeFirst()
  if (member?.email === email.trim().toLowerCase()) await completeMember(ctx, actor, actor.id)
}
