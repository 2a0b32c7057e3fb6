import type { Feature } from '~/feature-parts.server.ts'
import { foldWordsAgain } from './words/commands.server.ts'
import { storeZeroHitsJob } from './words/jobs.server.ts'
import { zeroHitsCommand } from './words/owner.commands.server.ts'

export const search: Feature = {
  name: 'search',
  tables: { words: ['searchWord', 'zeroHit'] },
  jobs: (ctx) => [storeZeroHitsJob(ctx)],
  foldAgain: [foldWordsAgain],
  commands: { content: [zeroHitsCommand] },
}
