import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Every kind of client, with its login of the demo. */
export const actors = {
  visitor: undefined,
  member: 'no-posting@demo.example',
  uploader: 'member@demo.example',
  admin: 'admin@demo.example',
  packer: 'packer@demo.example',
  owner: 'owner@demo.example',
} as const

export type ActorName = keyof typeof actors

export const actorNames: readonly ActorName[] = ['visitor', 'member', 'uploader', 'admin', 'packer', 'owner']

const day = 86_400_000

/** Adds a session of the member `email` to the shop without its sign-in; gives the member's id and cookie. */
const memberCookie = async (db: Kysely<Schema>, secret: string, email: string) => {
  const { id: memberId } = await db
    .selectFrom('member')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  const [id, token] = [randomUUID(), randomUUID()]
  const at = new Date().toISOString()
  await db
    .insertInto('memberSession')
    .values({
      id,
      memberId,
      token,
      expiresAt: new Date(Date.now() + day).toISOString(),
      ipAddress: null,
      userAgent: 'a test',
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  return { memberId, memberSessionId: id, cookie }
}

/**
 * A new session of a demo on http, confirmed a moment ago where the desk asks (N3); gives the Cookie header, empty for a visitor.
 * A desk person who was removed is added again.
 */
export const cookiesOf = async (db: Kysely<Schema>, secret: string, actor: ActorName): Promise<string> => {
  const email = actors[actor]
  if (email === undefined) return ''
  const { cookie, ...session } = await memberCookie(db, secret, email)
  if (actor !== 'packer' && actor !== 'owner') return cookie
  await db
    .updateTable('deskPerson')
    .set({ endedAt: null, role: actor })
    .where('memberId', '=', session.memberId)
    .execute()
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await db
    .insertInto('deskSession')
    .values({
      ...session,
      id: randomUUID(),
      tokenHash: createHash('sha256').update(token).digest('base64url'),
      role: actor,
      userAgent: 'a test',
      beganAt: now,
      seenAt: now,
      confirmedAt: now,
    })
    .execute()
  return `${cookie}; desk-session=${token}`
}
