import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import type { Owner } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { changeShopState } from '~/server/shop-state.ts'
import { takeInSinceBackup } from './taking-in.commands.server.ts'

const minute = 60_000
const hour = 60 * minute
/** In Tokyo, when hardly anybody shops. */
const beginsAt = 3

/** The owner restored the shop, so what follows is the owner's act. */
const owner: Owner = { kind: 'owner' }

/** One backup a day from three o'clock, made by a single process (D29) in a child process. */
export const backUpByNight = async (
  ctx: PaymentContext,
  makeBackup: NonNullable<PaymentContext['makeBackup']>,
  signal: AbortSignal,
): Promise<void> => {
  const night = machineDate(ctx.now() - beginsAt * hour)
  if (night === null) return
  const isOurs = await inTransaction(ctx, (trx) => changeShopState(trx, 'backup_night', night))
  if (isOurs) await makeBackup(signal)
}

export const backupJobs = (ctx: PaymentContext): Job[] => {
  const { makeBackup } = ctx
  const nightly: Job[] =
    makeBackup === null
      ? []
      : [
          {
            name: 'make nightly backups',
            everyMs: 10 * minute,
            firstAfterMs: 3 * minute,
            limitMs: 6 * hour,
            run: (signal) => backUpByNight(ctx, makeBackup, signal),
          },
        ]
  return [
    {
      name: 'take in payments after a restore',
      everyMs: 10 * minute,
      firstAfterMs: 5_000,
      limitMs: 30 * minute,
      run: (signal) => takeInSinceBackup(ctx, owner, signal),
    },
    ...nightly,
  ]
}
