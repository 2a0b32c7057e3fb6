import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { correctLikeCounts } from './upkeep.commands.server.ts'

const minute = 60_000

/** Daily: corrects counts of likes that differ from their rows (R11). */
export const recountLikesJob = (ctx: Pick<AppContext, 'db' | 'log'>): Job => ({
  name: 'recount likes',
  everyMs: 24 * 60 * minute,
  firstAfterMs: 30 * minute,
  limitMs: 5 * minute,
  run: async () => {
    const corrected = await correctLikeCounts(ctx)
    if (corrected > 0)
      ctx.log.warn('likes that did not fit their rows were corrected', { recipes: corrected })
  },
})
