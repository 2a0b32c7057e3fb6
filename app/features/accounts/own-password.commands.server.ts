import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Member, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember, passwordHashOf } from '~/server/auth/account-changes.ts'
import { countRightPassword, mayGivePassword } from '~/server/auth/password-tries.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMemberMail } from '~/server/mail/asked-mails.ts'
import { forgetTimedCounts, lowerTimedCount, raiseTimedCount, timedCount } from '~/server/rate-limit.ts'
import { mailTo, passwordLockedMail } from './mails.rules.ts'

const minute = 60_000
const mostWrong = 5
const wrongWithin = 15 * minute
const lockedFor = 15 * minute

export interface PasswordProof {
  readonly hash: string
  readonly name: string
  readonly email: string
}

/** Who proves that she is the member. */
type PasswordOwner = Pick<Member, 'id' | 'address'>

export type PasswordProofFailure = 'password_missing' | 'wrong_password' | 'too_many_requests'

/**
 * Checks the password in place (A19). Five wrong ones of a person within 15 minutes, from wherever, lock it for 15 minutes, which is
 * mailed (N7); thirty right ones do as well, without a mail (A10). Not in a transaction.
 */
export const proveOwnPassword = async (
  ctx: AppContext,
  actor: PasswordOwner,
  password: string,
): Promise<Result<PasswordProof, PasswordProofFailure>> => {
  const { id } = actor
  if (password === '') return refused('password_missing')
  if (!(await mayGivePassword(ctx, id))) return refused('too_many_requests')
  const triedAt = ctx.now()
  if (!(await inTransaction(ctx, (trx) => beginTry(trx, id, triedAt)))) return refused('too_many_requests')
  const [hash, member] = await Promise.all([
    passwordHashOf(ctx.db, id),
    ctx.db.selectFrom('member').where('id', '=', id).select(['name', 'email']).executeTakeFirst(),
  ])
  const matches = await ctx.passwords.matches(hash, password)
  if (!matches || hash === null || member === undefined) {
    ctx.log.warn('wrong password for a change of the account', { member: id })
    await inTransaction(ctx, (trx) => lockAfterLast(ctx, trx, actor))
    return refused('wrong_password')
  }
  await lowerTimedCount(ctx.db, { subject: wrongOf(id), from: triedAt })
  if (!(await countRightPassword(ctx, id))) return refused('too_many_requests')
  return ok({ hash, ...member })
}

/** A row for each wrong password, and one for the lock, that end by themselves. */
const wrongOf = (member: MemberId) => `own-password:${member}`
const lockOf = (member: MemberId) => `own-password-lock:${member}`

/** Counted before it is judged, so that of many at once only five are. */
const beginTry = async (trx: AppTransaction, member: MemberId, now: number): Promise<boolean> => {
  if ((await lockMember(trx, member)) === undefined) return false
  if ((await timedCount(trx, lockOf(member), now)).count > 0) return false
  if ((await timedCount(trx, wrongOf(member), now)).count >= mostWrong) return false
  await raiseTimedCount(trx, { subject: wrongOf(member), from: now }, { now, until: now + wrongWithin })
  return true
}

/** The fifth wrong one locks, and tells the member once. */
const lockAfterLast = async (
  ctx: AppContext,
  trx: AppTransaction,
  { id, address }: PasswordOwner,
): Promise<void> => {
  const now = ctx.now()
  const member = await lockMember(trx, id)
  if (member === undefined || (await timedCount(trx, wrongOf(id), now)).count < mostWrong) return
  const until = now + lockedFor
  await forgetTimedCounts(trx, [wrongOf(id), lockOf(id)])
  await raiseTimedCount(trx, { subject: lockOf(id), from: now }, { now, until })
  const { emailVerified } = await trx
    .selectFrom('member')
    .where('id', '=', id)
    .select('emailVerified')
    .executeTakeFirstOrThrow()
  const mail = passwordLockedMail(mailTo(ctx, member, `${id} ${ctx.newId()}`), until)
  await enqueueMemberMail(ctx, trx, { address, emailVerified: emailVerified === 1 }, mail)
  ctx.log.warn('wrong passwords have locked a proof of the password', { member: id })
}

/** Locks the member; undefined when another device has changed the password or deleted the account since the proof. */
export const lockMemberOfProof = async (
  trx: Transaction<Schema>,
  { id }: Member,
  proof: Pick<PasswordProof, 'hash'>,
): Promise<{ readonly name: string; readonly email: string } | undefined> => {
  const member = await lockMember(trx, id)
  return (await passwordHashOf(trx, id)) === proof.hash ? member : undefined
}
