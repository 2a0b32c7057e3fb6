import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type DeskPerson, type MemberId, memberId } from '~/kernel/actor.ts'
import { forUpdate } from '../database/engine.ts'

/** For setting up what she enters with. */
const setUpMs = 24 * 3_600_000

export type DeskRole = DeskPerson['role']

/** A desk person as the door knows her. */
export interface InvitedPerson {
  readonly id: MemberId
  readonly name: string
  readonly email: string
  readonly role: DeskRole
  readonly setUpUntil: number
  /** Before it she enters no page. */
  readonly codesNotedAt: number | null
  /** Stock, without being an owner (K21). */
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

/** The desk person that this member is; undefined when nobody invited her, or she was ended. */
export const invitedPerson = async (
  db: Kysely<Schema>,
  member: MemberId,
): Promise<InvitedPerson | undefined> => {
  const row = await present(db).where('deskPerson.memberId', '=', member).executeTakeFirst()
  return row && personOf(row)
}

/** Who is at the desk, owners first. */
export const deskPeople = async (db: Kysely<Schema>): Promise<InvitedPerson[]> => {
  const rows = await present(db)
    .orderBy('deskPerson.role')
    .orderBy('deskPerson.createdAt')
    .orderBy('deskPerson.memberId')
    .execute()
  return rows.map(personOf)
}

/**
 * A step of a transaction: she is at the desk from now on, in this role. Whoever had another role, or was ended, begins anew: her
 * devices and what she entered with are gone.
 */
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

/** A step of a transaction: from her next request on she may count stock, or may not (K21). */
export const letCount = async (trx: Transaction<Schema>, member: MemberId, may: boolean): Promise<void> => {
  await trx
    .updateTable('deskPerson')
    .set({ mayCount: may ? 1 : 0 })
    .where('memberId', '=', member)
    .execute()
}

/** A step of a transaction: she says that she has her backup codes. */
export const noteCodes = async (trx: Transaction<Schema>, member: MemberId, now: number): Promise<void> => {
  await trx.updateTable('deskPerson').set({ codesNotedAt: now }).where('memberId', '=', member).execute()
}

const forgetWaysIn = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  await trx.deleteFrom('deskSession').where('memberId', '=', member).execute()
  await trx.deleteFrom('backupCode').where('memberId', '=', member).execute()
  await trx.deleteFrom('passkey').where('memberId', '=', member).execute()
}

/** A step of a transaction: ends her place at the desk, her devices and what she entered with; false when she had none. */
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

/** A step of a transaction: her devices and all that she enters with are gone; she sets it up anew at the door. */
export const beginSetUpAgain = async (
  trx: Transaction<Schema>,
  member: MemberId,
  now: number,
): Promise<void> => forgetSetUp(trx, member, now + setUpMs)

/** A step of a transaction: as `beginSetUpAgain`, but from `until` (epoch ms) on it takes a new invitation. */
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
  // Not removed: the wrong codes of before go on counting.
  await trx.updateTable('secondFactor').set({ confirmedAt: null }).where('memberId', '=', member).execute()
}

/**
 * A step of a transaction: whether nobody but her could open the desk as its owner; who never finished setting up cannot. Of two
 * who go at once the second sees the first gone (N9).
 */
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

/** Nobody is at the desk any more. */
export const forgetDeskPeople = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('deskPerson').execute()
  await db.deleteFrom('deskInvitation').execute()
}
