import type { AppContext } from '~/server/app-context.ts'
import { isAdmin } from '~/server/auth/sessions.ts'
import type { ListedMember } from './rights.texts.ts'

const mostListed = 1_000

/** Latest first; `total` counts those left out too. */
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
      .leftJoin('deskPerson', 'deskPerson.memberId', 'member.id')
      .select(['email', 'name', 'emailVerified', 'member.createdAt', 'memberProfile.role'])
      .select(['canUpload', 'canComment', 'deskPerson.role as deskRole', 'deskPerson.endedAt as deskEndedAt'])
      .orderBy('member.createdAt', 'desc')
      .orderBy('member.id')
      .limit(mostListed)
      .execute(),
    db
      .selectFrom('member')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const members = rows.map((row) => ({
    email: row.email,
    name: row.name,
    joinedAt: Date.parse(row.createdAt),
    isVerified: row.emailVerified === 1,
    isAdmin: isAdmin(row, memberSettings),
    canUpload: row.canUpload !== 0,
    canComment: row.canComment !== 0,
  }))
  return { members, total: Number(total) }
}
