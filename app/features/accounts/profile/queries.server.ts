import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { smallPictureUrl, uploadNameOf, uploadUrl } from '~/features/pictures/rules.ts'
import { type MemberId, memberIdTyped } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import type { OwnProfile, ShownProfile } from './form.rules.ts'
import { joinDateOf, type MemberFace, memberFaceOf, publicName } from './rules.ts'

const listOfTexts = z.array(z.string())

/** Throws on damaged JSON, because an empty list would be saved over it. */
const textsIn = (json: string | null): string[] => (json === null ? [] : listOfTexts.parse(JSON.parse(json)))

const shownTextsIn = (json: string | null): string[] => listOfTexts.catch([]).parse(parsedJson(json ?? ''))

const profileRow = (db: Kysely<Schema>, member: string) =>
  db
    .selectFrom('member')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'member.id')
    .leftJoin('suspendedMember as suspended', 'suspended.memberId', 'member.id')
    .where('member.id', '=', member)
    .select([
      'member.name',
      'member.createdAt',
      'suspended.suspendedAt',
      'profile.joinDate',
      'profile.bio',
      'profile.photoUrl',
      'profile.instagram',
      'profile.twitter',
      'profile.youtube',
      'profile.tiktok',
      'profile.website',
      'profile.facebook',
      'profile.line',
      'profile.hometown',
      'profile.favoriteFood',
      'profile.cookingStyle',
      'profile.personalStory',
      'profile.interests',
      'profile.achievements',
      'profile.updatedAt',
    ])
    .executeTakeFirst()

type ProfileRow = NonNullable<Awaited<ReturnType<typeof profileRow>>>

const textsOf = (row: ProfileRow) => ({
  displayName: row.name,
  photoURL: row.photoUrl ?? '',
  joinDate: row.joinDate ?? joinDateOf(Date.parse(row.createdAt)),
  bio: row.bio ?? '',
  authorSNS: {
    instagram: row.instagram ?? '',
    twitter: row.twitter ?? '',
    youtube: row.youtube ?? '',
    tiktok: row.tiktok ?? '',
    website: row.website ?? '',
  },
  formerSNS: { facebook: row.facebook ?? '', line: row.line ?? '' },
  hometown: row.hometown ?? '',
  favoriteFood: row.favoriteFood ?? '',
  cookingStyle: row.cookingStyle ?? '',
  personalStory: row.personalStory ?? '',
})

/** Undefined when the account is gone. */
export const ownProfile = async (db: Kysely<Schema>, member: MemberId): Promise<OwnProfile | undefined> => {
  const row = await profileRow(db, member)
  if (row === undefined) return undefined
  return {
    ...textsOf(row),
    interests: textsIn(row.interests),
    achievements: textsIn(row.achievements),
    updatedAt: row.updatedAt ?? 0,
  }
}

/** Neither address nor role (A5). */
export const memberFace = async (db: Kysely<Schema>, id: MemberId): Promise<MemberFace> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .where('member.id', '=', id)
    .select(['name', 'photoUrl'])
    .executeTakeFirst()
  return memberFaceOf(row?.name ?? '', row?.photoUrl ? smallPictureUrl(row.photoUrl) : null)
}

/** False after a registration that was cut short. */
export const hasProfile = async (db: Kysely<Schema>, member: MemberId): Promise<boolean> => {
  const profile = await db
    .selectFrom('memberProfile')
    .where('memberId', '=', member)
    .select('memberId')
    .executeTakeFirst()
  return profile !== undefined
}

/** Neither address, role nor rights (A5). Undefined for unknown ids and suspended members (R56); damaged parts are left out. */
export const publicProfile = async (
  db: Kysely<Schema>,
  typed: string,
): Promise<{ readonly id: MemberId; readonly profile: ShownProfile } | undefined> => {
  const id = memberIdTyped(typed)
  const row = id === undefined ? undefined : await profileRow(db, id)
  if (id === undefined || row === undefined || row.suspendedAt !== null) return undefined
  const profile = {
    ...textsOf(row),
    displayName: publicName(row.name),
    interests: shownTextsIn(row.interests),
    achievements: shownTextsIn(row.achievements),
  }
  return { id, profile }
}

export const photosInUse: UploadsInUse = async (db, names) => {
  const rows = await db
    .selectFrom('memberProfile')
    .select('photoUrl')
    .where('photoUrl', 'in', names.map(uploadUrl))
    .execute()
  return rows.flatMap(({ photoUrl }) => uploadNameOf(photoUrl) ?? [])
}

export const photosShownBy: UploadsShownBy = async (db, names) =>
  new Map((await photosInUse(db, names)).map((name) => [name, '会員のプロフィール']))
