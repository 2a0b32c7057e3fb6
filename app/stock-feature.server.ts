import type { Feature } from './feature.server.ts'
import { releaseHoldsJob } from './features/stock/jobs.server.ts'

/** Cloth as uncut pieces, kits by count. */
export const stockFeature: Feature = {
  name: 'stock',
  tables: ['stock', 'stockPiece', 'stockClaim', 'stockMove'],
  jobs: (ctx) => [releaseHoldsJob(ctx)],
}
