import { adoptOrder } from '~/features/orders/adoption/commands.server.ts'
import { type PaymentContext, recordPayment } from '~/features/orders/payment/commands.server.ts'
import { belongingOf, isPaid } from '~/features/orders/payment/rules.ts'
import type { SessionReport } from '~/features/orders/payment/types.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { Owner } from '~/kernel/actor.ts'
import { noteRestored, restoredShop } from '~/server/backup/restored-shop.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { changeShopState, shopState } from '~/server/shop-state.ts'
import { nightOf } from './asked.rules.ts'
import { makeAskedBackup, makeNightlyBackup } from './commands.server.ts'

/**
 * Once after a restore: asks the provider for payments since the backup and restores lost orders of this shop (D69) with refunds (D28);
 * disputes follow with the comparison after each start. No buyer is mailed (D26). Stops, to be repeated, if the provider does not answer.
 */
export const takeInSinceBackup = async (
  ctx: PaymentContext,
  actor: Owner,
  signal: AbortSignal,
): Promise<void> => {
  const restored = await restoredShop(ctx.db)
  // A demo's practice payments are lost with it.
  if (restored === null || restored.takenIn !== null || ctx.demo) return
  const from = restored.backupAt - timeLimits.session - timeLimits.clockSkew
  let [orders, unclear] = [0, 0]
  for await (const report of ctx.gateway.sessionsSince(from)) {
    if (signal.aborted) return
    if (!isPaid(report)) continue
    const done = await takeIn(ctx, actor, report)
    if (done === 'made-again') orders += 1
    if (done === 'unclear') unclear += 1
  }
  await noteRestored(ctx.db, { ...restored, takenIn: { at: ctx.now(), orders, unclear } })
  ctx.log.info('what was paid since the backup was taken in', { orders, unclear })
}

const takeIn = async (
  ctx: PaymentContext,
  actor: Owner,
  report: SessionReport,
): Promise<'known' | 'made-again' | 'unclear'> => {
  const { sessionId, orderId } = report
  const shopId = await shopState(ctx.db, 'shop_id')
  const belonging = belongingOf(report, { shopId, siteOrigin: ctx.siteOrigin })
  const known =
    (await orderBy(ctx.db, 'sessionId', sessionId)) ??
    (orderId === null ? undefined : await orderBy(ctx.db, 'id', orderId))
  if (known === undefined && belonging === 'own') {
    const adopted = await adoptOrder(ctx, actor, { sessionId, mailsBuyer: false, requestId: ctx.newId() })
    if (adopted.ok) return adopted.value.isNew ? 'made-again' : 'known'
    const { error } = adopted
    if (typeof error === 'object' && error.why === 'no-answer')
      throw new Error('the provider could not be asked about a session')
  }
  // The owner is told of payments that give no order, as always.
  return (await recordPayment(ctx, actor, report)) === 'unmatched' ? 'unclear' : 'known'
}

const minute = 60_000
const hour = 60 * minute
const second = 1_000
/** The owner restored the shop, so what follows is the owner's act. */
const owner: Owner = { kind: 'owner' }

/** One backup a day from three o'clock, made by a single process (D29) in a child process. */
export const backUpByNight = async (
  ctx: PaymentContext,
  makeBackup: NonNullable<PaymentContext['makeBackup']>,
  signal: AbortSignal,
): Promise<void> => {
  const night = nightOf(ctx.now())
  if (night === null) return
  const isOurs = await inTransaction(ctx, (trx) => changeShopState(trx, 'backup_night', night))
  if (isOurs) await makeNightlyBackup(ctx, makeBackup, signal)
}

export const backupJobs = (ctx: PaymentContext): Job[] => {
  const { makeBackup, makeAskedBackup: makeAsked } = ctx
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
  const asked: Job[] =
    makeAsked === null
      ? []
      : [
          {
            name: 'make backups that were asked for',
            everyMs: 5 * second,
            firstAfterMs: 10 * second,
            limitMs: 6 * hour,
            run: (signal) => makeAskedBackup(ctx, makeAsked, signal),
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
    ...asked,
  ]
}
