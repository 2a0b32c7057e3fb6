import { changeOrder, noteEvent, orderForAct } from '~/features/orders/commands.server.ts'
import { orderSubject, refundedFact } from '~/features/orders/facts.rules.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { isUnsettled } from '~/features/orders/standing.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { giveBackPieces } from '~/features/stock/giving-back.commands.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { dropWhatIsOwed } from './commands.server.ts'
import { type OrderForm, type OrderPage, oneLineField, presentMoney, readOrderForm } from './form.server.ts'
import { backLinesOf, leftLines } from './laying-back.rules.ts'
import { cancelledMail } from './mails.rules.ts'
import { refundedAnswer, storedRefundParts } from './queries.server.ts'
import { type MoneyRefusal, type RefundContext, sendRefunds, writeAll } from './requesting.commands.server.ts'
import { cancelRefusal, idsOf, leftOfAll, partsGivenBack } from './rules.ts'
import { moneyRefusals } from './texts.ts'
import type { Refunded } from './types.ts'

interface CancelForm extends OrderForm {
  readonly reason: string
}

/** Of an order that ends with all its money going back. */
export const endFacts = { cancelled: null, refunded: refundedFact, reason: '理由' } as const
type EndFact = keyof typeof endFacts

/** Cancels an unshipped order and refunds each payment (N18). Shipping locks the same row: whoever commits later is refused. */
export const cancelOrder = defineAct({
  name: 'order.cancel',
  words: '注文を取り消しました',
  subject: orderSubject,
  facts: endFacts,
  who: 'owner',
  confirms: true,
  form: async ({
    form,
    at,
    ctx,
  }: Opened<OrderPage, RefundContext>): Promise<Read<CancelForm, 'not-found'>> => {
    const read = await readOrderForm(form, at, ctx)
    return read.ok ? ok({ ...read.value.sent, reason: oneLineField(form, 'reason') }) : read
  },
  refusals: moneyRefusals,
  answer: refundedAnswer,
  present: presentMoney,
  after: sendRefunds,
  run: async (trx, { ctx, actor, form }): Promise<Result<DoneAct<Refunded, EndFact>, MoneyRefusal>> => {
    const found = await orderForAct(trx, form.number, null)
    if (!found.ok) return found
    const order = found.value
    // Before the version: no second press cancels it either.
    const forbids = cancelRefusal(order)
    if (forbids !== undefined) return refused(forbids)
    if (form.version !== null && form.version !== order.version) return refused('stale')
    return endOrder(trx, ctx, actor, form.requestId, order, form)
  },
})

/** The caller holds the order's row. */
export const endOrder = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  requestId: string,
  order: Order,
  { reason, mailsBuyer, back }: Pick<CancelForm, 'reason' | 'mailsBuyer' | 'back'>,
): Promise<Result<DoneAct<Refunded, EndFact>, 'no-payment' | 'disputed'>> => {
  const payments = await paymentsOfOrder(trx, order.id)
  // The buyer's mail would claim that everything is refunded already.
  if (payments.length === 0) return refused('no-payment')
  const amount = leftOfAll(payments)
  const words = { reason: null, note: reason || null, mailsBuyer, insteadOf: null }
  const cancelledAt = ctx.now()
  const given = partsGivenBack(payments, await storedRefundParts(trx, idsOf(payments)))
  const written = await writeAll(trx, ctx, actor, requestId, order, payments, words)
  if (!written.ok) return written
  // Part of all that goes back now.
  await dropWhatIsOwed(trx, { orderId: order.id }, cancelledAt)
  await giveBackPieces(trx, ctx, actor, order.id, backLinesOf(order, leftLines(order, given), back))
  const settled = isUnsettled(order) ? { settledAt: cancelledAt, settledHow: 'given-back' } : {}
  await changeOrder(trx, order.id, { cancelledAt, cancelReason: reason || null, ...settled })
  await noteEvent(trx, ctx, actor, order.id, 'cancelled', reason || null)
  if (amount === 0 && mailsBuyer) await enqueueMail(ctx, trx, cancelledMail({ ...order, cancelledAt }, ctx))
  const answer = { number: order.number, refundIds: written.value, amount }
  return ok({
    answer,
    subject: subjectOf(orderSubject, order.id),
    after: { cancelled: true, refunded: amount, reason },
  })
}
