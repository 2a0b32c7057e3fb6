import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { unmatchedPaymentMail } from '~/features/orders/mails.rules.ts'
import { applyTransition } from '~/features/orders/payment.commands.server.ts'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { isPaid, transitionOf } from './rules.ts'
import type { PaymentGateway } from './stripe.server.ts'
import type { PaymentEvent, SessionReport } from './types.ts'

export interface PaymentContext extends AppContext {
  readonly gateway: PaymentGateway
}

/** `unmatched` is money without an order; `foreign` a session of another shop on the same account. */
type PaymentOutcome = 'repeated' | 'moved' | 'review' | 'nothing' | 'unmatched' | 'foreign'

/** Event id, order state and mails in one transaction (M3-M6, S8); `report` is fetched anew. Repeated, it changes nothing. */
export const recordPayment = async (
  ctx: PaymentContext,
  actor: Actor,
  report: SessionReport,
  event: PaymentEvent | null = null,
): Promise<PaymentOutcome> =>
  inTransaction(ctx.db, async (trx) => {
    if (event !== null && !(await isFirst(trx, event, ctx.now()))) return 'repeated'
    const order = await lockedOrderOf(trx, report)
    if (order === undefined) return withoutOrder(trx, ctx, report)
    const transition = transitionOf(order, report, {
      paymentFailed: event?.paymentFailed ?? false,
      livemode: ctx.gateway.livemode,
    })
    if (transition.kind !== 'nothing') {
      const isNew = await applyTransition(trx, ctx, actor, order, report, transition)
      return isNew ? (transition.kind === 'move' ? 'moved' : 'review') : 'nothing'
    }
    const { number, state } = order
    if (transition.why === 'too late')
      ctx.log.info('news of a payment came too late', { order: number, state, status: report.status })
    return 'nothing'
  })

const isFirst = async (trx: Transaction<Schema>, event: PaymentEvent, now: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('webhookEvent')
    .values({ id: event.id, type: event.type, sessionId: event.sessionId, receivedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** By the session that was stored, else by the order named in the session: a crash may have come before the store. */
const lockedOrderOf = async (trx: Transaction<Schema>, report: SessionReport): Promise<Order | undefined> =>
  (await lockedOrderBy(trx, 'sessionId', report.sessionId)) ??
  (report.orderId === null ? undefined : await lockedOrderBy(trx, 'id', report.orderId))

/** A paid session without an order is mailed to the owner once. */
const withoutOrder = async (
  trx: Transaction<Schema>,
  ctx: PaymentContext,
  report: SessionReport,
): Promise<PaymentOutcome> => {
  if (!isPaid(report)) return 'foreign'
  ctx.log.error('a paid session has no order', { session: report.sessionId, alarm: true })
  await enqueueMail(ctx, trx, unmatchedPaymentMail(report, ctx))
  return 'unmatched'
}
