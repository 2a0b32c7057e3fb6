import { shopClosure } from '~/features/catalogue/queries.server.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { withinLimit } from '~/server/time-limit.ts'

const askLimitMs = 500

/**
 * The owner's line while the shop is closed, or null. Checkout asks again for itself: a frame that cannot find out in time
 * shows no notice rather than nothing at all.
 */
export const closedMessage = async (ctx: RequestContext): Promise<string | null> => {
  const read = readOrFailure(ctx, 'closure', shopClosure)
  const closure = await withinLimit(askLimitMs, read, () => null)
  return closure?.ok ? (closure.value?.message ?? null) : null
}
