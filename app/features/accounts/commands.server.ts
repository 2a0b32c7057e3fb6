import type { Actor, Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import {
  deleteMember,
  lockMember,
  removePassword,
  setEmail,
  verifyEmail,
} from '~/server/auth/account-changes.ts'
import { isLastOwner } from '~/server/auth/desk-people.ts'
import {
  createLink,
  endLinks,
  forgetOldLinks,
  type OpenedLink,
  openLink,
  takeLink,
} from '~/server/auth/links.ts'
import { isEmailTaken, revertibleSince } from '~/server/auth/reserved-emails.ts'
import { endSessions, forgetEndedSessions } from '~/server/auth/sessions.ts'
import { isUniqueViolation } from '~/server/database/database-errors.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { enqueueMemberMail, mayAskForMail } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import {
  changeNoticeMail,
  confirmChangeMail,
  deletedMail,
  mailTo,
  revertedMail,
  takenBackMail,
  verificationMail,
} from './mails.rules.ts'
import { lockMemberOfProof, type PasswordProofFailure, proveOwnPassword } from './password.commands.server.ts'
import { asksPassword, type ConfirmPurpose } from './rules.ts'

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

interface EmailChange {
  readonly password: string
  readonly newEmail: string
}

export type EmailChangeRefusal = 'not_signed_in' | PasswordProofFailure | 'email_unchanged' | 'email_taken'

/** Mails the new address a link to confirm, the old one a link to undo (A12), within limits (A25); ends this session. */
export const requestEmailChange = async (
  ctx: AppContext,
  actor: Actor,
  { password, newEmail }: EmailChange,
): Promise<Result<null, EmailChangeRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, password)
  if (!proof.ok) return proof
  const asked = await inTransaction(ctx, async (trx): Promise<Result<null, EmailChangeRefusal>> => {
    const member = await lockMemberOfProof(trx, actor, proof.value)
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
    const revert = await createLink(ctx, trx, { memberId: actor.id, purpose: 'revert', email: member.email })
    await enqueueMail(ctx, trx, changeNoticeMail(mailAt(member.email), revert, newEmail))
    await endSessions(trx, actor.id, { only: actor.sessionId })
    return ok(null)
  })
  if (asked.ok) ctx.log.info('change of e-mail requested', { member: actor.id })
  return asked
}

type ConfirmRefusal = 'link_dead' | 'email_taken' | PasswordProofFailure
type Confirmed = Result<null, ConfirmRefusal>

interface ConfirmRequest {
  readonly purpose: ConfirmPurpose
  readonly token: string
  readonly password: string
}

/**
 * Uses a mailed link: `verify` confirms the address if the account still has it (A2); `change` sets the new one and ends all sessions
 * (A12); `revert` restores the old one and voids later requests and the password, which whoever asked for the change knew
 * (docs/decisions/0041). Confirming needs the account's session or `password`: else one could register with another person's address,
 * have that person confirm it, and see her orders (S23) or become an admin (A2).
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
      // The second of two requests waits here and finds the link gone.
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

/** False if the account no longer fits the link. */
type Step = (ctx: AppContext, trx: AppTransaction, link: OpenedLink) => Promise<boolean>

const confirmChange: Step = async (ctx, trx, { memberId, email }) => {
  if ((await lockMember(trx, memberId)) === undefined) return false
  await setEmail(ctx, trx, memberId, email)
  await endLinks(trx, memberId, ['change', 'reset', 'verify'])
  const since = await revertibleSince(trx, { member: memberId, email, now: ctx.now() })
  // Back at an earlier address: later addresses can no longer be taken back.
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

const minute = 60_000

export const forgetOldLinksJob = ({ db, now }: Pick<AppContext, 'db' | 'now'>): Job => ({
  name: 'forget old links and sessions',
  everyMs: 60 * minute,
  firstAfterMs: 5 * minute,
  limitMs: 5 * minute,
  run: async () => {
    await forgetOldLinks(db, now())
    await forgetEndedSessions(db, now())
  },
})
