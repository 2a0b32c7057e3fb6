import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type DeskPerson, type MemberId, memberId } from '~/kernel/actor.ts'
import { forUpdate } from '../database/engine.ts'

const setUpMs = 24 * 3_600_000

export type DeskRole = DeskPerson['role']

/** A desk person before she has entered. */
export interface InvitedPerson {
  readonly id: MemberId
  readonly name: string
  readonly email: string
  readonly role: DeskRole
  readonly setUpUntil: number
  /** Until it is set she cannot enter any page. */
  readonly codesNotedAt: number | null
  /** She may count stock without being an owner (K21). */
  readonly mayCount: boolean
  readonly createdAt: number
  readonly createdBy: string | null
}

const present = (db: Kysely<Schema>) =>
  db
    .selectFrom('deskPerson')
    .innerJoin('member', 'member.id', 'deskPerson.memberId')
    .where('deskPerson.endedAt', 'is', null)
    .select([
      'deskPerson.memberId',
      'member.name',
      'member.email',
      'deskPerson.role',
      'deskPerson.setUpUntil',
      'deskPerson.codesNotedAt',
      'deskPerson.mayCount',
      'deskPerson.createdAt',
      'deskPerson.createdBy',
    ])

const personOf = ({
  memberId: id,
  mayCount,
  ...rest
}: Omit<InvitedPerson, 'id' | 'mayCount'> & {
  readonly memberId: string
  readonly mayCount: number
}): InvitedPerson => ({
  id: memberId(id),
  mayCount: mayCount === 1,
  ...rest,
})

export const invitedPerson = async (
  db: Kysely<Schema>,
  member: MemberId,
): Promise<InvitedPerson | undefined> => {
  const row = await present(db).where('deskPerson.memberId', '=', member).executeTakeFirst()
  return row && personOf(row)
}

export const deskPeople = async (db: Kysely<Schema>): Promise<InvitedPerson[]> => {
  const rows = await present(db)
    .orderBy('deskPerson.role')
    .orderBy('deskPerson.createdAt')
    .orderBy('deskPerson.memberId')
    .execute()
  return rows.map(personOf)
}

/** Gives a place and role. After a change of role, or an end, she starts again without devices, passkeys and codes. */
export const putDeskPerson = async (
  trx: Transaction<Schema>,
  person: {
    readonly id: MemberId
    readonly role: DeskRole
    readonly createdBy: string | null
    readonly now: number
    readonly codesNotedAt?: number
  },
): Promise<void> => {
  await trx.deleteFrom('deskPerson').where('memberId', '=', person.id).execute()
  await trx
    .insertInto('deskPerson')
    .values({
      memberId: person.id,
      role: person.role,
      createdAt: person.now,
      createdBy: person.createdBy,
      setUpUntil: person.now + setUpMs,
      codesNotedAt: person.codesNotedAt ?? null,
      endedAt: null,
    })
    .execute()
}

/** Counts from her next request (K21). */
export const letCount = async (trx: Transaction<Schema>, member: MemberId, may: boolean): Promise<void> => {
  await trx
    .updateTable('deskPerson')
    .set({ mayCount: may ? 1 : 0 })
    .where('memberId', '=', member)
    .execute()
}

export const noteCodes = async (trx: Transaction<Schema>, member: MemberId, now: number): Promise<void> => {
  await trx.updateTable('deskPerson').set({ codesNotedAt: now }).where('memberId', '=', member).execute()
}

const forgetWaysIn = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  await trx.deleteFrom('deskSession').where('memberId', '=', member).execute()
  await trx.deleteFrom('backupCode').where('memberId', '=', member).execute()
  await trx.deleteFrom('passkey').where('memberId', '=', member).execute()
}

/** Also removes her devices, passkeys and codes; false when she had no place. */
export const endDeskPerson = async (
  trx: Transaction<Schema>,
  member: MemberId,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('deskPerson')
    .set({ endedAt: now, codesNotedAt: null })
    .where('memberId', '=', member)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  await forgetWaysIn(trx, member)
  await trx.deleteFrom('secondFactor').where('memberId', '=', member).execute()
  await trx.deleteFrom('deskInvitation').where('memberId', '=', member).execute()
  return numUpdatedRows > 0n
}

/** Removes her devices, passkeys and codes; she sets them up again at the door. */
export const beginSetUpAgain = async (
  trx: Transaction<Schema>,
  member: MemberId,
  now: number,
): Promise<void> => forgetSetUp(trx, member, now + setUpMs)

/** Like `beginSetUpAgain`, but after `until` (epoch ms) she needs a new invitation. */
export const forgetSetUp = async (
  trx: Transaction<Schema>,
  member: MemberId,
  until: number,
): Promise<void> => {
  await trx
    .updateTable('deskPerson')
    .set({ codesNotedAt: null, setUpUntil: until })
    .where('memberId', '=', member)
    .execute()
  await forgetWaysIn(trx, member)
  // Not deleted, so that earlier wrong codes still count.
  await trx.updateTable('secondFactor').set({ confirmedAt: null }).where('memberId', '=', member).execute()
}

/** Whether she is the last owner who has finished the set-up; locks the owners, so that of two who leave at once one is refused (N9). */
export const isLastOwner = async (trx: Transaction<Schema>, member: MemberId): Promise<boolean> => {
  const owners = await trx
    .selectFrom('deskPerson')
    .where('role', '=', 'owner')
    .where('endedAt', 'is', null)
    .select(['memberId', 'codesNotedAt'])
    .orderBy('memberId')
    .$call(forUpdate(trx))
    .execute()
  const others = owners.filter(({ memberId, codesNotedAt }) => memberId !== member && codesNotedAt !== null)
  return others.length === 0 && owners.some(({ memberId }) => memberId === member)
}

export const forgetDeskPeople = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('deskPerson').execute()
  await db.deleteFrom('deskInvitation').execute()
}
