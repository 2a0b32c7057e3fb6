import type { AppContext } from '~/server/app-context.ts'
import { deskTopic, lastActAt } from '~/server/audit.ts'
import type { Job } from '~/server/jobs.ts'

const second = 1_000

/** When an order was paid last, in epoch ms; 0 for never. */
const lastPaidAt = async (db: AppContext['db']): Promise<number> => {
  const { last } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max('paidAt').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Tells open pages of the desk what other processes did there, such as the owner's commands, and what was paid through them. */
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
      const last = Math.max(await lastActAt(ctx.db), await lastPaidAt(ctx.db))
      if (last !== told) ctx.notices.publish(deskTopic, last)
      told = last
    },
  }
}
