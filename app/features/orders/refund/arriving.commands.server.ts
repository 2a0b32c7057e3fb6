import { chainHolding, counts } from '~/features/orders/attempts.rules.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { layBackSurplus } from '~/features/orders/pieces.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { refundsOfUndone, storedRefundParts } from './queries.server.ts'
import { linesOf, refundsIn } from './rules.ts'

/** Of a forgone refund of units that arrives after all: they `stay` in the shop, or their parcel was `sent`. */
export type ForgoneArrived = 'stay' | 'sent' | null

/**
 * A refund that arrives after all while its order waits for its parcel is forgone no more (M52): its units stay in the shop, with the cloth
 * that was claimed for them. The caller's transaction has locked the order.
 */
export const keepWhatArrived = async (
  trx: AppTransaction,
  ctx: Pick<AppContext, 'now' | 'newId'>,
  actor: Actor,
  order: Order,
  refundId: string,
): Promise<ForgoneArrived> => {
  if (order.cancelledAt !== null) return null
  const payments = await paymentsOfOrder(trx, order.id)
  const chain = chainHolding(refundsIn(payments), refundId)
  const parts = linesOf(await storedRefundParts(trx, [refundId]))
  const wasForgone = parts.length > 0 && chain.some(({ forgoneBecause }) => forgoneBecause !== null)
  if (order.shippedAt !== null) return wasForgone ? 'sent' : null
  // Of an exchange that was undone nothing is owed, should it fail once more.
  if (!(await refundsOfUndone(trx, order.id, payments)).has(refundId)) await forgoNoMore(trx, chain, refundId)
  const units = order.lines.map((_, at) =>
    parts.reduce((sum, part) => (part.position === at ? sum + part.units : sum), 0),
  )
  await layBackSurplus(trx, ctx, actor, order, units)
  return wasForgone ? 'stay' : null
}

/**
 * What was forgone, left with its parcel and arrived meanwhile is forgone no more once that parcel is in the shop again (M52): its units are
 * in no later one. The caller's transaction has locked the order.
 */
export const keepWhatArrivedMeanwhile = async (
  trx: AppTransaction,
  order: Pick<Order, 'id'>,
): Promise<void> => {
  const refunds = refundsIn(await paymentsOfOrder(trx, order.id))
  for (const { id } of refunds.filter(({ state }) => counts(state))) {
    const chain = chainHolding(refunds, id)
    if (chain.some(({ forgoneBecause }) => forgoneBecause !== null)) await forgoNoMore(trx, chain, id)
  }
}

const forgoNoMore = async (
  trx: AppTransaction,
  chain: readonly { readonly id: string }[],
  arrived: string,
): Promise<void> => {
  const ids = chain.map(({ id }) => id)
  await trx.updateTable('refund').set({ forgoneBecause: null }).where('id', 'in', ids).execute()
  await trx.updateTable('refund').set({ droppedAt: null }).where('id', '=', arrived).execute()
}

/** Where what arrived after all fails once more, the last refund that was tried in its place is owed again (M54). */
export const oweLastAgain = async (trx: AppTransaction, order: Order, refundId: string): Promise<void> => {
  const payments = await paymentsOfOrder(trx, order.id)
  const last = chainHolding(refundsIn(payments), refundId).at(-1)
  if (last === undefined || last.id === refundId || last.forgoneBecause !== null) return
  if ((await refundsOfUndone(trx, order.id, payments)).has(last.id)) return
  await trx.updateTable('refund').set({ droppedAt: null }).where('id', '=', last.id).execute()
}
