import { mayCurate, type Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { passedGateCookie } from '~/server/auth/gate.ts'
import { clientAt } from '~/server/public-address.ts'
import { countedFor, countTry, type Limit, uncountTry } from '~/server/rate-limit.ts'

const spanMs = 15 * 60_000
const perClient: Limit = { name: 'admin-gate', spanMs, most: 5 }
const perNetwork: Limit = { name: 'admin-gates', spanMs, most: 50 }

/** Gives Set-Cookie headers for the right password; five wrong ones in 15 minutes close the gate for that client (A3). */
export const passAdminGate = async (
  ctx: AppContext,
  actor: Requester,
  password: string,
): Promise<Result<readonly string[], 'gate_off' | 'wrong_password' | 'too_many_requests'>> => {
  if (mayCurate(actor)) return ok([])
  const { gatePasswordHash } = ctx.memberSettings
  if (gatePasswordHash === undefined) return refused('gate_off')
  const { client, network } = clientAt(actor.address)
  const tries = [countedFor(perClient, client), countedFor(perNetwork, network)]
  const now = ctx.now()
  if (!(await countTry(ctx, now, tries))) {
    ctx.log.warn('the admin gate refused: too many tries')
    return refused('too_many_requests')
  }
  if (!(await ctx.passwords.matches(gatePasswordHash, password))) {
    ctx.log.warn('the admin gate refused: wrong password')
    return refused('wrong_password')
  }
  await uncountTry(ctx.db, now, tries)
  ctx.log.info('the admin gate was passed')
  return ok([passedGateCookie(ctx, gatePasswordHash, now)])
}
