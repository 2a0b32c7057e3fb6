import { changeOrder, noteEvent, orderForAct } from '~/features/orders/commands.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { acceptPayment } from '~/features/orders/payment.commands.server.ts'
import { isUnsettled } from '~/features/orders/standing.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { releaseClaims } from '~/features/stock/releasing.commands.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { orderSubject, reviewFact } from '../facts.rules.ts'
import { endFacts, endOrder } from './cancelling.commands.server.ts'
import { dropWhatIsOwed } from './commands.server.ts'
import { type OrderForm, type OrderPage, oneLineField, presentMoney, readOrderForm } from './form.server.ts'
import { refundedAnswer } from './queries.server.ts'
import { type MoneyRefusal, type RefundContext, sendRefunds, writeAll } from './requesting.commands.server.ts'
import { leftOf, leftOfAll } from './rules.ts'
import { givesBack, type Settlement, settlements, settlementsOf } from './settling.rules.ts'
import { moneyRefusals, settledFact } from './texts.ts'
import type { Refunded } from './types.ts'

interface SettleForm extends OrderForm {
  readonly how: Settlement
  readonly note: string
}

type SettleFact = 'cancelled' | 'refunded' | 'reason' | 'settled' | 'note' | 'reviewReason'

export type SettleRefusal = MoneyRefusal | 'nothing-left' | 'nothing-open' | 'wrong-end' | 'note-missing'

/** Ends the review of an order (N21), which removes its ★. */
export const settleOrder = defineAct({
  name: 'order.settle',
  words: '確認を片づけました',
  subject: orderSubject,
  facts: { ...endFacts, settled: settledFact, note: 'メモ', reviewReason: reviewFact },
  who: 'owner',
  confirms: ({ how }) => givesBack(how),
  form: async ({
    form,
    at,
    ctx,
  }: Opened<OrderPage, RefundContext>): Promise<Read<SettleForm, 'not-found' | 'wrong-end'>> => {
    const read = await readOrderForm(form, at, ctx)
    if (!read.ok) return read
    const how = settlements.find((each) => each === oneLineField(form, 'how'))
    if (how === undefined) return refused('wrong-end')
    return ok({ ...read.value.sent, how, note: oneLineField(form, 'note') })
  },
  refusals: moneyRefusals,
  answer: refundedAnswer,
  present: presentMoney,
  after: sendRefunds,
  run: async (trx, { ctx, actor, form }): Promise<Result<DoneAct<Refunded, SettleFact>, SettleRefusal>> => {
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const order = found.value
    if (!isUnsettled(order)) return refused('nothing-open')
    if (!settlementsOf(order).includes(form.how)) return refused('wrong-end')
    if (form.how === 'checked' && form.note === '') return refused('note-missing')
    return settle(trx, ctx, actor, form.requestId, order, form)
  },
})

/** The reason of the first payment, before the second one came. */
const reasonOfFirst = async (trx: AppTransaction, orderId: string): Promise<string> => {
  const noted = await trx
    .selectFrom('orderEvent')
    .select('detail')
    .where('orderId', '=', orderId)
    .where('what', '=', 'needs_review')
    .where('detail', 'not like', 'paid-twice %')
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return noted?.detail?.split(' ')[0] ?? 'amount'
}

const settle = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  requestId: string,
  order: Order,
  { how, note, mailsBuyer }: SettleForm,
): Promise<Result<DoneAct<Refunded, SettleFact>, SettleRefusal>> => {
  if (how === 'given-back') {
    if (order.shippedAt !== null) return refused('shipped')
    const ended = await endOrder(trx, ctx, actor, requestId, order, { reason: note, mailsBuyer })
    if (ended.ok) await noteEvent(trx, ctx, actor, order.id, 'settled', how)
    return ended
  }
  const payments = await paymentsOfOrder(trx, order.id)
  const seconds = payments.filter(({ role }) => role === 'second')
  const amount = how === 'second-given-back' ? leftOfAll(seconds) : 0
  let refundIds: readonly string[] = []
  if (how === 'second-given-back') {
    const words = {
      reason: 'お支払いが二つありましたので、一つをお返しします。',
      note: note || null,
      mailsBuyer,
    }
    const written = await writeAll(trx, ctx, actor, requestId, order, seconds, { ...words, insteadOf: null })
    if (!written.ok) return written
    refundIds = written.value
    await dropWhatIsOwed(trx, { orderId: order.id }, ctx.now())
  }
  let lacksPiece = false
  if (how === 'accepted' || how === 'piece-found') {
    const first = payments.find(({ role }) => role === 'first')
    if (first === undefined || first.currency !== 'jpy') return refused('currency')
    if (leftOf(first) === 0) return refused('nothing-left')
    const isThere = await acceptPayment(trx, ctx, actor, order, how === 'accepted' ? first.amount : null)
    // The owner has found cloth where none was counted.
    lacksPiece = how === 'accepted' && !isThere
  }
  const isOver = how !== 'second-given-back' || order.state !== 'needs_review'
  // I6: nothing is left of an unshipped order, even if this refund fails later.
  const ends = amount > 0 && isOver && order.shippedAt === null && leftOfAll(payments) === amount
  const cancelled = ends && order.cancelledAt === null ? { cancelledAt: ctx.now() } : {}
  await changeOrder(
    trx,
    order.id,
    lacksPiece
      ? { reviewReason: 'sold-out', settledAt: null, settledHow: null }
      : isOver
        ? { settledAt: ctx.now(), settledHow: how, ...cancelled }
        : { reviewReason: await reasonOfFirst(trx, order.id), settledAt: null, settledHow: null },
  )
  // Neither accepted as paid nor refunded, such as a practice payment: nothing is sent.
  const isVoid = order.state === 'needs_review' && (how === 'practice' || how === 'checked')
  if (isVoid || (ends && order.cancelledAt === null)) await releaseClaims(trx, ctx, actor, order.id)
  await noteEvent(trx, ctx, actor, order.id, 'settled', note === '' ? how : `${how} ${note}`)
  const answer = {
    number: order.number,
    refundIds: [...refundIds],
    amount,
  }
  const before = { reviewReason: order.reviewReason }
  return ok({ answer, subject: subjectOf(orderSubject, order.id), before, after: { settled: how, note } })
}
