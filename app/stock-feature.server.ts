import type { Feature } from './feature.server.ts'
import { removeDemoStock, seedDemoStock } from './features/stock/counting.commands.server.ts'
import { releaseHoldsJob } from './features/stock/jobs.server.ts'

/** Fabrics as uncut pieces, kits by count; `demoStock` is what a demo counts, in units by number. */
export const stockFeature = (demoStock: Readonly<Record<string, readonly number[]>>): Feature => ({
  name: 'stock',
  tables: ['stock', 'stockPiece', 'stockClaim', 'stockMove'],
  jobs: (ctx) => [releaseHoldsJob(ctx)],
  demo: { put: (ctx, actor) => seedDemoStock(ctx, actor, demoStock), remove: removeDemoStock },
})
