import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Member } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '../app-context.ts'
import { clientAt } from '../public-address.ts'
import { countedFor, countTry, type Limit, uncountTry } from '../rate-limit.ts'
import { lockMember, passwordHashOf } from './account-changes.ts'
import { countRightPassword, mayGivePassword } from './password-tries.ts'

const wrongPasswords: Limit = { name: 'own-password', spanMs: 15 * 60_000, most: 5 }

export interface PasswordProof {
  readonly hash: string
  readonly name: string
  readonly email: string
}

export type PasswordProofFailure = 'password_missing' | 'wrong_password' | 'too_many_requests'

/** Checks the password in place (A19); five wrong or thirty right ones in 15 min block it (A10). Not in a transaction. */
export const proveOwnPassword = async (
  ctx: AppContext,
  { id, address }: Pick<Member, 'id' | 'address'>,
  password: string,
): Promise<Result<PasswordProof, PasswordProofFailure>> => {
  if (password === '') return refused('password_missing')
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
  await uncountTry(ctx.db, now, tries)
  if (!(await countRightPassword(ctx, id))) return refused('too_many_requests')
  return ok({ hash, ...member })
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
