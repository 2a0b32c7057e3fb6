import type { AppContext } from '~/server/app-context.ts'
import type { Job } from '~/server/jobs.ts'
import { forgetOldFiles } from './stored-files.commands.server.ts'

const minute = 60_000

/** Deletes product files that can no longer be undone. */
export const forgetProductFilesJob = (ctx: AppContext): Job => ({
  name: 'forget product files',
  everyMs: 60 * minute,
  firstAfterMs: 10 * minute,
  limitMs: minute,
  run: () => forgetOldFiles(ctx),
})
