import { deviceName } from '~/features/accounts/rules.ts'
import { type MemberId, memberId } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { closedUp, searchWords } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { waitingInvitations } from '~/server/auth/desk-invitations.ts'
import { deskPeople } from '~/server/auth/desk-people.ts'
import { deskDevices } from '~/server/auth/desk-session.ts'
import { passkeyHost } from '~/server/auth/passkey-checks.ts'
import { passkeysOf } from '~/server/auth/passkeys.ts'
import { factorState } from '~/server/auth/second-factor.ts'
import type { DeskPersonAct } from './texts.ts'
import type { DeskPeoplePage } from './types.ts'

export interface Invitee {
  readonly id: MemberId
  readonly name: string
  readonly email: string
}

/** Only with a verified address. */
export const inviteeAt = async (
  db: AppContext['db'],
  email: string,
): Promise<Result<Invitee, 'unknown-member' | 'not-verified'>> => {
  const row = await db
    .selectFrom('member')
    .where('email', '=', email)
    .select(['id', 'name', 'email', 'emailVerified'])
    .executeTakeFirst()
  if (row === undefined) return refused('unknown-member')
  return row.emailVerified === 1
    ? ok({ id: memberId(row.id), name: row.name, email: row.email })
    : refused('not-verified')
}

export const deskPeoplePage = async (
  { db, now, siteOrigin }: Pick<AppContext, 'db' | 'now' | 'siteOrigin'>,
  me: { readonly id: MemberId; readonly sessionId: string },
): Promise<DeskPeoplePage> => {
  const [people, waiting, devices, passkeys, factor] = await Promise.all([
    deskPeople(db),
    waitingInvitations(db, now()),
    deskDevices(db, now()),
    passkeysOf(db, me.id),
    factorState(db, me.id),
  ])
  return {
    waiting: waiting.map((one) => ({ ...one, isAgain: people.some(({ id }) => id === one.id) })),
    people: people.map(({ id, name, email, role, codesNotedAt, mayCount, createdAt }) => ({
      id,
      name,
      email,
      role,
      mayCount,
      createdAt,
      isMe: id === me.id,
      isReady: codesNotedAt !== null,
      devices: devices
        .filter((device) => device.memberId === id)
        .map(({ id: device, userAgent, seenAt, memberSessionId }) => ({
          id: device,
          name: deviceName(userAgent),
          seenAt,
          isThis: memberSessionId === me.sessionId,
        })),
    })),
    passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({ id, label, createdAt, lastUsedAt })),
    canHavePasskey: passkeyHost(siteOrigin) !== undefined,
    ...factor,
  }
}

/** Desk people whose name, or e-mail address, holds each typed word; at most `most`. For the owner only (N12). */
export const peopleFound = async (
  db: AppContext['db'],
  q: string,
  most: number,
): Promise<Awaited<ReturnType<typeof deskPeople>>> => {
  const words = searchWords(q).map(closedUp)
  const address = q.toLowerCase()
  if (words.length === 0) return []
  return (await deskPeople(db))
    .filter(
      ({ name, email }) =>
        words.every((word) => closedUp(name).includes(word)) || email.toLowerCase().includes(address),
    )
    .slice(0, most)
}

/** The name on a sheet of /admin/helpers, '' if it is about nothing of its own; undefined if it is gone. */
export const nameOnSheet = async (
  ctx: Pick<AppContext, 'db' | 'now' | 'siteOrigin'>,
  me: { readonly id: MemberId; readonly sessionId: string },
  act: DeskPersonAct,
  of: string,
): Promise<string | undefined> => {
  const ofPerson = act === 'end' || act === 'count' || act === 'no-count'
  if (!ofPerson && !['device', 'passkey-remove', 'withdraw'].includes(act)) return ''
  const { people, waiting, passkeys } = await deskPeoplePage(ctx, me)
  if (act === 'withdraw') return waiting.find(({ id }) => id === of)?.name
  if (ofPerson) return people.find(({ id }) => id === of)?.name
  if (act === 'passkey-remove') return passkeys.find(({ id }) => id === of)?.label
  return people.flatMap(({ devices }) => devices).find(({ id }) => id === of)?.name
}
