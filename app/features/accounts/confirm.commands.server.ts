import type { Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember, removePassword, setEmail, verifyEmail } from '~/server/auth/account-changes.ts'
import {
  createLink,
  endLinks,
  isEmailTaken,
  type OpenedLink,
  openLink,
  revertibleSince,
  takeLink,
} from '~/server/auth/links.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { isUniqueViolation } from '~/server/database/database-errors.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { revertedMail, takenBackMail } from './account-mails.rules.ts'
import { asksPassword, type ConfirmPurpose } from './confirm.rules.ts'
import { mailTo } from './member-mails.rules.ts'
import { proveOwnPassword } from './own-password.server.ts'

export type ConfirmRefusal = 'link_dead' | 'email_taken' | 'wrong_password' | 'too_many_requests'
type Confirmed = Result<null, ConfirmRefusal>

export interface ConfirmRequest {
  readonly purpose: ConfirmPurpose
  readonly token: string
  /** Empty where none is asked for. */
  readonly password: string
}

/**
 * Does what a link of a mail is for and uses it up. An address becomes an account's only by somebody who is in the account, too:
 * by her session or by `password`. Otherwise whoever types another's address gets its owner to prove it, and with it her orders
 * (S23) or an admin's rights (A2).
 *
 * - `verify`: the address is the member's, if the account still has it (A2).
 * - `change`: the new address is the account's, and every session ends (A12).
 * - `revert`: the old address is the account's again; what was asked for since then is void, and its password too, for who
 *   asked for it knew it (docs/decisions/0043).
 */
export const confirmByLink = async (
  ctx: AppContext,
  actor: Requester,
  { purpose, token, password }: ConfirmRequest,
): Promise<Confirmed> => {
  const now = ctx.now()
  const link = await openLink(ctx.db, { purpose, token, now })
  if (link === undefined) return refused('link_dead')
  if (asksPassword(purpose, actor, link.memberId)) {
    const proof = await proveOwnPassword(ctx, { id: link.memberId, address: actor.address }, password)
    if (!proof.ok) return proof
  }
  try {
    const used = await inTransaction(ctx, async (trx): Promise<Confirmed> => {
      const opened = await openLink(trx, { purpose, token, now })
      if (opened === undefined) return refused('link_dead')
      const { memberId, email } = opened
      if (purpose !== 'verify' && (await isEmailTaken(trx, { email, now, by: memberId })))
        return refused('email_taken')
      // Of two presses at once the second waits here, and finds it gone.
      const link = await takeLink(trx, { purpose, token, now })
      return link !== undefined && (await steps[purpose](ctx, trx, link)) ? ok(null) : refused('link_dead')
    })
    ctx.log.info('link of a mail used', { purpose, by: actor.kind, used: used.ok })
    return used
  } catch (error) {
    if (isUniqueViolation(error)) return refused('email_taken')
    throw error
  }
}

/** False when the link has lost its sense. */
type Step = (ctx: AppContext, trx: AppTransaction, link: OpenedLink) => Promise<boolean>

const confirmChange: Step = async (ctx, trx, { memberId, email }) => {
  if ((await lockMember(trx, memberId)) === undefined) return false
  await setEmail(ctx, trx, memberId, email)
  await endLinks(trx, memberId, ['change', 'reset', 'verify'])
  const since = await revertibleSince(trx, { member: memberId, email, now: ctx.now() })
  // Back at an earlier address: those that came after it have no claim.
  if (since !== undefined) await endLinks(trx, memberId, ['revert'], since)
  await endSessions(trx, memberId, 'all')
  return true
}

const revertChange: Step = async (ctx, trx, { memberId, email, createdAt }) => {
  const member = await lockMember(trx, memberId)
  if (member === undefined) return false
  await setEmail(ctx, trx, memberId, email)
  await endLinks(trx, memberId, ['change', 'reset', 'verify'])
  await endLinks(trx, memberId, ['revert'], createdAt)
  await endSessions(trx, memberId, 'all')
  await removePassword(trx, memberId)
  const changeId = ctx.newId()
  const mailAt = (address: string) => mailTo(ctx, { name: member.name, email: address }, changeId)
  const reset = await createLink(ctx, trx, { memberId, purpose: 'reset', email })
  await enqueueMail(ctx, trx, revertedMail(mailAt(email), reset))
  if (member.email !== email) await enqueueMail(ctx, trx, takenBackMail(mailAt(member.email)))
  return true
}

const steps: Readonly<Record<ConfirmPurpose, Step>> = {
  verify: verifyEmail,
  change: confirmChange,
  revert: revertChange,
}
