import type { Insertable, Transaction } from 'kysely'
import type { PaymentTable, Schema } from '#db/schema.ts'

/** Of sample orders of a demo, which are there. */
export const putSamplePayments = async (
  trx: Transaction<Schema>,
  rows: readonly Insertable<PaymentTable>[],
): Promise<void> => {
  for (const row of rows) await trx.insertInto('payment').values(row).execute()
}

/** Call it when the refunds and disputes have gone, and before the orders go. */
export const removeSamplePayments = async (trx: Transaction<Schema>): Promise<void> => {
  await trx
    .deleteFrom('payment')
    .where('orderId', 'in', trx.selectFrom('orders').where('source', '=', 'demo').select('id'))
    .execute()
}
