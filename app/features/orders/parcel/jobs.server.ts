import type { AppContext } from '~/server/app-context.ts'
import { deskTopic, lastActAt } from '~/server/audit.ts'
import type { Job } from '~/server/jobs.ts'

const second = 1_000

/** Tells open pages of the desk what other processes did there, such as the owner's commands. */
export const watchDeskJob = (ctx: AppContext): Job => {
  let told: number | undefined
  return {
    name: 'watch the desk',
    // Every second where no notice tells of other processes (D102).
    everyMs: () => (ctx.notices.missesOthers ? 1 : 5) * second,
    firstAfterMs: 5 * second,
    limitMs: 30 * second,
    run: async () => {
      if (!ctx.notices.topics().includes(deskTopic)) return
      const last = await lastActAt(ctx.db)
      if (last !== told) ctx.notices.publish(deskTopic, last)
      told = last
    },
  }
}
