import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { linkHours } from '~/kernel/mail.ts'
import type { AppContext } from '../app-context.ts'
import { textHash } from '../text-hash.ts'
import type { DeskRole } from './desk-people.ts'

/** The token of a new link, which replaces the last one; only its hash is stored (A13). */
export const createInvitation = async (
  { now }: Pick<AppContext, 'now'>,
  trx: Transaction<Schema>,
  invitation: {
    readonly memberId: MemberId
    readonly email: string
    readonly role: DeskRole
    readonly createdBy: string | null
  },
): Promise<string> => {
  const token = randomBytes(24).toString('base64url')
  await trx.deleteFrom('deskInvitation').where('memberId', '=', invitation.memberId).execute()
  await trx
    .insertInto('deskInvitation')
    .values({
      ...invitation,
      tokenHash: textHash(token),
      expiresAt: now() + linkHours.invitation * 3_600_000,
    })
    .execute()
  return token
}

export interface Invitation {
  readonly role: DeskRole
  readonly createdBy: string | null
}

/** Undefined unless the member's address is still the one that it was sent to; does not use the link up. */
export const openInvitation = (
  db: Kysely<Schema>,
  { token, member, now }: { readonly token: string; readonly member: MemberId; readonly now: number },
): Promise<Invitation | undefined> =>
  db
    .selectFrom('deskInvitation')
    .innerJoin('member', 'member.id', 'deskInvitation.memberId')
    .whereRef('member.email', '=', 'deskInvitation.email')
    .where('member.emailVerified', '=', 1)
    .where('deskInvitation.tokenHash', '=', textHash(token))
    .where('deskInvitation.memberId', '=', member)
    .where('deskInvitation.expiresAt', '>', now)
    .select(['deskInvitation.role', 'deskInvitation.createdBy'])
    .executeTakeFirst()

/** Like `openInvitation`, and uses the link up: of two concurrent calls one gets it. */
export const takeInvitation = async (
  trx: Transaction<Schema>,
  asked: { readonly token: string; readonly member: MemberId; readonly now: number },
): Promise<Invitation | undefined> => {
  const invitation = await openInvitation(trx, asked)
  if (invitation === undefined) return undefined
  const { numDeletedRows } = await trx
    .deleteFrom('deskInvitation')
    .where('tokenHash', '=', textHash(asked.token))
    .executeTakeFirst()
  return numDeletedRows > 0n ? invitation : undefined
}
