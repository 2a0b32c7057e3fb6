import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Actor, type MemberId, memberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { deleteMember, forgetProofs, setEmail } from '~/server/auth/account-changes.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'

export interface DemoMember {
  readonly email: string
  /** Without it nobody signs in as this member. */
  readonly password?: string
  readonly name: string
  readonly role: 'member' | 'admin'
  readonly canUpload: boolean
  readonly profile: Omit<Insertable<Schema['memberProfile']>, 'memberId' | 'interests' | 'updatedAt'> & {
    readonly interests: readonly string[]
  }
}

/** Can never be anybody's address. */
const demoDomain = 'demo.example'

/** Adds the demo's logins that are missing and leaves the others as they are; hashes a password only for what is missing. */
export const seedDemoMembers = async (
  ctx: AppContext,
  _actor: Actor,
  members: readonly DemoMember[],
): Promise<void> => {
  const complete = await ctx.db
    .selectFrom('member')
    .innerJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .where(
      'member.email',
      'in',
      members.map(({ email }) => email),
    )
    .select('member.email')
    .execute()
  const there = new Set(complete.map(({ email }) => email))
  await Promise.all(
    members.filter(({ email }) => !there.has(email)).map((member) => putDemoMember(ctx, member)),
  )
}

const putDemoMember = async (
  ctx: AppContext,
  { email, password = randomUUID(), name, ...rights }: DemoMember,
) => {
  const signedUp = await ctx.accounts.signUp({ email, password, name }, { address: '', userAgent: '' })
  const id = signedUp.ok ? signedUp.value.memberId : await memberAt(ctx, email)
  if (id === undefined) return
  const { interests, ...said } = rights.profile
  await inTransaction(ctx.db, async (trx) => {
    await trx
      .insertInto('memberProfile')
      .values({
        ...said,
        memberId: id,
        role: rights.role,
        canUpload: rights.canUpload ? 1 : 0,
        interests: JSON.stringify(interests),
        source: 'demo',
        updatedAt: ctx.now(),
      })
      .onConflict((conflict) => conflict.column('memberId').doNothing())
      .execute()
    await setEmail(ctx, trx, id, email)
    await endSessions(trx, id, 'all')
  })
}

/** One that another process has just made, or that a crash left without its profile. */
const memberAt = async ({ db }: AppContext, email: string): Promise<MemberId | undefined> => {
  const row = await db.selectFrom('member').where('email', '=', email).select('id').executeTakeFirst()
  return row && memberId(row.id)
}

/**
 * When a demo ends no login of it is left, whatever its address is by now (A24). Other accounts stay, but what they proved was
 * proved on a mailbox page that anybody could read: their addresses count as unverified, their sessions and links end, and none of
 * them is an admin until the owner says so again.
 */
export const removeDemoMembers = async (ctx: AppContext, _actor: Actor): Promise<void> => {
  await inTransaction(ctx.db, async (trx) => {
    const demo = await trx
      .selectFrom('member')
      .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      // By the address too: a crash may have left a login without its profile.
      .where((eb) => eb.or([eb('source', '=', 'demo'), eb('email', 'like', `%@${demoDomain}`)]))
      .select('member.id')
      .execute()
    for (const row of demo) {
      const id = memberId(row.id)
      await ctx.memberSteps.gone(trx, id)
      await deleteMember(trx, id)
    }
    await trx.updateTable('memberProfile').set({ role: 'member' }).where('role', '=', 'admin').execute()
    await forgetProofs(trx)
  })
}
