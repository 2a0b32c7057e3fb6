import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { joinDateOf } from './rules.ts'

export type RightsChange =
  | { readonly canUpload: 0 | 1 }
  /** For comments only, as `canUpload` is for recipes (A27). */
  | { readonly canComment: 0 | 1 }
  /** `admin` needs a verified address: anybody can register with the owner's (A2). */
  | { readonly role: 'member' | 'admin' }

/** Counts from the member's next request on (A9, A24). */
export const changeRights = async (
  ctx: AppContext,
  email: string,
  change: RightsChange,
): Promise<
  Result<{ readonly name: string; readonly isVerified: boolean }, 'unknown_member' | 'not_verified'>
> =>
  inTransaction(ctx, async (trx) => {
    const member = await trx
      .selectFrom('member')
      .where('email', '=', email)
      .select(['id', 'name', 'emailVerified', 'createdAt'])
      .executeTakeFirst()
    if (member === undefined) return refused('unknown_member')
    if ('role' in change && change.role === 'admin' && member.emailVerified === 0)
      return refused('not_verified')
    const updatedAt = ctx.now()
    await trx
      .insertInto('memberProfile')
      .values({
        memberId: member.id,
        joinDate: joinDateOf(Date.parse(member.createdAt)),
        updatedAt,
        ...change,
      })
      // `updatedAt` stays, so that a member can save the profile that she is editing (R18).
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(change))
      .execute()
    return ok({ name: member.name, isVerified: member.emailVerified === 1 })
  })
