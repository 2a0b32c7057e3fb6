import { welcomeMail } from '~/features/accounts/member-mails.rules.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { createLink } from '~/server/auth/links.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { joinDateOf } from './rules.ts'

/**
 * A step of a transaction: the profile of a new member and, once for each, her welcome mail with the link that verifies the
 * address (A2, A16, R27). False when she has a profile or is gone.
 */
const completeMember = async (ctx: AppContext, trx: AppTransaction, memberId: MemberId): Promise<boolean> => {
  const member = await trx
    .selectFrom('member')
    .where('id', '=', memberId)
    .select(['name', 'email', 'createdAt'])
    .executeTakeFirst()
  if (member === undefined) return false
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('memberProfile')
    .values({ memberId, joinDate: joinDateOf(Date.parse(member.createdAt)), updatedAt: ctx.now() })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  const { name, email } = member
  const token = await createLink(ctx, trx, { memberId, purpose: 'verify', email })
  const facts = {
    shopName: ctx.settings.name,
    siteOrigin: ctx.siteOrigin,
    name,
    recipient: email,
    subjectKey: memberId,
  }
  return enqueueMail(ctx, trx, welcomeMail(facts, token))
}

/** What a registration that was cut short still owes its member. She has her account: a failure is logged, and mended later. */
export const mendMember = async (ctx: AppContext, actor: Actor, memberId: MemberId): Promise<void> => {
  try {
    const profile = await ctx.db
      .selectFrom('memberProfile')
      .where('memberId', '=', memberId)
      .select('memberId')
      .executeTakeFirst()
    if (profile !== undefined) return
    if (!(await inTransaction(ctx, (trx) => completeMember(ctx, trx, memberId)))) return
    ctx.log.info('a member has her profile', { member: memberId, by: actor.kind })
  } catch (error) {
    ctx.log.error('a member has no profile yet', { member: memberId, ...errorFields(error) })
  }
}
