import type { Insertable, Transaction } from 'kysely'
import type { RefundTable, Schema } from '#db/schema.ts'

/** Of sample orders of a demo, whose payments are there. */
export const putSampleRefunds = async (
  trx: Transaction<Schema>,
  rows: readonly Insertable<RefundTable>[],
): Promise<void> => {
  for (const row of rows) await trx.insertInto('refund').values(row).execute()
}

/** Call it before the payments go. */
export const removeSampleRefunds = async (trx: Transaction<Schema>): Promise<void> => {
  const refunds = trx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .where('orders.source', '=', 'demo')
    .select('refund.id')
  const ids = (await refunds.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await trx.deleteFrom('refundLine').where('refundId', 'in', ids).execute()
  await trx.deleteFrom('refund').where('id', 'in', ids).execute()
}
