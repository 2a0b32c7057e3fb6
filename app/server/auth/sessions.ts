import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Member, type MemberId, memberId } from '~/kernel/actor.ts'
import { inTransaction } from '../database/transaction.ts'
import { WritesRefused } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { sessionLifetimeMs } from '../session/session-cookie.ts'

const day = 86_400_000
/** Without a visit for this long a session ends early (ASVS 7.3). */
export const idleMs = 30 * day

export interface SessionSettings {
  /** Lower case; each is an admin once verified (A2). */
  readonly adminEmails: readonly string[]
  readonly postNeedsVerifiedEmail: boolean
}

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString()

const liveSession = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('memberSession')
    .where('memberSession.expiresAt', '>', isoTime(now))
    .where('memberSession.updatedAt', '>', isoTime(now - idleMs))

/** The member with her present rights; undefined when the session has ended or she is suspended (A2, A8, A27.2). */
export const memberOfSession = async (
  db: Kysely<Schema>,
  settings: SessionSettings,
  { token, address, now }: { readonly token: string; readonly address: string; readonly now: number },
): Promise<Member | undefined> => {
  const row = await liveSession(db, now)
    .innerJoin('member', 'member.id', 'memberSession.memberId')
    .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .leftJoin('deskPerson', 'deskPerson.memberId', 'member.id')
    .leftJoin('suspendedMember', 'suspendedMember.memberId', 'member.id')
    .where('memberSession.token', '=', token)
    // One that began while she was being suspended.
    .where('suspendedMember.memberId', 'is', null)
    .select([
      'member.id',
      'member.email',
      'member.emailVerified',
      'memberSession.id as sessionId',
      'memberSession.updatedAt as visitedAt',
      'memberProfile.role',
      'deskPerson.role as deskRole',
      'deskPerson.endedAt as deskEndedAt',
      'memberProfile.canUpload',
      'memberProfile.canComment',
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.visitedAt < isoTime(now - day)) await rememberVisit(db, row.sessionId, now)
  const emailVerified = row.emailVerified === 1
  return {
    kind: 'member',
    id: memberId(row.id),
    address,
    sessionId: row.sessionId,
    emailVerified,
    role: isAdmin(row, settings) ? 'admin' : 'member',
    canUpload: row.canUpload !== 0 && (emailVerified || !settings.postNeedsVerifiedEmail),
    canComment: row.canComment !== 0,
    awaitsVerification: row.canUpload !== 0 && !emailVerified && settings.postNeedsVerifiedEmail,
  }
}

interface RoleRow {
  readonly role: string | null
  readonly email: string
  readonly emailVerified: number
  readonly deskRole: string | null
  readonly deskEndedAt: number | null
}

/** By role, by a verified address of the settings, or as an owner of the desk (A2). */
export const isAdmin = (row: RoleRow, { adminEmails }: SessionSettings): boolean =>
  row.role === 'admin' ||
  (row.emailVerified === 1 && adminEmails.includes(row.email)) ||
  (row.deskRole === 'owner' && row.deskEndedAt === null)

/** While writing is forbidden reads go on (D9); a transaction notices that without waiting for a lock (D30). */
const rememberVisit = (db: Kysely<Schema>, sessionId: string, now: number) =>
  inTransaction({ db, log: silentLog }, (trx) =>
    trx
      .updateTable('memberSession')
      .set({ updatedAt: isoTime(now) })
      .where('id', '=', sessionId)
      .execute(),
  ).catch((error: unknown) => {
    if (!(error instanceof WritesRefused)) throw error
  })

/** Begins a session as the sign-in library does; gives its token, which only the cookie may carry. */
export const beginSession = async (
  { newId, now }: { readonly newId: () => string; readonly now: () => number },
  trx: Transaction<Schema>,
  member: MemberId,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
): Promise<string> => {
  const token = randomBytes(24).toString('base64url')
  const at = isoTime(now())
  await trx
    .insertInto('memberSession')
    .values({
      id: newId(),
      memberId: member,
      token,
      expiresAt: isoTime(now() + sessionLifetimeMs),
      ipAddress: address,
      userAgent,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return token
}

export interface OwnSession {
  readonly id: string
  readonly userAgent: string
  readonly address: string
  /** Epoch ms; `visitedAt` is exact to the day. */
  readonly beganAt: number
  readonly visitedAt: number
}

export const ownSessions = async (
  db: Kysely<Schema>,
  member: MemberId,
  now: number,
): Promise<OwnSession[]> => {
  const rows = await liveSession(db, now)
    .where('memberId', '=', member)
    .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.userAgent ?? '',
    address: row.ipAddress ?? '',
    beganAt: Date.parse(row.createdAt),
    visitedAt: Date.parse(row.updatedAt),
  }))
}

export const endSessions = async (
  db: Kysely<Schema>,
  member: MemberId,
  which: { readonly only: string } | { readonly token: string } | { readonly allBut: string } | 'all',
): Promise<void> => {
  const all = db.deleteFrom('memberSession').where('memberId', '=', member)
  if (which === 'all') await all.execute()
  else if ('only' in which) await all.where('id', '=', which.only).execute()
  else if ('token' in which) await all.where('token', '=', which.token).execute()
  else await all.where('id', '!=', which.allBut).execute()
}

/** More devices than anybody has: limits what a script that keeps signing in can store. */
const mostSessions = 50

export const endSurplusSessions = async (db: Kysely<Schema>, member: MemberId): Promise<void> => {
  const newest = db
    .selectFrom('memberSession')
    .where('memberId', '=', member)
    .select('id')
    .orderBy('updatedAt', 'desc')
    .limit(mostSessions)
  await db.deleteFrom('memberSession').where('memberId', '=', member).where('id', 'not in', newest).execute()
}

export const forgetEndedSessions = async (db: Kysely<Schema>, now: number): Promise<void> => {
  await db
    .deleteFrom('memberSession')
    .where((eb) =>
      eb.or([eb('expiresAt', '<', isoTime(now - day)), eb('updatedAt', '<', isoTime(now - idleMs - day))]),
    )
    .execute()
}
