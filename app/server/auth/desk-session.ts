import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type DeskPerson, type Member, type MemberId, memberId } from '~/kernel/actor.ts'
import type { AppContext } from '../app-context.ts'
import { inTransaction } from '../database/transaction.ts'
import { WritesRefused } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { cookieIn, type OwnCookie, settingCookie } from '../session/cookies.ts'
import { textHash } from '../text-hash.ts'
import type { DeskRole } from './desk-people.ts'

const minute = 60_000
const hour = 60 * minute
/** Without a visit for this long, the desk asks for a code again. */
const idleMs = 12 * hour
const noteVisitEach = 5 * minute
/** From the entry, however often she visits. */
const lifetimesMs: Readonly<Record<DeskRole, number>> = { owner: 30 * 24 * hour, packer: 12 * hour }
/** A member session younger than this proves that she has just given her password. */
const freshSignInMs = 12 * hour

/** Not Strict: a link in a mail must bring the cookie. */
const deskCookie: OwnCookie = {
  plainName: 'desk-session',
  sameSite: 'Lax',
  maxAgeSeconds: lifetimesMs.owner / 1_000,
  formerPaths: [],
}

interface Cookies {
  readonly siteOrigin: string
  readonly cookie: string | null | undefined
}

const tokenIn = ({ cookie, siteOrigin }: Cookies): string => {
  const token = cookieIn(cookie, deskCookie, siteOrigin) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : ''
}

/** Expired or not; it ends with the member session, the role and the place (N8). */
const sessionRow = (db: Kysely<Schema>, member: Member, token: string) =>
  db
    .selectFrom('deskSession')
    .innerJoin('deskPerson', 'deskPerson.memberId', 'deskSession.memberId')
    .innerJoin('member', 'member.id', 'deskSession.memberId')
    .where('deskSession.tokenHash', '=', textHash(token))
    .where('deskSession.memberId', '=', member.id)
    .where('deskSession.memberSessionId', '=', member.sessionId)
    .where('deskPerson.endedAt', 'is', null)
    .whereRef('deskPerson.role', '=', 'deskSession.role')
    .select([
      'deskSession.id',
      'deskSession.role',
      'deskSession.beganAt',
      'deskSession.seenAt',
      'deskSession.confirmedAt',
      'deskPerson.codesNotedAt',
      'deskPerson.mayCount',
      'member.name',
    ])
    .executeTakeFirst()

const isWithinLifetime = (row: { role: DeskRole; beganAt: number }, now: number): boolean =>
  now - row.beganAt < lifetimesMs[row.role]

/** Whether the device says that it has entered the desk; who has no session says so in vain. */
export const claimsDesk = (cookie: string | undefined, siteOrigin: string): boolean =>
  tokenIn({ cookie, siteOrigin }) !== ''

/** Undefined when the door has to ask (N6, N8). Only what she sees of the desk is a visit there. */
export const deskPersonOf = async (
  { db, now, siteOrigin }: Pick<AppContext, 'db' | 'now' | 'siteOrigin'>,
  member: Member,
  cookie: string | null | undefined,
  { isVisit }: { readonly isVisit: boolean } = { isVisit: true },
): Promise<DeskPerson | undefined> => {
  const token = tokenIn({ cookie, siteOrigin })
  if (token === '') return undefined
  const row = await sessionRow(db, member, token)
  const at = now()
  if (row === undefined || row.codesNotedAt === null) return undefined
  if (!isWithinLifetime(row, at) || at - row.seenAt >= idleMs) return undefined
  if (isVisit && at - row.seenAt > noteVisitEach) await noteVisit(db, row.id, at)
  return {
    kind: 'desk',
    id: member.id,
    name: row.name,
    role: row.role,
    address: member.address,
    sessionId: member.sessionId,
    confirmedAt: row.confirmedAt,
    mayCount: row.mayCount === 1,
  }
}

/** Whether her session at the desk goes on (N8), for what stays open without a request; it is no visit. */
export const isStillAtDesk = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, sessionId, role }: Pick<DeskPerson, 'id' | 'sessionId' | 'role'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('deskSession')
    .innerJoin('deskPerson', 'deskPerson.memberId', 'deskSession.memberId')
    .where('deskSession.memberId', '=', id)
    .where('deskSession.memberSessionId', '=', sessionId)
    .where('deskSession.role', '=', role)
    .where('deskPerson.endedAt', 'is', null)
    .whereRef('deskPerson.role', '=', 'deskSession.role')
    .select(['deskSession.role', 'deskSession.beganAt', 'deskSession.seenAt'])
    .executeTakeFirst()
  const at = now()
  return row !== undefined && isWithinLifetime(row, at) && at - row.seenAt < idleMs
}

/** While writing is forbidden reads go on (D9); a transaction notices that without waiting for a lock (D30). */
const noteVisit = (db: Kysely<Schema>, id: string, seenAt: number) =>
  inTransaction({ db, log: silentLog }, (trx) =>
    trx.updateTable('deskSession').set({ seenAt }).where('id', '=', id).execute(),
  ).catch((error: unknown) => {
    if (!(error instanceof WritesRefused)) throw error
  })

/** Whether a password is needed with the code: the device is unknown and she did not sign in just now. */
export const asksOwnPassword = async (
  { db, now, siteOrigin }: Pick<AppContext, 'db' | 'now' | 'siteOrigin'>,
  member: Member,
  cookie: string | null | undefined,
): Promise<boolean> => {
  const row = await sessionRow(db, member, tokenIn({ cookie, siteOrigin }))
  if (row?.role === 'owner' && isWithinLifetime(row, now())) return false
  const session = await db
    .selectFrom('memberSession')
    .where('id', '=', member.sessionId)
    .select('createdAt')
    .executeTakeFirst()
  return session === undefined || now() - Date.parse(session.createdAt) > freshSignInMs
}

/** Whether this device has given a code; she may not have noted her backup codes yet. */
export const hasEntered = async (
  { db, siteOrigin }: Pick<AppContext, 'db' | 'siteOrigin'>,
  member: Member,
  cookie: string | null | undefined,
): Promise<boolean> => (await sessionRow(db, member, tokenIn({ cookie, siteOrigin }))) !== undefined

/** Replaces this device's desk session; gives the Set-Cookie header. */
export const beginDeskSession = async (
  { newId, now, siteOrigin }: Pick<AppContext, 'newId' | 'now' | 'siteOrigin'>,
  trx: Transaction<Schema>,
  member: Pick<Member, 'id' | 'sessionId'>,
  { role, userAgent }: { readonly role: DeskRole; readonly userAgent: string },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  await trx.deleteFrom('deskSession').where('memberSessionId', '=', member.sessionId).execute()
  await trx
    .insertInto('deskSession')
    .values({
      id: newId(),
      tokenHash: textHash(token),
      memberId: member.id,
      memberSessionId: member.sessionId,
      role,
      userAgent: userAgent.slice(0, 300),
      beganAt: at,
      seenAt: at,
      confirmedAt: at,
    })
    .execute()
  return settingCookie(deskCookie, token, siteOrigin)
}

/** She has just given password, code or passkey (N3). */
export const noteConfirmed = async (
  trx: Transaction<Schema>,
  { id, sessionId }: Pick<DeskPerson, 'id' | 'sessionId'>,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('deskSession')
    .set({ confirmedAt: now })
    .where('memberId', '=', id)
    .where('memberSessionId', '=', sessionId)
    .execute()
}

export interface DeskDevice {
  readonly id: string
  readonly memberId: MemberId
  readonly memberSessionId: string
  readonly userAgent: string
  readonly beganAt: number
  readonly seenAt: number
}

export const deskDevices = async (db: Kysely<Schema>, now: number): Promise<DeskDevice[]> => {
  const rows = await db
    .selectFrom('deskSession')
    .where('beganAt', '>', now - lifetimesMs.owner)
    .select(['id', 'memberId', 'memberSessionId', 'userAgent', 'beganAt', 'seenAt'])
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, memberId: memberId(row.memberId) }))
}

export const endDeskSession = async (trx: Transaction<Schema>, device: string): Promise<boolean> => {
  const { numDeletedRows } = await trx.deleteFrom('deskSession').where('id', '=', device).executeTakeFirst()
  return numDeletedRows > 0n
}
