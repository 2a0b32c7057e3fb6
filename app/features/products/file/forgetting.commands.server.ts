import type { AppContext } from '~/server/app-context.ts'
import { undoMs } from './stored-files.queries.server.ts'

const day = 24 * 60 * 60_000

/** Deletes files that can no longer be undone or applied. */
export const forgetOldFiles = async (ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> => {
  const files = ctx.db.deleteFrom('productFile')
  await files.where('sentAt', '<', ctx.now() - undoMs - day).execute()
  await files
    .where('state', '=', 'looked at')
    .where('sentAt', '<', ctx.now() - day)
    .execute()
}

/** When a demo ends, deletes its products' files. */
export const forgetProductFiles = async (ctx: Pick<AppContext, 'db'>): Promise<void> => {
  await ctx.db.deleteFrom('productFile').execute()
}
