import { deskCardSources } from './desk-parts.server.ts'
import { openOrderCounts } from './features/orders/open-orders.queries.server.ts'
import { addressOf } from './requested-address.ts'
import type { AppContext } from './server/app-context.ts'
import type { Env } from './server/env.ts'
import { mailCounts } from './server/mail/mail-queue.ts'
import { type GaugeSource, openMetrics, unwatched, type Watch } from './server/metrics/metrics.ts'

const gauges = (ctx: AppContext): readonly GaugeSource[] => [
  {
    name: 'mails',
    help: 'Mails that wait, and that were given up.',
    label: 'state',
    read: () => mailCounts(ctx.db),
  },
  {
    name: 'orders',
    help: 'Orders that wait for their payment or for the owner.',
    label: 'state',
    read: () => openOrderCounts(ctx.db),
  },
  {
    name: 'desk_cards',
    help: 'What the first page of the desk counts.',
    label: 'card',
    read: async () =>
      Object.fromEntries(
        await Promise.all(
          deskCardSources.map(async ({ kind, read }) => [kind, (await read(ctx)).count] as const),
        ),
      ),
  },
]

/** Counts only when the owner has set a token (D52). */
export const watchOf = async (env: Pick<Env, 'METRICS_TOKEN'>, ctx: AppContext): Promise<Watch> =>
  env.METRICS_TOKEN === undefined
    ? unwatched
    : openMetrics({
        token: env.METRICS_TOKEN,
        areaOf: (path) => (isFile(path) ? 'files' : addressOf(path).lane),
        gauges: gauges(ctx),
        log: ctx.log,
        clock: () => performance.now(),
      })

const isFile = (path: string): boolean => path.startsWith('/assets/') || path.startsWith('/Image/')
