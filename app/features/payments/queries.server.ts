import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { paymentStatusOf } from '~/features/orders/rules.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { PaymentStatus } from '~/features/orders/types.ts'
import { isPaid } from './rules.ts'
import type { PaymentGateway } from './stripe.server.ts'

const sessionIdForm = /^cs_[A-Za-z0-9_]{1,63}$/

/**
 * What /success may know of a payment by its session id (S13, S14, M7). While our order is pending the provider is asked,
 * for its event may be late; if it cannot be, or must not be (`gateway` null), the answer is `waiting`.
 */
export const paymentStatus = async (
  db: Kysely<Schema>,
  gateway: Pick<PaymentGateway, 'session'> | null,
  sessionId: string,
): Promise<PaymentStatus> => {
  if (!sessionIdForm.test(sessionId)) return 'unknown'
  const order = await orderBy(db, 'sessionId', sessionId)
  if (order === undefined) return 'unknown'
  if (order.state !== 'pending') return paymentStatusOf(order.state)
  if (gateway === null) return 'waiting'
  const report = await gateway.session(sessionId, timeLimits.look).catch(() => null)
  if (report === null) return 'waiting'
  if (report === undefined || report.status !== 'complete') return 'unpaid'
  return isPaid(report) ? 'paid' : 'waiting'
}
