import type { AppContext } from '~/server/app-context.ts'
import { forgetOldLinks } from '~/server/auth/links.ts'
import { forgetEndedSessions } from '~/server/auth/sessions.ts'
import type { Job } from '~/server/jobs.ts'

const minute = 60_000

export const forgetOldLinksJob = ({ db, now }: Pick<AppContext, 'db' | 'now'>): Job => ({
  name: 'forget old links and sessions',
  everyMs: 60 * minute,
  firstAfterMs: 5 * minute,
  limitMs: 5 * minute,
  run: async () => {
    await forgetOldLinks(db, now())
    await forgetEndedSessions(db, now())
  },
})
