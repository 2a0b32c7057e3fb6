import { type DeskPerson, type Member, memberId } from '../../app/kernel/actor.ts'
import type { AppContext } from '../../app/server/app-context.ts'
import { putDeskPerson } from '../../app/server/auth/desk-people.ts'
import { drawFactor, loadCodes, presentCode } from '../../app/server/auth/second-factor.ts'
import { memberForTests } from './account-for-tests.ts'

/** An actor that has just confirmed its identity; the owner by default. It has no row. */
export const deskPersonForTests = (
  { now }: Pick<AppContext, 'now'>,
  given: Partial<DeskPerson> = {},
): DeskPerson => ({
  kind: 'desk',
  id: memberId('desk-owner'),
  name: '綿貫',
  role: 'owner',
  address: '203.0.113.7',
  sessionId: 'session of desk-owner',
  confirmedAt: now(),
  mayCount: false,
  ...given,
})

/** A member, `desk-owner` by default, who is a desk person with an app in use and noted backup codes. */
export const invitedForTests = async (
  ctx: AppContext,
  role: DeskPerson['role'] = 'owner',
  id = `desk-${role}`,
): Promise<Member> => {
  const member = await memberForTests(ctx, { id, name: `名前 ${id}` })
  const codes = await loadCodes()
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    await putDeskPerson(trx, { id: member.id, role, createdBy: null, now, codesNotedAt: now })
    await drawFactor({ ...ctx, codes }, trx, member.id, now)
  })
  return member
}

/** The code that her app shows. */
export const codeOf = async (ctx: AppContext, { id }: Pick<Member, 'id'>): Promise<string> => {
  const code = await presentCode(ctx, id)
  if (code === undefined) throw new Error('all codes of now were used')
  return code
}
