import type { Insertable } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'

/** What is ticked already stays as it is; the caller has locked the orders. */
export const putTicks = async (
  trx: AppTransaction,
  ticks: readonly Insertable<Schema['packingTick']>[],
): Promise<void> => {
  if (ticks.length === 0) return
  await trx
    .insertInto('packingTick')
    .values(ticks)
    .onConflict((conflict) => conflict.columns(['orderId', 'position', 'step']).doNothing())
    .execute()
}

type Step = Schema['packingTick']['step']

/** Of one step, at these lines; the caller has locked the order. */
export const takeTicks = (trx: AppTransaction, orderId: string, step: Step, positions: readonly number[]) =>
  trx
    .deleteFrom('packingTick')
    .where('orderId', '=', orderId)
    .where('step', '=', step)
    .where('position', 'in', positions)
    .execute()

/** A line of which nothing is left has no cut piece any more; the caller has locked its order. */
export const forgetCutTick = (trx: AppTransaction, orderId: string, position: number): Promise<unknown> =>
  takeTicks(trx, orderId, 'cut', [position])

/** A line that gets more units is cut and packed anew; the caller has locked the order. */
export const forgetTicks = (trx: AppTransaction, orderId: string, position: number): Promise<unknown> =>
  trx.deleteFrom('packingTick').where('orderId', '=', orderId).where('position', '=', position).execute()

/** Whoever has a parcel in the box again packs it anew; what was cut stays cut (K13). The caller has locked the order. */
export const forgetPacked = (trx: AppTransaction, orderId: string): Promise<unknown> =>
  trx.deleteFrom('packingTick').where('orderId', '=', orderId).where('step', '=', 'packed').execute()

/** Of orders about to be deleted, at most some hundreds. */
export const forgetTicksOf = (trx: AppTransaction, orderIds: readonly string[]): Promise<unknown> =>
  trx.deleteFrom('packingTick').where('orderId', 'in', orderIds).execute()
