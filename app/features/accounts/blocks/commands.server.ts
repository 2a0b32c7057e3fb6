import { type Actor, memberIdTyped } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockMember } from '~/server/auth/account-changes.ts'
import type { CallLimits } from '~/server/call-limits.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { publicName } from '../profile/rules.ts'
import { suspensionOf } from '../standing/queries.server.ts'
import { mostBlocks } from './rules.ts'
import type { BlockRefusal } from './texts.ts'

/** More than people press, even when a household shares an address. */
const blocksOfMinute: CallLimits = {
  name: 'blocks',
  spanMs: 60_000,
  perClient: 60,
  perNetwork: 300,
  together: 300,
}

export type BlockAnswer = Result<{ readonly name: string }, BlockRefusal>

/**
 * Blocks a member or ends that (R58, R60), repeatable; tells nobody and raises no version of a list, or open pages of others would
 * show it (R61). Both members are locked, in one order: a comment or like that is under way is there before, none comes after.
 */
export const setBlock = async (
  ctx: AppContext,
  actor: Actor,
  { member: typed, on }: { readonly member: string; readonly on: boolean },
): Promise<BlockAnswer> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (ctx.calls.waitOfClient(blocksOfMinute, actor.address, ctx.now()) > 0) return refused('too_many')
  const member = memberIdTyped(typed)
  if (member === undefined) return refused('no_such_member')
  if (member === actor.id) return refused('herself')
  return inTransaction(ctx, async (trx): Promise<BlockAnswer> => {
    const names = new Map<string, string>()
    for (const id of [actor.id, member].toSorted()) {
      const row = await lockMember(trx, id)
      if (row !== undefined) names.set(id, row.name)
    }
    const blocked = names.get(member)
    if (!names.has(actor.id)) return refused('not_signed_in')
    if (blocked === undefined) return refused('no_such_member')
    const own = trx.selectFrom('memberBlock').where('memberId', '=', actor.id)
    // Of a suspended member nobody learns her name (R56), but who blocks her already may end that.
    if ((await suspensionOf(trx, member)) !== undefined) {
      const there = await own.where('blockedId', '=', member).select('blockedId').executeTakeFirst()
      if (there === undefined) return refused('no_such_member')
    }
    if (on) {
      const others = await own
        .where('blockedId', '<>', member)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(others.count) >= mostBlocks) return refused('too_many_blocks')
      await trx
        .insertInto('memberBlock')
        .values({ memberId: actor.id, blockedId: member, createdAt: ctx.now() })
        .onConflict((conflict) => conflict.columns(['memberId', 'blockedId']).doNothing())
        .execute()
    } else
      await trx
        .deleteFrom('memberBlock')
        .where('memberId', '=', actor.id)
        .where('blockedId', '=', member)
        .execute()
    return ok({ name: publicName(blocked) })
  })
}
