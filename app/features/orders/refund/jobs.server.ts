import { askAgain } from '~/features/orders/payment/asked-refunds.commands.server.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { readFees } from '~/features/orders/payment/kept-payments.commands.server.ts'
import type { Job } from '~/server/jobs.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Repeats unanswered refunds (N4), and fetches fees of new payments. */
export const refundJobs = (ctx: PaymentContext): Job[] => [
  {
    name: 'ask again for refunds',
    everyMs: minute,
    firstAfterMs: minute / 4,
    limitMs: 10 * minute,
    run: (signal) => askAgain(ctx, signal),
  },
  {
    name: 'read fees',
    everyMs: day,
    firstAfterMs: 9 * minute,
    limitMs: 30 * minute,
    run: (signal) => readFees(ctx, signal),
  },
]
