import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { storeZeroHits } from './commands.server.ts'

const minute = 60_000

/** Each process stores the searches it counted; those of fewer than three clients stay in its memory (W33). */
export const storeZeroHitsJob = (ctx: AppContext): Job => ({
  name: 'store zero hits',
  everyMs: 10 * minute,
  firstAfterMs: minute,
  limitMs: minute,
  run: () => storeZeroHits(ctx),
})
