import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { pictureOf } from '~/features/pictures/rules.ts'
import { type Actor, type MemberId, memberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import {
  deleteMember,
  ensureMember,
  forgetProofs,
  setEmail,
  setName,
  setPassword,
} from '~/server/auth/account-changes.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { type OwnProfile, type ProfileInput, profileFields, typedProfile } from './form.rules.ts'
import { ownProfile } from './queries.server.ts'
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
  /** The form is of a member who was signed in before. */
  | { readonly reason: 'other_member' }
  /** `updatedAt` is the other save's (R18). */
  | { readonly reason: 'changed_meanwhile'; readonly updatedAt: number }
  | { readonly reason: 'no_such_photo' }

/** Saves a member's own profile (A4), unless the form was another member's (R18.2) or it changed since `basedOn` (R18); unchanged content writes nothing. */
export const saveProfile = async (
  ctx: AppContext,
  actor: Actor,
  {
    profile,
    basedOn,
    member = '',
  }: { readonly profile: ProfileInput; readonly basedOn: number; readonly member?: string },
): Promise<Result<null, ProfileRefusal>> => {
  if (actor.kind !== 'member') return refused({ reason: 'not_signed_in' })
  // Before the first save every profile has the same version, and an overwrite names the other's.
  if (member !== '' && member !== actor.id) return refused({ reason: 'other_member' })
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

export type RightsChange =
  | { readonly canUpload: 0 | 1 }
  /** For comments only, as `canUpload` is for recipes (A27). */
  | { readonly canComment: 0 | 1 }
  /** `admin` needs a verified address: anybody can register with the owner's (A2). */
  | { readonly role: 'member' | 'admin' }

/** `updatedAt` of the profile stays, so that a member can save the one that she is editing (R18). */
export const writeRights = async (
  trx: Transaction<Schema>,
  { now }: Pick<AppContext, 'now'>,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  change: RightsChange,
): Promise<void> => {
  await trx
    .insertInto('memberProfile')
    .values({ memberId: id, joinDate: joinDateOf(Date.parse(createdAt)), updatedAt: now(), ...change })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(change))
    .execute()
}

/** Counts from the member's next request on (A9, A24). */
export const changeRights = async (
  ctx: AppContext,
  email: string,
  change: RightsChange,
): Promise<
  Result<{ readonly name: string; readonly isVerified: boolean }, 'unknown_member' | 'not_verified'>
> =>
  inTransaction(ctx, async (trx) => {
    const member = await trx
      .selectFrom('member')
      .where('email', '=', email)
      .select(['id', 'name', 'emailVerified', 'createdAt'])
      .executeTakeFirst()
    if (member === undefined) return refused('unknown_member')
    if ('role' in change && change.role === 'admin' && member.emailVerified === 0)
      return refused('not_verified')
    await writeRights(trx, ctx, member, change)
    return ok({ name: member.name, isVerified: member.emailVerified === 1 })
  })

/** Imports a profile, without admin rights (A2); false where she has one. */
export const putFormerProfile = async (
  trx: Transaction<Schema>,
  profile: Omit<Insertable<Schema['memberProfile']>, 'role' | 'source'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('memberProfile')
    .values({ ...profile, role: 'member', source: 'own' })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export interface DemoMember {
  readonly email: string
  /** Without it nobody can sign in. */
  readonly password?: string
  readonly name: string
  readonly role: 'member' | 'admin'
  readonly canUpload: boolean
  readonly profile: Omit<Insertable<Schema['memberProfile']>, 'memberId' | 'interests' | 'updatedAt'> & {
    readonly interests: readonly string[]
  }
}

const demoDomain = 'demo.example'

/** Adds missing logins only, because hashing a password is slow. */
export const seedDemoMembers = async (ctx: AppContext, members: readonly DemoMember[]): Promise<void> => {
  const complete = await ctx.db
    .selectFrom('member')
    .innerJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .where(
      'member.email',
      'in',
      members.map(({ email }) => email),
    )
    .select('member.email')
    .execute()
  const there = new Set(complete.map(({ email }) => email))
  const missing = members.filter(({ email }) => !there.has(email))
  const passwords = new Set(missing.map(({ password }) => password).filter((each) => each !== undefined))
  const hashes = new Map<string, string>()
  for (const password of passwords) hashes.set(password, await ctx.passwords.hash(password))
  for (const member of missing) await putDemoMember(ctx, member, hashes.get(member.password ?? ''))
}

const putDemoMember = (
  ctx: AppContext,
  { email, name, profile, role, canUpload }: DemoMember,
  hash: string | undefined,
): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const id = await ensureMember(ctx, trx, { email, name })
    await trx
      .insertInto('memberProfile')
      .values({
        ...profile,
        memberId: id,
        role,
        canUpload: canUpload ? 1 : 0,
        interests: JSON.stringify(profile.interests),
        source: 'demo',
        updatedAt: ctx.now(),
      })
      .onConflict((conflict) => conflict.column('memberId').doNothing())
      .execute()
    await setEmail(ctx, trx, id, email)
    if (hash !== undefined) await setPassword(ctx, trx, id, hash)
  })

/**
 * Removes the demo's logins, whatever their present addresses (A24). Other accounts stay, but anybody could read the demo's mailbox
 * page: their addresses become unverified, sessions and links end, and nobody is an admin.
 */
export const removeDemoMembers = async (ctx: AppContext): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const demo = await trx
      .selectFrom('member')
      .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      // By address too: a crash may have left a login without its profile.
      .where((eb) => eb.or([eb('source', '=', 'demo'), eb('email', 'like', `%@${demoDomain}`)]))
      .select('member.id')
      .execute()
    for (const row of demo) {
      const id = memberId(row.id)
      await ctx.memberSteps.gone(trx, id, ctx)
      await deleteMember(trx, id)
    }
    await trx.updateTable('memberProfile').set({ role: 'member' }).where('role', '=', 'admin').execute()
    await forgetProofs(trx)
  })
}
