import type { Member } from '~/kernel/actor.ts'
import { displayDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { pendingEmailOf } from '~/server/auth/links.ts'
import { ownSessions } from '~/server/auth/sessions.ts'
import { type AccountSettings, deviceName } from './account-settings.rules.ts'

/** A member's own account as her settings show it; her sessions without what opens them (A14). */
export const accountSettings = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  member: Member,
): Promise<AccountSettings> => {
  const [account, pendingEmail, sessions] = await Promise.all([
    db.selectFrom('member').where('id', '=', member.id).select(['email', 'emailVerified']).executeTakeFirst(),
    pendingEmailOf(db, member.id, now()),
    ownSessions(db, member.id, now()),
  ])
  return {
    email: account?.email ?? '',
    emailVerified: account?.emailVerified === 1,
    pendingEmail,
    devices: sessions.map(({ id, userAgent, visitedAt }) => ({
      id,
      name: deviceName(userAgent),
      lastSeen: displayDate(visitedAt),
      isThis: id === member.sessionId,
    })),
  }
}
