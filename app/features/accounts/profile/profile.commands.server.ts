import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { pictureOf } from '~/features/pictures/rules.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { setName } from '~/server/auth/account-changes.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { ownProfile } from './profile.queries.server.ts'
import { type OwnProfile, type ProfileInput, profileFields, typedProfile } from './profile.rules.ts'
import { joinDateOf } from './rules.ts'

/** Creates the empty profile of a new member, joined when her account was made (R27). Undefined when she has one or is gone. */
export const createProfile = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  memberId: MemberId,
): Promise<{ readonly name: string; readonly email: string } | undefined> => {
  const member = await trx
    .selectFrom('member')
    .where('id', '=', memberId)
    .select(['name', 'email', 'createdAt'])
    .executeTakeFirst()
  if (member === undefined) return undefined
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('memberProfile')
    .values({ memberId, joinDate: joinDateOf(Date.parse(member.createdAt)), updatedAt: now() })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 0n ? undefined : member
}

export type ProfileRefusal =
  | { readonly reason: 'not_signed_in' }
  /** `updatedAt` is the other save's (R18). */
  | { readonly reason: 'changed_meanwhile'; readonly updatedAt: number }
  | { readonly reason: 'no_such_photo' }

/** Saves a member's own profile (A4), unless it changed since `basedOn` (R18); unchanged content writes nothing. */
export const saveProfile = async (
  ctx: AppContext,
  actor: Actor,
  { profile, basedOn }: { readonly profile: ProfileInput; readonly basedOn: number },
): Promise<Result<null, ProfileRefusal>> => {
  if (actor.kind !== 'member') return refused({ reason: 'not_signed_in' })
  return inTransaction(ctx, async (trx) => {
    await trx
      .selectFrom('member')
      .select('id')
      .where('id', '=', actor.id)
      .$call(forUpdate(trx))
      .executeTakeFirst()
    const stored = await ownProfile(trx, actor.id)
    if (stored === undefined) return refused({ reason: 'not_signed_in' })
    if (isSame(stored, profile)) return ok(null)
    if (stored.updatedAt !== basedOn)
      return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt })
    const by = { now: ctx.now(), owner: actor.id }
    if (!(await takePhoto(trx, by, stored.photoURL, profile.photoURL)))
      return refused({ reason: 'no_such_photo' })
    if (profile.displayName !== stored.displayName) {
      await setName(ctx, trx, actor.id, profile.displayName)
      await ctx.memberSteps.renamed(trx, actor.id, profile.displayName)
    }
    await writeProfile(trx, actor.id, stored, profile, Math.max(ctx.now(), stored.updatedAt + 1))
    return ok(null)
  })
}

/** Claims a new photograph and releases the former; false when she did not upload it (R40). */
const takePhoto = async (
  trx: Transaction<Schema>,
  by: { readonly now: number; readonly owner: MemberId },
  former: string,
  photo: string,
) => {
  if (photo === former) return true
  if (photo !== '' && (pictureOf(photo) === undefined || (await claimUploads(trx, by, [photo])).length > 0))
    return false
  await releaseUploads(trx, [former])
  return true
}

/** For a closed account (A17). */
export const releasePhoto = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  const row = await trx
    .selectFrom('memberProfile')
    .where('memberId', '=', member)
    .select('photoUrl')
    .executeTakeFirst()
  if (row !== undefined) await releaseUploads(trx, [row.photoUrl])
}

const isSame = (a: ProfileInput, b: ProfileInput): boolean => {
  const [first, second] = [typedProfile(a), typedProfile(b)]
  return profileFields.every((field) => first[field] === second[field])
}

const writeProfile = async (
  trx: Transaction<Schema>,
  memberId: MemberId,
  { joinDate }: OwnProfile,
  { displayName: _name, photoURL: photoUrl, authorSNS, interests, ...texts }: ProfileInput,
  updatedAt: number,
): Promise<void> => {
  const row = { ...texts, ...authorSNS, photoUrl, interests: JSON.stringify(interests), updatedAt }
  await trx
    .insertInto('memberProfile')
    .values({ memberId, joinDate, ...row })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}
