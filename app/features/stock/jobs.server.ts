import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { releaseEndedHolds } from './holds.commands.server.ts'

const minute = 60_000
/** Between our clock and the provider's, and for an event that is on its way. */
const graceMs = 10 * minute

const releaser: Actor = { kind: 'system', name: 'stock' }

/** Gives back what payment pages held that are over (K6). */
export const releaseHoldsJob = (ctx: AppContext): Job => ({
  name: 'release cloth of ended payment pages',
  everyMs: minute,
  firstAfterMs: minute,
  limitMs: 5 * minute,
  run: async (signal) => {
    const orders = await releaseEndedHolds(ctx, releaser, graceMs, signal)
    if (orders > 0) ctx.log.info('cloth of ended payment pages is free again', { orders })
  },
})
