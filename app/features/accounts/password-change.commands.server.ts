import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor, Member } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember, passwordHashOf, setPassword } from '~/server/auth/account-changes.ts'
import { countRightPassword, mayGivePassword } from '~/server/auth/password-tries.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueNotice } from '~/server/mail/asked-mails.ts'
import { clientAt } from '~/server/public-address.ts'
import { countedFor, countTry, type Limit, takeTryBack } from '~/server/rate-limit.ts'
import { mailTo, passwordChangedMail } from './mails.rules.ts'
import { passwordFault } from './password-fault.queries.server.ts'
import type { PasswordFault } from './rules.ts'

const wrongPasswords: Limit = { name: 'own-password', spanMs: 15 * 60_000, most: 5 }

/** The member as she was when she gave her password. */
export interface PasswordProof {
  readonly hash: string
  readonly name: string
  readonly email: string
}

/**
 * A member's present password, asked in place (A19); five wrong ones in 15 minutes, from one client for one account, close
 * it for them alone, and so do thirty right ones of the account (A10). Not for inside a transaction.
 */
export const proveOwnPassword = async (
  ctx: AppContext,
  { id, address }: Pick<Member, 'id' | 'address'>,
  password: string,
): Promise<Result<PasswordProof, 'wrong_password' | 'too_many_requests'>> => {
  const tries = [countedFor(wrongPasswords, `${id}:${clientAt(address).client}`)]
  const now = ctx.now()
  if (!(await mayGivePassword(ctx, id)) || !(await countTry(ctx, now, tries)))
    return refused('too_many_requests')
  const [hash, member] = await Promise.all([
    passwordHashOf(ctx.db, id),
    ctx.db.selectFrom('member').where('id', '=', id).select(['name', 'email']).executeTakeFirst(),
  ])
  const matches = await ctx.passwords.matches(hash, password)
  if (!matches || hash === null || member === undefined) {
    ctx.log.warn('wrong password for a change of the account', { member: id })
    return refused('wrong_password')
  }
  await takeTryBack(ctx.db, now, tries)
  if (!(await countRightPassword(ctx, id))) return refused('too_many_requests')
  return ok({ hash, ...member })
}

/**
 * A step of a transaction: the member, locked, if the password that was proved is still hers: what another device ended
 * meanwhile changes nothing more.
 */
export const lockMemberOfProof = async (
  trx: Transaction<Schema>,
  { id }: Member,
  proof: Pick<PasswordProof, 'hash'>,
): Promise<{ readonly name: string; readonly email: string } | undefined> => {
  const member = await lockMember(trx, id)
  return (await passwordHashOf(trx, id)) === proof.hash ? member : undefined
}

export type PasswordChangeRefusal = 'not_signed_in' | 'wrong_password' | 'too_many_requests' | PasswordFault

/** A new password for who knows the present one; every session ends, this one too, and a mail tells of it (A13). */
export const changePassword = async (
  ctx: AppContext,
  actor: Actor,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<Result<null, PasswordChangeRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  const proof = await proveOwnPassword(ctx, actor, current)
  if (!proof.ok) return proof
  const { name, email } = proof.value
  const fault = await passwordFault(next, [name, email])
  if (fault !== null) return refused(fault)
  const hash = await ctx.passwords.hash(next)
  const isChanged = await inTransaction(ctx, async (trx) => {
    const member = await lockMemberOfProof(trx, actor, proof.value)
    if (member === undefined) return false
    await setPassword(ctx, trx, actor.id, hash)
    await enqueueNotice(ctx, trx, actor, passwordChangedMail(mailTo(ctx, member, ctx.newId()), ctx.now()))
    return true
  })
  if (!isChanged) return refused('wrong_password')
  ctx.log.info('password changed', { member: actor.id })
  return ok(null)
}
