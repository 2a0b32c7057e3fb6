import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Member, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember, passwordHashOf } from '~/server/auth/account-changes.ts'
import { countRightPassword, mayGivePassword } from '~/server/auth/password-tries.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMemberMail } from '~/server/mail/asked-mails.ts'
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

export type PasswordProofFailure = 'password_missing' | 'wrong_password' | 'too_many_requests'

/**
 * Checks the password in place (A19). Five wrong ones of a person within 15 minutes, from wherever, lock it for 15 minutes, which is
 * mailed (N7); thirty right ones do as well, without a mail (A10). Not in a transaction.
 */
export const proveOwnPassword = async (
  ctx: AppContext,
  { id, address }: Pick<Member, 'id' | 'address'>,
  password: string,
): Promise<Result<PasswordProof, PasswordProofFailure>> => {
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
    await inTransaction(ctx, (trx) => lockAfterLast(ctx, trx, { id, address }))
    return refused('wrong_password')
  }
  await takeTryBack(ctx, id, triedAt)
  if (!(await countRightPassword(ctx, id))) return refused('too_many_requests')
  return ok({ hash, ...member })
}

/** A row for each wrong password, and one for the lock, that end by themselves. */
const wrongOf = (member: MemberId) => `own-password:${member}`
const lockOf = (member: MemberId) => `own-password-lock:${member}`

const triesSince = async (trx: Transaction<Schema>, member: MemberId, now: number): Promise<number> => {
  const { tries } = await trx
    .selectFrom('rateLimit')
    .select(({ fn }) => fn.sum<number | null>('count').as('tries'))
    .where('subject', '=', wrongOf(member))
    .where('spanEnd', '>', now)
    .executeTakeFirstOrThrow()
  return Number(tries ?? 0)
}

/** Counted before it is judged, so that of many at once only five are. */
const beginTry = async (trx: AppTransaction, member: MemberId, now: number): Promise<boolean> => {
  if ((await lockMember(trx, member)) === undefined) return false
  const lock = await trx
    .selectFrom('rateLimit')
    .select('subject')
    .where('subject', '=', lockOf(member))
    .where('spanEnd', '>', now)
    .executeTakeFirst()
  if (lock !== undefined || (await triesSince(trx, member, now)) >= mostWrong) return false
  await trx
    .insertInto('rateLimit')
    .values({ subject: wrongOf(member), spanStart: now, spanEnd: now + wrongWithin, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'spanStart'])
        .doUpdateSet((eb) => ({ count: eb('rateLimit.count', '+', 1) })),
    )
    .execute()
  return true
}

const takeTryBack = async ({ db }: AppContext, member: MemberId, triedAt: number): Promise<void> => {
  await db
    .updateTable('rateLimit')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', wrongOf(member))
    .where('spanStart', '=', triedAt)
    .where('count', '>', 0)
    .execute()
}

/** The fifth wrong one locks, and tells the member once. */
const lockAfterLast = async (
  ctx: AppContext,
  trx: AppTransaction,
  { id, address }: Pick<Member, 'id' | 'address'>,
): Promise<void> => {
  const now = ctx.now()
  const member = await lockMember(trx, id)
  if (member === undefined || (await triesSince(trx, id, now)) < mostWrong) return
  const until = now + lockedFor
  await trx
    .deleteFrom('rateLimit')
    .where('subject', 'in', [wrongOf(id), lockOf(id)])
    .execute()
  await trx
    .insertInto('rateLimit')
    .values({ subject: lockOf(id), spanStart: now, spanEnd: until, count: 1 })
    .execute()
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
