import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
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

/** Neither used nor out of date, and the member's verified address is still the one that the link went to. */
const usable = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('deskInvitation')
    .innerJoin('member', 'member.id', 'deskInvitation.memberId')
    .whereRef('member.email', '=', 'deskInvitation.email')
    .where('member.emailVerified', '=', 1)
    .where('deskInvitation.expiresAt', '>', now)

/** Undefined for another member; does not use the link up. */
export const openInvitation = (
  db: Kysely<Schema>,
  { token, member, now }: { readonly token: string; readonly member: MemberId; readonly now: number },
): Promise<Invitation | undefined> =>
  usable(db, now)
    .where('deskInvitation.tokenHash', '=', textHash(token))
    .where('deskInvitation.memberId', '=', member)
    .select(['deskInvitation.role', 'deskInvitation.createdBy'])
    .executeTakeFirst()

/** Whether somebody can still begin with this link; does not use it up. */
export const isOpenLink = async (db: Kysely<Schema>, token: string, now: number): Promise<boolean> =>
  (await usable(db, now)
    .where('deskInvitation.tokenHash', '=', textHash(token))
    .select('deskInvitation.memberId')
    .executeTakeFirst()) !== undefined

export interface WaitingInvitation {
  readonly id: MemberId
  readonly name: string
  readonly email: string
  readonly role: DeskRole
  /** Epoch ms. */
  readonly expiresAt: number
}

const mostWaiting = 100

/** Those that can still be opened, at most 100, the next one to expire first. */
export const waitingInvitations = async (db: Kysely<Schema>, now: number): Promise<WaitingInvitation[]> => {
  const rows = await usable(db, now)
    .select(['member.id', 'member.name', 'member.email', 'deskInvitation.role', 'deskInvitation.expiresAt'])
    .orderBy('deskInvitation.expiresAt')
    .orderBy('member.id')
    .limit(mostWaiting)
    .execute()
  return rows.map(({ id, ...rest }) => ({ id: memberId(id), ...rest }))
}

/** Its link is void from now on; undefined if none waits for her, such as one that she has just used. */
export const voidInvitation = async (
  trx: Transaction<Schema>,
  { member, now }: { readonly member: MemberId; readonly now: number },
): Promise<Pick<WaitingInvitation, 'name' | 'role'> | undefined> => {
  const waiting = await usable(trx, now)
    .where('deskInvitation.memberId', '=', member)
    .select(['member.name', 'deskInvitation.role'])
    .executeTakeFirst()
  const { numDeletedRows } = await trx
    .deleteFrom('deskInvitation')
    .where('memberId', '=', member)
    .executeTakeFirst()
  return numDeletedRows > 0n ? waiting : undefined
}

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
