import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdate } from '../database/engine.ts'
import {
  type ChallengePurpose,
  checkedCreation,
  checkedUse,
  creationOptions,
  type PasskeyParts,
  requestOptions,
  stillRises,
  useUpChallenge,
} from './passkey-checks.ts'

/** Of the desk's door alone: a member's passkey opens no door, and one of these signs nobody in (docs/decisions/0205). */
const atDoor = (member: MemberId): ChallengePurpose => `desk challenge ${member}`

/** Her passkeys, the oldest first. */
export const passkeysOf = (db: Kysely<Schema>, member: MemberId) =>
  db
    .selectFrom('passkey')
    .where('memberId', '=', member)
    .select(['id', 'label', 'createdAt', 'lastUsedAt', 'credentialId'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const credentialsOf = async (db: Kysely<Schema>, member: MemberId): Promise<string[]> =>
  (await passkeysOf(db, member)).map(({ credentialId }) => credentialId)

/** What the browser needs to create a passkey; undefined where passkeys are impossible. */
export const optionsToCreate = async (
  ctx: PasskeyParts,
  { id, name, email }: { readonly id: MemberId; readonly name: string; readonly email: string },
) =>
  creationOptions(ctx, atDoor(id), {
    // Told apart in the device's list from the one that she signs in with.
    userName: `${email}（お店の机）`,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    has: await credentialsOf(ctx.db, id),
    residentKey: 'preferred',
  })

/** What the browser needs to use a passkey; undefined when she has none. */
export const optionsToUse = async (ctx: PasskeyParts, member: MemberId) => {
  const has = await credentialsOf(ctx.db, member)
  return has.length === 0 ? undefined : requestOptions(ctx, atDoor(member), has)
}

/** Stores a checked answer; false when the same answer was stored before. */
export type CheckedPasskey = (trx: Transaction<Schema>) => Promise<boolean>

export const checkNewPasskey = async (
  ctx: PasskeyParts & Pick<AppContext, 'newId'>,
  member: MemberId,
  { json, label }: { readonly json: string; readonly label: string },
): Promise<CheckedPasskey | undefined> => {
  const checked = await checkedCreation(ctx, atDoor(member), json)
  if (checked === undefined) return undefined
  const { challenge, ...credential } = checked
  return async (trx) => {
    if (!(await useUpChallenge(trx, challenge, ctx.now()))) return false
    await trx
      .insertInto('passkey')
      .values({
        ...credential,
        id: ctx.newId(),
        memberId: member,
        label,
        createdAt: ctx.now(),
        lastUsedAt: null,
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .execute()
    return true
  }
}

export const checkPasskey = async (
  ctx: PasskeyParts,
  member: MemberId,
  json: string,
): Promise<CheckedPasskey | undefined> => {
  const checked = await checkedUse(ctx, atDoor(member), json, (id) =>
    ctx.db
      .selectFrom('passkey')
      .where('memberId', '=', member)
      .where('credentialId', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )
  if (checked === undefined) return undefined
  const { row, challenge, newCounter } = checked
  return async (trx) => {
    // Removed meanwhile, or used by somebody with a copy of the key.
    const now = await trx
      .selectFrom('passkey')
      .where('id', '=', row.id)
      .select('counter')
      .$call(forUpdate(trx))
      .executeTakeFirst()
    if (now === undefined || !stillRises(newCounter, now)) return false
    if (!(await useUpChallenge(trx, challenge, ctx.now()))) return false
    await trx
      .updateTable('passkey')
      .set({ counter: newCounter, lastUsedAt: ctx.now() })
      .where('id', '=', row.id)
      .execute()
    return true
  }
}

export const removePasskey = async (
  trx: Transaction<Schema>,
  member: MemberId,
  id: string,
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('passkey')
    .where('memberId', '=', member)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
