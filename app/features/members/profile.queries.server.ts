import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { OwnProfile } from './profile.rules.ts'
import { joinDateOf } from './rules.ts'

const listOfTexts = z.array(z.string())

/** Throws on a damaged list: an empty one in its place would be saved. */
const textsIn = (json: string | null): string[] => (json === null ? [] : listOfTexts.parse(JSON.parse(json)))

/** A member's own profile; undefined when the account has gone. */
export const ownProfile = async (db: Kysely<Schema>, member: MemberId): Promise<OwnProfile | undefined> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'member.id')
    .where('member.id', '=', member)
    .select([
      'member.name',
      'member.createdAt',
      'profile.joinDate',
      'profile.bio',
      'profile.photoUrl',
      'profile.instagram',
      'profile.twitter',
      'profile.youtube',
      'profile.tiktok',
      'profile.website',
      'profile.hometown',
      'profile.favoriteFood',
      'profile.cookingStyle',
      'profile.personalStory',
      'profile.interests',
      'profile.achievements',
      'profile.updatedAt',
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
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
    hometown: row.hometown ?? '',
    favoriteFood: row.favoriteFood ?? '',
    cookingStyle: row.cookingStyle ?? '',
    personalStory: row.personalStory ?? '',
    interests: textsIn(row.interests),
    achievements: textsIn(row.achievements),
    updatedAt: row.updatedAt ?? 0,
  }
}
