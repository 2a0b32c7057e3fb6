import type { Insertable, Transaction } from 'kysely'
import type { DisputeTable, RefundTable, Schema } from '#db/schema.ts'

/** What went back of one sample order of a demo, or may. */
export interface SampleRefunds {
  readonly refunds: readonly Insertable<RefundTable>[]
  readonly disputes: readonly Insertable<DisputeTable>[]
}

/** Of sample orders of a demo, whose payments are there. */
export const putSampleRefunds = async (
  trx: Transaction<Schema>,
  { refunds, disputes }: SampleRefunds,
): Promise<void> => {
  for (const row of refunds) await trx.insertInto('refund').values(row).execute()
  for (const row of disputes) await trx.insertInto('dispute').values(row).execute()
}

/** Call it before the payments go. */
export const removeSampleRefunds = async (trx: Transaction<Schema>): Promise<void> => {
  const payments = trx
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .where('orders.source', '=', 'demo')
    .select('payment.paymentIntent')
  await trx.deleteFrom('dispute').where('paymentIntent', 'in', payments).execute()
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
