import type { Insertable, Transaction } from 'kysely'
import type { DisputeTable, PaymentTable, RefundTable, Schema } from '#db/schema.ts'

/** Rows for one sample order of a demo. */
export interface MoneyRows {
  readonly payments: readonly Insertable<PaymentTable>[]
  readonly refunds: readonly Insertable<RefundTable>[]
  readonly disputes: readonly Insertable<DisputeTable>[]
}

export const putSampleMoney = async (trx: Transaction<Schema>, rows: MoneyRows): Promise<void> => {
  for (const row of rows.payments) await trx.insertInto('payment').values(row).execute()
  for (const row of rows.refunds) await trx.insertInto('refund').values(row).execute()
  for (const row of rows.disputes) await trx.insertInto('dispute').values(row).execute()
}

/** Call it before the orders go. */
export const removeSampleMoney = async (trx: Transaction<Schema>): Promise<void> => {
  const payments = trx
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .where('orders.source', '=', 'demo')
    .select('payment.paymentIntent')
  const refunds = trx.selectFrom('refund').where('paymentIntent', 'in', payments).select('id')
  await trx.deleteFrom('refundLine').where('refundId', 'in', refunds).execute()
  await trx.deleteFrom('refund').where('paymentIntent', 'in', payments).execute()
  await trx.deleteFrom('dispute').where('paymentIntent', 'in', payments).execute()
  await trx
    .deleteFrom('payment')
    .where('orderId', 'in', trx.selectFrom('orders').where('source', '=', 'demo').select('id'))
    .execute()
}
