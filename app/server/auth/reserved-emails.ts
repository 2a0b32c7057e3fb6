import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'

/** The new address that waits for confirmation, or null (A12). */
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

/** When the first link that can take this address back was made (epoch ms); undefined without one (A12). */
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
  readonly by?: MemberId
}

/** Whether another account may still take the address back; otherwise a thief could keep it by registering it (A12). */
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

export const isEmailTaken = async (db: Kysely<Schema>, asked: AskedEmail): Promise<boolean> => {
  const holder = await db
    .selectFrom('member')
    .where('email', '=', asked.email)
    .$if(asked.by !== undefined, (query) => query.where('id', '!=', asked.by ?? ''))
    .select('id')
    .executeTakeFirst()
  return holder !== undefined || isEmailReserved(db, asked)
}
