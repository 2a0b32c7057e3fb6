import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'

/** The new address that waits for its confirmation, null when there is none (A12). */
export const pendingEmailOf = async (
  db: Kysely<Schema>,
  member: MemberId,
  now: number,
): Promise<string | null> => {
  const row = await db
    .selectFrom('memberLink')
    .where('memberId', '=', member)
    .where('purpose', '=', 'change')
    .where('expiresAt', '>', now)
    .select('email')
    .executeTakeFirst()
  return row?.email ?? null
}

/** When the first link was made (epoch ms) that would give this address back to its member; undefined without one (A12). */
export const revertibleSince = async (
  trx: Transaction<Schema>,
  { member, email, now }: { readonly member: MemberId; readonly email: string; readonly now: number },
): Promise<number | undefined> => {
  const row = await trx
    .selectFrom('memberLink')
    .where('memberId', '=', member)
    .where('purpose', '=', 'revert')
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .select('createdAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

interface AskedEmail {
  readonly email: string
  readonly now: number
  /** The account that asks for it. */
  readonly by?: MemberId
}

/**
 * Whether another account may still take this address back. Otherwise whoever took over that account could register with the
 * address, and its member could not have it back (A12).
 */
export const isEmailReserved = async (
  db: Kysely<Schema>,
  { email, now, by }: AskedEmail,
): Promise<boolean> => {
  const former = await db
    .selectFrom('memberLink')
    .where('email', '=', email)
    .where('purpose', '=', 'revert')
    .where('expiresAt', '>', now)
    .$if(by !== undefined, (query) => query.where('memberId', '!=', by ?? ''))
    .select('id')
    .executeTakeFirst()
  return former !== undefined
}

/** Whether another account has this address or may still take it back. */
export const isEmailTaken = async (db: Kysely<Schema>, asked: AskedEmail): Promise<boolean> => {
  const holder = await db
    .selectFrom('member')
    .where('email', '=', asked.email)
    .$if(asked.by !== undefined, (query) => query.where('id', '!=', asked.by ?? ''))
    .select('id')
    .executeTakeFirst()
  return holder !== undefined || isEmailReserved(db, asked)
}
