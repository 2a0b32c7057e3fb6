import { memberId } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type DeskRole, forgetDeskPeople, putDeskPerson } from '~/server/auth/desk-people.ts'
import { drawFactor, loadCodes } from '~/server/auth/second-factor.ts'
import { inTransaction } from '~/server/database/transaction.ts'

/** Each gets a secret of her own, drawn the first time (A24). */
export const seedDemoDeskPeople = async (
  ctx: AppContext,
  people: readonly { readonly email: string; readonly role: DeskRole }[],
): Promise<void> => {
  for (const { email, role } of people) {
    const member = await ctx.db
      .selectFrom('member')
      .leftJoin('deskPerson', 'deskPerson.memberId', 'member.id')
      .where('email', '=', email)
      .select(['member.id', 'deskPerson.memberId'])
      .executeTakeFirst()
    if (member === undefined || member.memberId !== null) continue
    const codes = await loadCodes()
    const id = memberId(member.id)
    const now = ctx.now()
    await inTransaction(ctx, async (trx) => {
      await putDeskPerson(trx, { id, role, createdBy: null, now, codesNotedAt: now })
      await drawFactor({ ...ctx, codes }, trx, id, now)
    })
  }
}

/** People invited in a demo confirmed their addresses where anybody could read them (A24). */
export const removeDemoDeskPeople = (ctx: AppContext): Promise<void> => forgetDeskPeople(ctx.db)
