import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Member, type MemberId, memberId } from '~/kernel/actor.ts'
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

/** Ends with the session: a new password ends those that were begun before it. */
const toAdd = ({ id, sessionId }: Member): ChallengePurpose => `member passkey ${id} ${sessionId}`
const toSignIn: ChallengePurpose = 'sign-in of members by passkey'

/** Another one than at the desk's door, where a device would replace its passkey; tells nothing of the account. */
const handleOf = (member: string) => createHash('sha256').update(`member passkey of ${member}`).digest()

/** Hers, the oldest first; of their keys nothing. */
export const memberPasskeysOf = (db: Kysely<Schema>, member: MemberId) =>
  db
    .selectFrom('memberPasskey')
    .where('memberId', '=', member)
    .select(['id', 'label', 'createdAt', 'lastUsedAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/**
 * What the browser needs to create a passkey, for who has just given her password: the challenge proves that for five minutes, once and
 * in this session. Undefined where passkeys are impossible.
 */
export const optionsToAdd = async (
  ctx: PasskeyParts,
  member: Member,
  { name, email }: { readonly name: string; readonly email: string },
) => {
  const has = await ctx.db
    .selectFrom('memberPasskey')
    .where('memberId', '=', member.id)
    .select('credentialId')
    .execute()
  return creationOptions(ctx, toAdd(member), {
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(handleOf(member.id)),
    has: has.map(({ credentialId }) => credentialId),
    residentKey: 'required',
  })
}

/** The same for everybody: nobody is named (A11). */
export const optionsToSignIn = (ctx: PasskeyParts) => requestOptions(ctx, toSignIn)

/** `full`: she has as many as one may have (A31). `used`: the answer was stored before, or the passkey is another member's. */
export type AddedPasskey = 'added' | 'used' | 'full'

/** Stores a checked answer, within a transaction that has locked its member; undefined when the answer proves nothing. */
export const checkAddedPasskey = async (
  ctx: PasskeyParts & Pick<AppContext, 'newId'>,
  member: Member,
  { json, label, most }: { readonly json: string; readonly label: string; readonly most: number },
): Promise<((trx: Transaction<Schema>) => Promise<AddedPasskey>) | undefined> => {
  const checked = await checkedCreation(ctx, toAdd(member), json)
  if (checked === undefined) return undefined
  const { challenge, ...credential } = checked
  return async (trx) => {
    if (!(await useUpChallenge(trx, challenge, ctx.now()))) return 'used'
    if ((await memberPasskeysOf(trx, member.id)).length >= most) return 'full'
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('memberPasskey')
      .values({
        ...credential,
        id: ctx.newId(),
        memberId: member.id,
        label,
        createdAt: ctx.now(),
        lastUsedAt: null,
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n ? 'added' : 'used'
  }
}

interface SigningIn {
  readonly member: MemberId
  /** Uses the answer up, within a transaction that has locked its member; false when it no longer counts. */
  readonly take: (trx: Transaction<Schema>) => Promise<boolean>
}

/** Whose passkey answered; undefined when the answer proves nothing, whatever the reason (A11). */
export const checkSignIn = async (ctx: PasskeyParts, json: string): Promise<SigningIn | undefined> => {
  const checked = await checkedUse(ctx, toSignIn, json, async (id, userHandle) => {
    const row = await ctx.db
      .selectFrom('memberPasskey')
      .where('credentialId', '=', id)
      .selectAll()
      .executeTakeFirst()
    const isHers =
      userHandle === undefined || userHandle === handleOf(row?.memberId ?? '').toString('base64url')
    return isHers ? row : undefined
  })
  if (checked === undefined) return undefined
  const { row, challenge, newCounter } = checked
  return {
    member: memberId(row.memberId),
    take: async (trx) => {
      // Removed meanwhile, or used by somebody with a copy of the key.
      const now = await trx
        .selectFrom('memberPasskey')
        .where('id', '=', row.id)
        .select('counter')
        .$call(forUpdate(trx))
        .executeTakeFirst()
      if (now === undefined || !stillRises(newCounter, now)) return false
      if (!(await useUpChallenge(trx, challenge, ctx.now()))) return false
      await trx
        .updateTable('memberPasskey')
        .set({ counter: newCounter, lastUsedAt: ctx.now() })
        .where('id', '=', row.id)
        .execute()
      return true
    },
  }
}

/** The name of the removed passkey; undefined when she has no such one. */
export const removeMemberPasskey = async (
  trx: Transaction<Schema>,
  member: MemberId,
  id: string,
): Promise<string | undefined> => {
  const row = await trx
    .deleteFrom('memberPasskey')
    .where('memberId', '=', member)
    .where('id', '=', id)
    .returning('label')
    .executeTakeFirst()
  return row?.label
}

/** What whoever knew the former password may have added ends with it (A32); gives how many. */
export const endMemberPasskeys = async (trx: Transaction<Schema>, member: MemberId): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('memberPasskey')
    .where('memberId', '=', member)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
