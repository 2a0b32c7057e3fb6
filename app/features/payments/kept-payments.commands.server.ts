import type { Transaction } from 'kysely'
import type { PaymentTable, Schema } from '#db/schema.ts'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import type { ProviderEvent, SessionReport } from './types.ts'

/** Notes an event of the provider; false when it was noted before (S8). */
export const isFirst = async (
  trx: Transaction<Schema>,
  { id, type, ...event }: ProviderEvent,
  now: number,
): Promise<boolean> => {
  const sessionId = event.about === 'session' ? event.sessionId : null
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('webhookEvent')
    .values({ id, type, sessionId, receivedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

interface PaymentPlace {
  readonly orderId: string | null
  readonly role: PaymentTable['role']
}

/** Keeps money that came, once (M10): only one without an order gets an order later. */
export const keepPayment = async (
  trx: Transaction<Schema>,
  { now }: Pick<AppContext, 'now'>,
  { sessionId, paymentIntent, amountTotal, currency, livemode }: SessionReport,
  { orderId, role }: PaymentPlace,
): Promise<void> => {
  if (paymentIntent === null) return
  await trx
    .insertInto('payment')
    .values({
      paymentIntent,
      orderId,
      sessionId,
      amount: amountTotal ?? 0,
      currency: currency ?? '',
      livemode: livemode ? 1 : 0,
      receivedAt: now(),
      role,
    })
    .onConflict((conflict) =>
      conflict.column('paymentIntent').doUpdateSet({ orderId, role }).where('payment.role', '=', 'unmatched'),
    )
    .execute()
}

/** Locks the row of a payment, and before it its order's, so that shipping waits or comes first; gives that order. */
export const lockedPayment = async (
  trx: Transaction<Schema>,
  paymentIntent: string,
): Promise<Order | undefined> => {
  const row = () => trx.selectFrom('payment').select('orderId').where('paymentIntent', '=', paymentIntent)
  const { orderId = null } = (await row().executeTakeFirst()) ?? {}
  const order = orderId === null ? undefined : await lockedOrderBy(trx, 'id', orderId)
  await row().$call(forUpdate(trx)).execute()
  return order
}
