import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { collectUploads } from './collection.commands.server.ts'

const minute = 60_000

/** Takes away the pictures and PDFs that no feature refers to. */
export const collectUploadsJob = (
  ctx: AppContext,
  textsWithUploads: (db: Kysely<Schema>) => Promise<readonly string[]>,
): Job => ({
  name: 'collect uploads',
  everyMs: 60 * minute,
  firstAfterMs: 10 * minute,
  limitMs: 5 * minute,
  run: async (signal) => {
    const removed = await collectUploads(ctx, textsWithUploads, signal)
    if (removed > 0) ctx.log.info('uploads that nothing refers to were removed', { removed })
  },
})
