import type { AlarmSource } from '~/server/alarms.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { watchAlarms } from './commands.server.ts'

const second = 1_000

/** Twice a minute, so that the owner is told of a trouble within a minute. */
export const watchAlarmsJob = (ctx: AppContext, sources: readonly AlarmSource[]): Job => ({
  name: 'watch for alarms',
  everyMs: 30 * second,
  firstAfterMs: 20 * second,
  limitMs: 60 * second,
  run: (signal) => watchAlarms(ctx, sources, signal),
})
