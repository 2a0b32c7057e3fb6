import type { AppTransaction } from '../database/transaction.ts'

/** Of a shop that was restored: mails that waited may have gone out since, and are given up with a reason (D26). Gives how many. */
export const holdWaitingMails = async (
  trx: Pick<AppTransaction, 'updateTable'>,
  why: string,
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('mail')
    .set({ state: 'dead', lastError: why })
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
