import { deskCardSources } from './brought-by-features.server.ts'
import { pageFailures } from './features/orders/payment/failing-pages.queries.server.ts'
import { openOrderCounts } from './features/orders/queries.server.ts'
import { addressOf } from './requested-address.ts'
import type { Env } from './server/env.ts'
import { mailCounts } from './server/mail/mail-queue.ts'
import { type GaugeSource, openMetrics, unwatched, type Watch } from './server/metrics/metrics.ts'
import type { Services } from './services.server.ts'

const gauges = (ctx: Services, writesFail: () => boolean): readonly GaugeSource[] => [
  {
    name: 'payment_pages',
    help: 'Presses of the buy button, by what became of them: made, or why there was no payment page.',
    label: 'outcome',
    isTotal: true,
    read: async () => {
      const { unsigned: _events, ...pages } = ctx.gateway.tally.read()
      return { ...noPages, ...pages }
    },
  },
  {
    name: 'provider_events_refused',
    help: 'Requests to the address of the provider’s events without a good signature.',
    label: 'reason',
    isTotal: true,
    read: async () => ({ unsigned: ctx.gateway.tally.read().unsigned ?? 0 }),
  },
  {
    name: 'writes_failing',
    help: '1 while the database takes no writes, such as with a full disk.',
    label: 'of',
    read: async () => ({ database: writesFail() ? 1 : 0 }),
  },
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

const noPages = Object.fromEntries(['made', 'busy', ...pageFailures].map((outcome) => [outcome, 0]))

/** Counts only when the owner has set a token (D52). */
export const watchOf = async (
  env: Pick<Env, 'METRICS_TOKEN'>,
  ctx: Services,
  writesFail: () => boolean,
): Promise<Watch> =>
  env.METRICS_TOKEN === undefined
    ? unwatched
    : openMetrics({
        token: env.METRICS_TOKEN,
        areaOf: (path) => (isFile(path) ? 'files' : addressOf(path).lane),
        gauges: gauges(ctx, writesFail),
        log: ctx.log,
        clock: () => performance.now(),
      })

const isFile = (path: string): boolean => path.startsWith('/assets/') || path.startsWith('/Image/')
