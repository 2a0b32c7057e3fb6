import type { Insertable, Transaction } from 'kysely'
import type { DisputeTable, PaymentTable, Schema } from '#db/schema.ts'

/** Rows for one sample order of a demo. */
export interface PaymentRows {
  readonly payments: readonly Insertable<PaymentTable>[]
  readonly disputes: readonly Insertable<DisputeTable>[]
}

export const putSamplePayments = async (trx: Transaction<Schema>, rows: PaymentRows): Promise<void> => {
  for (const row of rows.payments) await trx.insertInto('payment').values(row).execute()
  for (const row of rows.disputes) await trx.insertInto('dispute').values(row).execute()
}

/** Call it when the refunds have gone, and before the orders go. */
export const removeSamplePayments = async (trx: Transaction<Schema>): Promise<void> => {
  const payments = trx
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .where('orders.source', '=', 'demo')
    .select('payment.paymentIntent')
  await trx.deleteFrom('dispute').where('paymentIntent', 'in', payments).execute()
  await trx
    .deleteFrom('payment')
    .where('orderId', 'in', trx.selectFrom('orders').where('source', '=', 'demo').select('id'))
    .execute()
}
