import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { paymentIsOurs, recordFormerPayments } from '~/features/orders/payment/commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { Job } from '~/server/jobs.ts'
import { askAgain, recordRefunds } from './commands.server.ts'
import { recordDispute } from './disputes.commands.server.ts'

const reconciler: Actor = { kind: 'system', name: 'reconciliation' }

const minute = 60_000

/** Stores refunds and disputes whose events did not come (M11). */
export const compareRefunds = async (ctx: PaymentContext, signal: AbortSignal): Promise<void> => {
  const from = ctx.now() - timeLimits.settled
  await recordFormerPayments(ctx, reconciler, signal)
  let refunds = 0
  let disputes = 0
  let asOf = ctx.now()
  for await (const refund of ctx.gateway.refundsSince(from)) {
    if (signal.aborted) return
    if (!(await paymentIsOurs(ctx, reconciler, refund.paymentIntent))) continue
    await recordRefunds(ctx, reconciler, refund.paymentIntent, { refunds: [refund], asOf })
    refunds += 1
  }
  asOf = ctx.now()
  for await (const dispute of ctx.gateway.disputesSince(from)) {
    if (signal.aborted) return
    if ((await recordDispute(ctx, reconciler, dispute, asOf)) !== 'foreign') disputes += 1
  }
  ctx.log.info('refunds and disputes compared with the provider', { refunds, disputes })
}

/** Fetches refunds and disputes whose events did not come (M11), and repeats unanswered refunds (N4). */
export const refundJobs = (ctx: PaymentContext): Job[] => [
  {
    name: 'compare refunds',
    everyMs: timeLimits.compareEvery,
    firstAfterMs: 7 * minute,
    limitMs: 30 * minute,
    run: (signal) => compareRefunds(ctx, signal),
  },
  {
    name: 'ask again for refunds',
    everyMs: minute,
    firstAfterMs: minute / 4,
    limitMs: 10 * minute,
    run: (signal) => askAgain(ctx, signal),
  },
]
