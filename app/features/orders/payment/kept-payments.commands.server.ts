import type { Transaction } from 'kysely'
import type { PaymentTable, Schema } from '#db/schema.ts'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { errorFields } from '~/server/log.ts'
import type { PaymentGateway } from './stripe.server.ts'
import type { ProviderEvent, SessionReport } from './types.ts'

/** Stores an event's id; false when it is already there (S8). */
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

/** Stores a payment once (M10); it can only change from no order to one. */
export const keepPayment = async (
  trx: Transaction<Schema>,
  { now }: Pick<AppContext, 'now'>,
  {
    sessionId,
    paymentIntent,
    amountTotal,
    currency,
    livemode,
  }: Pick<SessionReport, 'sessionId' | 'paymentIntent' | 'amountTotal' | 'currency' | 'livemode'>,
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

/** Locks the order before the payment, so that shipping comes first or waits; returns the order. */
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

const mostFees = 200

/** Fetches unknown fees, newest payments first, each at most once a day. */
export const readFees = async (
  ctx: AppContext & { readonly gateway: Pick<PaymentGateway, 'feeOf' | 'livemode'> },
  signal: AbortSignal,
): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('payment')
    .select('paymentIntent')
    .where('fee', 'is', null)
    .where('livemode', '=', ctx.gateway.livemode ? 1 : 0)
    .orderBy('receivedAt', 'desc')
    .orderBy('paymentIntent')
    .limit(mostFees)
    .execute()
  for (const { paymentIntent } of rows) {
    if (signal.aborted) return
    const booked = await ctx.gateway.feeOf(paymentIntent).catch((error) => {
      ctx.log.warn('the fee of a payment could not be read', {
        payment: paymentIntent,
        ...errorFields(error),
      })
    })
    if (!booked) continue
    await ctx.db
      .updateTable('payment')
      .set({ fee: booked.fee, net: booked.net })
      .where('paymentIntent', '=', paymentIntent)
      .execute()
  }
}
