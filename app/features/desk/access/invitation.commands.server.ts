import type { Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { takeInvitation } from '~/server/auth/desk-invitations.ts'
import { putDeskPerson } from '~/server/auth/desk-people.ts'
import { drawFactor, loadCodes } from '~/server/auth/second-factor.ts'
import { inTransaction } from '~/server/database/transaction.ts'

/** The link works once; setup follows at the door (N6). */
export const acceptInvitation = async (
  ctx: AppContext,
  actor: Requester,
  token: string,
): Promise<Result<null, 'not-found'>> => {
  if (actor.kind !== 'member') return refused('not-found')
  const { id } = actor
  const now = ctx.now()
  const codes = await loadCodes()
  const isTaken = await inTransaction(ctx, async (trx) => {
    const invitation = await takeInvitation(trx, { token, member: id, now })
    if (invitation === undefined) return false
    await putDeskPerson(trx, { id, role: invitation.role, createdBy: invitation.createdBy, now })
    await drawFactor({ ...ctx, codes }, trx, id)
    return true
  })
  if (!isTaken) return refused('not-found')
  ctx.log.info('an invitation to the desk was accepted', { member: id })
  return ok(null)
}
