import type { Insertable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { memberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import {
  deleteMember,
  ensureMember,
  forgetProofs,
  setEmail,
  setPassword,
} from '~/server/auth/account-changes.ts'
import { inTransaction } from '~/server/database/transaction.ts'

export interface DemoMember {
  readonly email: string
  /** Without it nobody can sign in. */
  readonly password?: string
  readonly name: string
  readonly role: 'member' | 'admin'
  readonly canUpload: boolean
  readonly profile: Omit<Insertable<Schema['memberProfile']>, 'memberId' | 'interests' | 'updatedAt'> & {
    readonly interests: readonly string[]
  }
}

const demoDomain = 'demo.example'

/** Adds missing logins only, because hashing a password is slow. */
export const seedDemoMembers = async (ctx: AppContext, members: readonly DemoMember[]): Promise<void> => {
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
  const missing = members.filter(({ email }) => !there.has(email))
  const passwords = new Set(missing.map(({ password }) => password).filter((each) => each !== undefined))
  const hashes = new Map<string, string>()
  for (const password of passwords) hashes.set(password, await ctx.passwords.hash(password))
  for (const member of missing) await putDemoMember(ctx, member, hashes.get(member.password ?? ''))
}

const putDemoMember = (
  ctx: AppContext,
  { email, name, profile, role, canUpload }: DemoMember,
  hash: string | undefined,
): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const id = await ensureMember(ctx, trx, { email, name })
    await trx
      .insertInto('memberProfile')
      .values({
        ...profile,
        memberId: id,
        role,
        canUpload: canUpload ? 1 : 0,
        interests: JSON.stringify(profile.interests),
        source: 'demo',
        updatedAt: ctx.now(),
      })
      .onConflict((conflict) => conflict.column('memberId').doNothing())
      .execute()
    await setEmail(ctx, trx, id, email)
    if (hash !== undefined) await setPassword(ctx, trx, id, hash)
  })

/**
 * Removes the demo's logins, whatever their present addresses (A24). Other accounts stay, but anybody could read the demo's mailbox
 * page: their addresses become unverified, sessions and links end, and nobody is an admin.
 */
export const removeDemoMembers = async (ctx: AppContext): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const demo = await trx
      .selectFrom('member')
      .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
      // By address too: a crash may have left a login without its profile.
      .where((eb) => eb.or([eb('source', '=', 'demo'), eb('email', 'like', `%@${demoDomain}`)]))
      .select('member.id')
      .execute()
    for (const row of demo) {
      const id = memberId(row.id)
      await ctx.memberSteps.gone(trx, id, ctx)
      await deleteMember(trx, id)
    }
    await trx.updateTable('memberProfile').set({ role: 'member' }).where('role', '=', 'admin').execute()
    await forgetProofs(trx)
  })
}
