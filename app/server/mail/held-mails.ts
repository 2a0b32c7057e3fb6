import type { AppTransaction } from '../database/transaction.ts'

/** For a restored shop: waiting mails may have gone out since the backup, so they are given up (D26). Gives their number. */
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
