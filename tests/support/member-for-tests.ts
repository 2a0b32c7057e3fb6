import type { Kysely } from 'kysely'
import { type Member, memberId } from '../../app/kernel/actor.ts'
import type { Schema } from '../../db/schema.ts'

/** A member without password or session, written at once; `createdAt` is ISO text. */
export const addMember = async (
  db: Kysely<Schema>,
  account: {
    readonly id?: string
    readonly name?: string
    readonly email?: string
    readonly emailVerified?: boolean
  } = {},
): Promise<Member> => {
  const { id = 'member-1', name = '花子', email = `${id}@mail.example`, emailVerified = true } = account
  const at = '2026-03-31T15:00:00.000Z'
  await db
    .insertInto('member')
    .values({ id, name, email, emailVerified: emailVerified ? 1 : 0, createdAt: at, updatedAt: at })
    .execute()
  return {
    kind: 'member',
    id: memberId(id),
    address: '203.0.113.7',
    sessionId: `session of ${id}`,
    emailVerified,
    role: 'member',
    canUpload: true,
    canComment: true,
  }
}
