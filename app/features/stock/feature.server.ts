import { demoStock } from '#demo/fabrics.ts'
import type { Feature } from '~/feature-parts.server.ts'
import { href } from '~/href.ts'
import { searchKept } from '~/server/named-list.ts'
import { receivePieces, recountPieces, removeDemoStock, seedDemoStock } from './counting.commands.server.ts'
import { stockCards } from './desk/desk-cards.queries.server.ts'
import { stockList } from './desk/ui/stock-list.tsx'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from './ending.commands.server.ts'
import { takeWaitingCell } from './feed-cells.commands.server.ts'
import { releaseHoldsJob } from './jobs.server.ts'
import { reshapeShelves } from './joined.commands.server.ts'
import { receiveAll, undoReceiving } from './receiving.commands.server.ts'
import { setReorder } from './reordering.commands.server.ts'
import { forgetAllRestocks } from './restock/commands.server.ts'
import { forgetRestocksJob, tellRestocksJob } from './restock/jobs.server.ts'

export const stock: Feature = {
  name: 'stock',
  deskLists: [{ ...stockList, path: href('/admin/stock'), kept: [searchKept], who: 'counter' }],
  tables: {
    '.': ['stock', 'stockPiece', 'stockClaim', 'stockMove', 'foundFabric', 'receiving', 'receivedPiece'],
    restock: ['restockRequest'],
  },
  prepare: reshapeShelves,
  jobs: (ctx) => [releaseHoldsJob(ctx), tellRestocksJob(ctx), forgetRestocksJob(ctx)],
  demo: {
    put: (ctx, actor) => seedDemoStock(ctx, actor, demoStock),
    remove: async (ctx) => {
      await forgetAllRestocks(ctx)
      await removeDemoStock(ctx)
    },
  },
  deskCards: stockCards,
  acts: [
    receivePieces,
    receiveAll,
    undoReceiving,
    recountPieces,
    sellOut,
    undoSoldOut,
    stopCounting,
    setLowAt,
    setReorder,
    takeWaitingCell,
  ],
}
