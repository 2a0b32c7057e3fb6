import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { createLink, isEmailTaken } from '~/server/auth/links.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { mayAskForMail } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { changeNoticeMail, confirmChangeMail } from './account-mails.rules.ts'
import { mailTo } from './member-mails.rules.ts'
import { proveOwnPassword, stillHers } from './own-password.server.ts'

export interface EmailChange {
  /** As the member typed it. */
  readonly password: string
  /** Checked and in lower case. */
  readonly newEmail: string
}

export type EmailChangeRefusal =
  | 'not_signed_in'
  | 'wrong_password'
  | 'too_many_requests'
  | 'email_unchanged'
  | 'email_taken'

/**
 * Sends a link to the new address, which counts when that is used, and one to the present address, which takes it back
 * (A12), within the limits of mails that anybody can ask for (A25). This session ends.
 */
export const requestEmailChange = async (
  ctx: AppContext,
  actor: Actor,
  { password, newEmail }: EmailChange,
): Promise<Result<null, EmailChangeRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, password)
  if (!proof.ok) return proof
  const asked = await inTransaction(ctx, async (trx): Promise<Result<null, EmailChangeRefusal>> => {
    const member = await stillHers(trx, actor, proof.value)
    if (member === undefined) return refused('wrong_password')
    if (member.email === newEmail) return refused('email_unchanged')
    if (await isEmailTaken(trx, { email: newEmail, now: ctx.now(), by: actor.id }))
      return refused('email_taken')
    if (!(await mayAskForMail(ctx, trx, { address: actor.address, recipients: [newEmail, member.email] })))
      return refused('too_many_requests')
    const changeId = ctx.newId()
    const mailAt = (email: string) => mailTo(ctx, { name: member.name, email }, changeId)
    const confirm = await createLink(ctx, trx, { memberId: actor.id, purpose: 'change', email: newEmail })
    await enqueueMail(ctx, trx, confirmChangeMail(mailAt(newEmail), confirm))
    const { email } = member
    const revert = await createLink(ctx, trx, { memberId: actor.id, purpose: 'revert', email })
    await enqueueMail(ctx, trx, changeNoticeMail(mailAt(email), revert, newEmail))
    await endSessions(trx, actor.id, { only: actor.sessionId })
    return ok(null)
  })
  if (!asked.ok) return asked
  ctx.log.info('change of e-mail requested', { member: actor.id })
  return asked
}
