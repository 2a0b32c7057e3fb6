import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import { linkHours } from '~/kernel/mail.ts'
import type { AppContext } from '../app-context.ts'
import { textHash } from '../text-hash.ts'

type Purpose = Schema['memberLink']['purpose']

/** The token of a link; only its hash is stored (A13). A `change` link replaces the last; others stay good until used. */
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
      tokenHash: textHash(token),
      createdAt: now(),
      expiresAt: now() + linkHours[link.purpose] * 3_600_000,
    })
    .execute()
  return token
}

export interface OpenedLink {
  readonly memberId: MemberId
  readonly email: string
  readonly createdAt: number
}

/** Links of a suspended member lead nowhere; they are kept, and lead where they did once she is back (A27.3). */
const suspended = (db: Kysely<Schema>) => db.selectFrom('suspendedMember').select('memberId')

/** Does not use the link up; undefined when the token is unknown, used or too old, or its member suspended. */
export const openLink = async (
  db: Kysely<Schema>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<OpenedLink | undefined> => {
  const row = await db
    .selectFrom('memberLink')
    .where('tokenHash', '=', textHash(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .where('memberId', 'not in', suspended(db))
    .select(['memberId', 'email', 'createdAt'])
    .executeTakeFirst()
  return row && { ...row, memberId: memberId(row.memberId) }
}

/** Like `openLink`, and uses the link up: of two concurrent requests one gets it. */
export const takeLink = async (
  trx: Transaction<Schema>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<OpenedLink | undefined> => {
  const row = await trx
    .deleteFrom('memberLink')
    .where('tokenHash', '=', textHash(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .where('memberId', 'not in', suspended(trx))
    .returning(['memberId', 'email', 'createdAt'])
    .executeTakeFirst()
  return row && { ...row, memberId: memberId(row.memberId) }
}

/** `since` limits it to links made then or later (epoch ms). */
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

export const forgetOldLinks = async (db: Kysely<Schema>, now: number): Promise<void> => {
  await db.deleteFrom('memberLink').where('expiresAt', '<', now).execute()
}
