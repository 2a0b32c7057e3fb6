import { shopClosure } from '~/features/products/queries.server.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { withinLimit } from '~/server/time-limit.ts'

const askLimitMs = 500

/** The owner's message while the shop is closed, else null; also null when the database is slow, because checkout checks again. */
export const closedMessage = async (ctx: RequestContext): Promise<string | null> => {
  const read = readOrFailure(ctx, 'closure', (db) => shopClosure(db, ctx.now()))
  const closure = await withinLimit(askLimitMs, read, () => null)
  return closure?.ok ? (closure.value?.message ?? null) : null
}
