import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'

type Purpose = Schema['memberLink']['purpose']

const hour = 3_600_000
const lifetimesMs: Readonly<Record<Purpose, number>> = {
  verify: 72 * hour,
  reset: hour,
  change: 24 * hour,
  revert: 7 * 24 * hour,
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * The token of a new link, to be queued with its mail in the same transaction; the table holds its hash alone (A13). Of
 * `change` a member has one link at a time; of the others every one that was sent is good until it is used.
 */
export const createLink = async (
  { newId, now }: Pick<AppContext, 'newId' | 'now'>,
  trx: Transaction<Schema>,
  link: { readonly memberId: MemberId; readonly purpose: Purpose; readonly email: string },
): Promise<string> => {
  const token = randomBytes(24).toString('base64url')
  if (link.purpose === 'change')
    await trx
      .deleteFrom('memberLink')
      .where('memberId', '=', link.memberId)
      .where('purpose', '=', 'change')
      .execute()
  await trx
    .insertInto('memberLink')
    .values({
      ...link,
      id: newId(),
      tokenHash: hashOf(token),
      createdAt: now(),
      expiresAt: now() + lifetimesMs[link.purpose],
    })
    .execute()
  return token
}

export interface OpenedLink {
  readonly memberId: MemberId
  readonly email: string
  /** Epoch ms. */
  readonly createdAt: number
}

/** What the token opens, without using it; undefined when it is unknown, used or too old. */
export const openLink = async (
  db: Kysely<Schema>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<OpenedLink | undefined> => {
  const row = await db
    .selectFrom('memberLink')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .select(['memberId', 'email', 'createdAt'])
    .executeTakeFirst()
  return row && { ...row, memberId: memberId(row.memberId) }
}

/** As `openLink`, and uses the link up: of two requests at once one gets it. */
export const takeLink = async (
  trx: Transaction<Schema>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<OpenedLink | undefined> => {
  const row = await trx
    .deleteFrom('memberLink')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning(['memberId', 'email', 'createdAt'])
    .executeTakeFirst()
  return row && { ...row, memberId: memberId(row.memberId) }
}

/** A step of a transaction: ends the links of these purposes; with `since` only those that were made then or later. */
export const endLinks = async (
  trx: Transaction<Schema>,
  member: MemberId,
  purposes: readonly Purpose[],
  since = 0,
): Promise<void> => {
  await trx
    .deleteFrom('memberLink')
    .where('memberId', '=', member)
    .where('purpose', 'in', purposes)
    .where('createdAt', '>=', since)
    .execute()
}

/** The address to which a change waits for its confirmation (A12). */
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

/** When the first link was made that would take this address back for its member; undefined when there is none (A12). */
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
 * Whether another account may still take this address back: otherwise whoever took that account over could register with
 * the address, and close the way back (A12).
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

/** Whether another account has this address, or may still take it back. */
export const isEmailTaken = async (db: Kysely<Schema>, asked: AskedEmail): Promise<boolean> => {
  const holder = await db
    .selectFrom('member')
    .where('email', '=', asked.email)
    .$if(asked.by !== undefined, (query) => query.where('id', '!=', asked.by ?? ''))
    .select('id')
    .executeTakeFirst()
  return holder !== undefined || isEmailReserved(db, asked)
}

export const forgetOldLinks = async (db: Kysely<Schema>, now: number): Promise<void> => {
  await db.deleteFrom('memberLink').where('expiresAt', '<', now).execute()
}
