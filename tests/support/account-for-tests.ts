import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Member } from '../../app/kernel/actor.ts'
import type { AppContext } from '../../app/server/app-context.ts'
import { setPassword } from '../../app/server/auth/account-changes.ts'
import { createAccounts } from '../../app/server/auth/accounts.ts'
import type { Passwords } from '../../app/server/auth/passwords.ts'
import type { Schema } from '../../db/schema.ts'
import { addMember } from './member-for-tests.ts'

/** Hashes without any work. */
const plainPasswords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  matches: async (hash, password) => hash === `hash of ${password}`,
}

export const withPlainPasswords = <C extends AppContext>(ctx: C): C => {
  // A copy, on which a test may spy.
  const passwords = { ...plainPasswords }
  const { db, siteOrigin } = ctx
  const { secret } = ctx.memberSettings
  return {
    ...ctx,
    passwords,
    accounts: createAccounts({ db, secret, siteOrigin, newId: randomUUID, passwords }),
  }
}

const isoTime = (epochMs: number) => new Date(epochMs).toISOString()

/** A session that begins now. */
export const openSession = async (
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  memberId: string,
  id: string,
  userAgent = '',
): Promise<void> => {
  await db
    .insertInto('memberSession')
    .values({
      id,
      memberId,
      token: `token of ${id}`,
      expiresAt: isoTime(now() + 90 * 86_400_000),
      ipAddress: '203.0.113.7',
      userAgent,
      createdAt: isoTime(now()),
      updatedAt: isoTime(now()),
    })
    .execute()
}

/** A member, `hanako` when left out, with the password `present-1` and one session, `session of <id>`; as the actor of that. */
export const memberForTests = async (
  ctx: AppContext,
  account: Parameters<typeof addMember>[1] = {},
): Promise<Member> => {
  const member = await addMember(ctx.db, { id: 'hanako', ...account })
  const hash = await ctx.passwords.hash('present-1')
  await ctx.db.transaction().execute((trx) => setPassword(ctx, trx, member.id, hash))
  await openSession(ctx, member.id, member.sessionId)
  return member
}

export const sessionsOf = async (db: Kysely<Schema>, member: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('memberSession')
    .where('memberId', '=', member)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest mail of this kind that is queued to this address, and the token of its link. */
export const mailTo = async (db: Kysely<Schema>, recipient: string, kind: string) => {
  const mails = await db
    .selectFrom('mail')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .select(['text', 'holdsToken'])
    .orderBy('createdAt', 'desc')
    .execute()
  const [mail] = mails
  const token = /\/([\w-]{32})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  return { count: mails.length, text: mail?.text ?? '', holdsToken: mail?.holdsToken === 1, token }
}
