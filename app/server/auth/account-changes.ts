import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdate } from '../database/engine.ts'
import { endLinks } from './links.ts'
import { endMemberPasskeys } from './member-passkeys.ts'
import { endSessions } from './sessions.ts'

export const passwordHashOf = async (db: Kysely<Schema>, memberId: MemberId): Promise<string | null> => {
  const row = await db
    .selectFrom('memberAccount')
    .where('memberId', '=', memberId)
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  return row?.password ?? null
}

type Parts = Pick<AppContext, 'newId' | 'now'>

const isoNow = ({ now }: Parts) => new Date(now()).toISOString()

/** Locks a member's row: every change of an account begins with it, so that concurrent changes see each other. */
export const lockMember = (trx: Transaction<Schema>, memberId: MemberId) =>
  trx
    .selectFrom('member')
    .where('id', '=', memberId)
    .select(['name', 'email'])
    .$call(forUpdate(trx))
    .executeTakeFirst()

/** The account at this address, created without a password if there is none. */
export const ensureMember = async (
  ctx: Parts,
  trx: Transaction<Schema>,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<MemberId> => {
  const at = isoNow(ctx)
  await trx
    .insertInto('member')
    .values({ id: ctx.newId(), email, name, emailVerified: 0, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const member = trx.selectFrom('member').where('email', '=', email).select('id')
  return memberId((await member.executeTakeFirstOrThrow()).id)
}

/** Ends every session and reset link (A13), every passkey (A32), and changes of address that were asked for with the old password (A12). */
export const setPassword = async (
  ctx: Parts,
  trx: Transaction<Schema>,
  memberId: MemberId,
  hash: string,
): Promise<void> => {
  const at = isoNow(ctx)
  await lockMember(trx, memberId)
  await trx
    .insertInto('memberAccount')
    .values({
      id: ctx.newId(),
      memberId,
      accountId: memberId,
      providerId: 'credential',
      password: hash,
      createdAt: at,
      updatedAt: at,
    })
    // A crash during sign-up may have left a member without a password.
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'providerId']).doUpdateSet({ password: hash, updatedAt: at }),
    )
    .execute()
  await endSessions(trx, memberId, 'all')
  await endMemberPasskeys(trx, memberId)
  await endLinks(trx, memberId, ['reset', 'change'])
}

/** Nobody can sign in until a reset has set a new password: passkeys end too, which somebody may have added who knew it (A32). */
export const removePassword = async (trx: Transaction<Schema>, memberId: MemberId): Promise<void> => {
  await trx.updateTable('memberAccount').set({ password: null }).where('memberId', '=', memberId).execute()
  await endMemberPasskeys(trx, memberId)
}

/** False when the account's address has changed meanwhile. */
export const verifyEmail = async (
  ctx: Parts,
  trx: Transaction<Schema>,
  { memberId, email }: { readonly memberId: MemberId; readonly email: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('member')
    .set({ emailVerified: 1, updatedAt: isoNow(ctx) })
    .where('id', '=', memberId)
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets a verified address; throws a unique violation when another account has it. */
export const setEmail = async (
  ctx: Parts,
  trx: Transaction<Schema>,
  memberId: MemberId,
  email: string,
): Promise<void> => {
  await trx
    .updateTable('member')
    .set({ email, emailVerified: 1, updatedAt: isoNow(ctx) })
    .where('id', '=', memberId)
    .execute()
}

/** The caller has checked the name (A18). */
export const setName = async (
  ctx: Parts,
  trx: Transaction<Schema>,
  memberId: MemberId,
  name: string,
): Promise<void> => {
  await trx
    .updateTable('member')
    .set({ name, updatedAt: isoNow(ctx) })
    .where('id', '=', memberId)
    .execute()
}

/** Sessions, links and profile go with it (A17). */
export const deleteMember = async (trx: Transaction<Schema>, memberId: MemberId): Promise<void> => {
  await trx.deleteFrom('member').where('id', '=', memberId).execute()
}

export const forgetProofs = async (trx: Transaction<Schema>): Promise<void> => {
  await trx.updateTable('member').set({ emailVerified: 0 }).execute()
  await trx.deleteFrom('memberSession').execute()
  await trx.deleteFrom('memberLink').execute()
}
