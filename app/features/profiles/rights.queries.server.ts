import type { AppContext } from '~/server/app-context.ts'
import { isAdmin } from '~/server/auth/sessions.ts'
import type { ListedMember } from './rights.texts.ts'

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
