import type { Member, Requester } from '~/kernel/actor.ts'
import { displayDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { openLink } from '~/server/auth/links.ts'
import { memberPasskeysOf } from '~/server/auth/member-passkeys.ts'
import { passkeyHost } from '~/server/auth/passkey-checks.ts'
import { pendingEmailOf } from '~/server/auth/reserved-emails.ts'
import { ownSessions } from '~/server/auth/sessions.ts'
import {
  type AccountSettings,
  asksPassword,
  type ConfirmPurpose,
  deviceName,
  type OpenedConfirmation,
} from './rules.ts'

/** A member's settings; of sessions neither token nor address (A14). */
export const accountSettings = async (
  { db, now, siteOrigin }: Pick<AppContext, 'db' | 'now' | 'siteOrigin'>,
  member: Member,
): Promise<AccountSettings> => {
  const [account, pendingEmail, sessions, passkeys] = await Promise.all([
    db.selectFrom('member').where('id', '=', member.id).select(['email', 'emailVerified']).executeTakeFirst(),
    pendingEmailOf(db, member.id, now()),
    ownSessions(db, member.id, now()),
    memberPasskeysOf(db, member.id),
  ])
  return {
    email: account?.email ?? '',
    emailVerified: account?.emailVerified === 1,
    pendingEmail,
    passkeys: passkeyHost(siteOrigin) === undefined ? null : passkeys.length,
    devices: sessions.map(({ id, userAgent, visitedAt }) => ({
      id,
      name: deviceName(userAgent),
      lastSeen: displayDate(visitedAt),
      isThis: id === member.sessionId,
    })),
  }
}

/** What a mailed link would do for `actor`, without using it; undefined if it is used, expired or void. */
export const openedConfirmation = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  actor: Requester,
  link: { readonly purpose: ConfirmPurpose; readonly token: string },
): Promise<OpenedConfirmation | undefined> => {
  const opened = await openLink(db, { ...link, now: now() })
  if (opened === undefined) return undefined
  const member = await db
    .selectFrom('member')
    .where('id', '=', opened.memberId)
    .select(['name', 'email'])
    .executeTakeFirst()
  // The account has another address by now.
  if (member === undefined || (link.purpose === 'verify' && member.email !== opened.email)) return undefined
  return {
    purpose: link.purpose,
    email: opened.email,
    name: member.name,
    asksPassword: asksPassword(link.purpose, actor, opened.memberId),
  }
}

export const isResetLinkGood = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<boolean> => {
  const link = await openLink(db, { purpose: 'reset', token, now: now() })
  if (link === undefined) return false
  const member = await db
    .selectFrom('member')
    .where('id', '=', link.memberId)
    .where('email', '=', link.email)
    .select('id')
    .executeTakeFirst()
  return member !== undefined
}
