import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { indexNextRecipes } from './indexing.commands.server.ts'

const second = 1_000
const pauseMs = 20

/** Tells search of the works whose author has another name or is gone, with room for others between the portions (R41). */
export const indexRecipesJob = (ctx: Pick<AppContext, 'db' | 'log' | 'pause'>): Job => ({
  name: 'index works',
  everyMs: 5 * second,
  firstAfterMs: 2 * second,
  limitMs: 300 * second,
  run: async (signal) => {
    while (!signal.aborted && (await indexNextRecipes(ctx)) > 0) await ctx.pause(pauseMs)
  },
})
