import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { disputePhase, refundsThatCount } from '~/features/orders/money.rules.ts'
import { paymentsWithoutOrder } from '~/features/orders/payment/refund.queries.server.ts'
import { leftOf } from '~/features/orders/refund/rules.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import type { AppContext } from '~/server/app-context.ts'

/** Ignores practice payments of a former demo (S11). */
const practised = (demo: boolean) =>
  sql<boolean>`coalesce((select practice from orders where orders.id = payment.order_id), ${demo ? 1 : 0}) = ${demo ? 1 : 0}`

export interface UndecidedDispute {
  readonly id: string
  /** Epoch ms; null if the shop cannot answer. */
  readonly dueBy: number | null
}

/** The first due comes first. */
export const undecidedDisputes = async ({
  db,
  demo,
}: Pick<AppContext, 'db' | 'demo'>): Promise<readonly UndecidedDispute[]> => {
  const rows = await db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.paymentIntent', 'dispute.paymentIntent')
    .select(['dispute.id', 'dispute.dueBy', 'dispute.status'])
    .where('dispute.closedAt', 'is', null)
    .where('dispute.status', 'not in', ['won', 'lost', 'prevented', 'warning_closed'])
    .where(practised(demo))
    .orderBy(sql`coalesce(due_by, 9e15)`)
    .orderBy('dispute.id')
    .limit(mostCounted)
    .execute()
  return rows.filter(({ status }) => ['question', 'open'].includes(disputePhase(status)))
}

/** Failed refunds whose money has not gone back in another way. */
export const failedRefunds = ({
  db,
  demo,
}: Pick<AppContext, 'db' | 'demo'>): Promise<Array<{ id: string }>> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select('refund.id')
    .where('refund.state', '=', 'failed')
    .where(practised(demo))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refund as later')
            .select('later.id')
            .whereRef('later.insteadOf', '=', 'refund.id')
            .where('later.state', 'in', [...refundsThatCount]),
        ),
      ),
    )
    .orderBy('refund.askedAt', 'desc')
    .orderBy('refund.id')
    .limit(mostCounted)
    .execute()

/** Longer than any pause of the provider: a key without the right to refund never gets another answer. */
const answerIsLateMs = 3_600_000

export const unansweredRefunds = ({
  db,
  demo,
  now,
}: Pick<AppContext, 'db' | 'demo' | 'now'>): Promise<Array<{ id: string }>> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select('refund.id')
    .where('refund.state', '=', 'asked')
    .where('refund.askedAt', '<=', now() - answerIsLateMs)
    .where(practised(demo))
    .orderBy('refund.askedAt')
    .orderBy('refund.id')
    .limit(mostCounted)
    .execute()

/** Payments without an order that are not fully given back. */
export const paymentsToGiveBack = async (
  db: Kysely<Schema>,
): Promise<Array<{ readonly paymentIntent: string }>> =>
  (await paymentsWithoutOrder(db)).filter((payment) => leftOf(payment) > 0)
