import { mendMember } from '~/features/profiles/complete-member.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CallLimits } from '~/server/rate-limit.ts'

const limits: CallLimits = {
  name: 'welcome',
  spanMs: 60_000,
  perClient: 30,
  perNetwork: 300,
  together: 3_000,
}

/**
 * The named call after a registration. The welcome mail was queued with it: only a member whose registration was cut short
 * gets hers now, at her own address and with her own name, whatever the call says (A16).
 */
export const sendWelcomeEmail = async (
  ctx: AppContext,
  actor: Actor,
  { email }: { readonly email: string },
): Promise<void> => {
  if (actor.kind !== 'member' || ctx.calls.waitOfClient(limits, actor.address, ctx.now()) > 0) return
  const member = await ctx.db
    .selectFrom('member')
    .where('id', '=', actor.id)
    .select('email')
    .executeTakeFirst()
  if (member?.email === email.trim().toLowerCase()) await mendMember(ctx, actor, actor.id)
}
