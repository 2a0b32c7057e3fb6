import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import type { MemberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { isAdmin } from '~/server/auth/sessions.ts'
import type { ListedMember } from './rights.texts.ts'
import { type MemberFace, memberFaceOf } from './rules.ts'

/** What the frame shows of the member who looks at it: neither address nor role (A5). */
export const memberFace = async (db: Kysely<Schema>, id: MemberId): Promise<MemberFace> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .where('member.id', '=', id)
    .select(['name', 'photoUrl'])
    .executeTakeFirst()
  return memberFaceOf(row?.name ?? '', row?.photoUrl ? smallPictureUrl(row.photoUrl) : null)
}

const mostListed = 1_000

/** All members for the owner, the latest first; `total` counts those that are left out too. */
export const membersForOwner = async ({
  db,
  memberSettings,
}: Pick<AppContext, 'db' | 'memberSettings'>): Promise<{
  readonly members: readonly ListedMember[]
  readonly total: number
}> => {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('member')
      .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      .select(['email', 'name', 'emailVerified', 'createdAt', 'role', 'canUpload', 'canComment'])
      .orderBy('createdAt', 'desc')
      .orderBy('member.id')
      .limit(mostListed)
      .execute(),
    db
      .selectFrom('member')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const members = rows.map(({ email, name, emailVerified, createdAt, role, canUpload, canComment }) => ({
    email,
    name,
    joinedAt: Date.parse(createdAt),
    isVerified: emailVerified === 1,
    isAdmin: isAdmin({ email, emailVerified, role }, memberSettings),
    canUpload: canUpload !== 0,
    canComment: canComment !== 0,
  }))
  return { members, total: Number(total) }
}
