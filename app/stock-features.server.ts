import type { Feature } from './feature.server.ts'
import { removeDemoStock, seedDemoStock } from './features/stock/counting.commands.server.ts'
import { releaseHoldsJob } from './features/stock/jobs.server.ts'
import { reshapeShelves } from './features/stock/joined.commands.server.ts'

/** `demoStock`: units of the demo's pieces, by product number. */
export const stockFeatures = (demoStock: Readonly<Record<string, readonly number[]>>): readonly Feature[] => [
  {
    name: 'stock',
    tables: ['stock', 'stockPiece', 'stockClaim', 'stockMove'],
    prepare: reshapeShelves,
    jobs: (ctx) => [releaseHoldsJob(ctx)],
    demo: { put: (ctx, actor) => seedDemoStock(ctx, actor, demoStock), remove: removeDemoStock },
  },
  { name: 'stock-desk', tables: [] },
]
