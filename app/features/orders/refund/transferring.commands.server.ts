import { changeOrder, noteEvent, orderForAct } from '~/features/orders/commands.server.ts'
import { insertRefund } from '~/features/orders/payment/asked-refunds.commands.server.ts'
import { refundedMail } from '~/features/orders/payment/mails.rules.ts'
import {
  paymentOf,
  paymentsOfOrder,
  refundForMail,
  storedRefundParts,
} from '~/features/orders/payment/refund.queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { actOnce } from '~/server/audit.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { type RefundedAnswer, readAnswer } from './queries.server.ts'
import {
  actAndSend,
  type MoneyRefusal,
  moneyRefusal,
  type OrderForm,
  type RefundContext,
  type Refunded,
  writeRefund,
} from './requesting.commands.server.ts'
import { isStillFailed, leftOf, paymentFor, taxOfRefund } from './rules.ts'

interface TransferForm extends OrderForm {
  /** The failed refund that it replaces. */
  readonly refundId: string
  /** Epoch ms. */
  readonly sentAt: number
  readonly note: string
}

export type TransferRefusal = MoneyRefusal | 'too-much'

/** Records a bank transfer in place of a failed refund, which is then over (N19). */
export const recordTransfer = async (
  ctx: RefundContext,
  actor: DeskActor,
  { requestId, ...form }: TransferForm,
): Promise<Result<RefundedAnswer, TransferRefusal>> =>
  actOnce<RefundedAnswer, TransferRefusal>(
    ctx,
    actor,
    'order.transfer',
    { requestId, content: form },
    readAnswer,
    async (trx) => {
      const refusal = moneyRefusal(actor, ctx)
      if (refusal !== undefined) return refused(refusal)
      const found = await orderForAct(trx, form.number, form.version)
      if (!found.ok) return found
      const order = found.value
      const payments = await paymentsOfOrder(trx, order.id)
      const refunds = payments.flatMap(({ refunds }) => refunds)
      const failed = refunds.find(({ id }) => id === form.refundId)
      const payment = payments.find((each) => each.refunds.some(({ id }) => id === form.refundId))
      if (failed === undefined || payment === undefined || !isStillFailed(payments, failed.id))
        return refused('no-failed-refund')
      if (failed.amount > leftOf(payment)) return refused('too-much')
      const id = ctx.newId()
      const parts = (await storedRefundParts(trx, [failed.id])).map(({ refundId: _of, ...part }) => part)
      const tax = taxOfRefund(payment, failed.amount)
      const words = { reason: failed.reason, note: form.note || null, insteadOf: failed.id, tax }
      const row = { id, requestId, paymentIntent: payment.paymentIntent, amount: failed.amount, parts }
      const askedBy = actor.kind === 'desk' ? actor.name : 'owner'
      await insertRefund(
        trx,
        { ...words, ...row, askedBy, mailsBuyer: form.mailsBuyer },
        'transfer',
        form.sentAt,
      )
      await changeOrder(trx, order.id)
      await noteEvent(trx, ctx, actor, order.id, 'transferred', `${failed.amount}`)
      const mailed = await refundForMail(trx, id)
      if (mailed !== undefined) await enqueueMail(ctx, trx, refundedMail(order, mailed, ctx))
      const answer = { number: order.number, refundIds: [id], amount: failed.amount }
      return ok({
        answer,
        subject: `order:${order.id}`,
        after: { transferred: failed.amount, note: form.note },
      })
    },
  )

interface UnmatchedForm {
  readonly requestId: string
  readonly paymentIntent: string
  readonly note: string
}

export type UnmatchedRefusal = MoneyRefusal | 'nothing-left'

/** Refunds all that is left of money without an order (N19). */
export const giveBackUnmatched = async (
  ctx: RefundContext,
  actor: DeskActor,
  { requestId, ...form }: UnmatchedForm,
): Promise<Result<Refunded, UnmatchedRefusal>> => {
  return actAndSend<UnmatchedRefusal>(
    ctx,
    actor,
    'payment.refund',
    { requestId, content: form },
    async (trx) => {
      const refusal = moneyRefusal(actor, ctx)
      if (refusal !== undefined) return refused(refusal)
      await trx
        .selectFrom('payment')
        .select('paymentIntent')
        .where('paymentIntent', '=', form.paymentIntent)
        .$call(forUpdate(trx))
        .execute()
      const payment = await paymentOf(trx, form.paymentIntent)
      if (payment?.role !== 'unmatched') return refused('not-found')
      const amount = leftOf(payment)
      if (amount === 0) return refused('nothing-left')
      if (!paymentFor([{ ...payment, currency: 'jpy' }], amount).ok) return refused('disputed')
      const parts = [{ part: 'other', position: null, units: 0, amount } as const]
      const words = { reason: null, note: form.note || null, mailsBuyer: false, insteadOf: null }
      const id = await writeRefund(trx, ctx, actor, requestId, payment, parts, words)
      const answer = { number: '', refundIds: [id], amount }
      return ok({ answer, subject: `payment:${form.paymentIntent}`, after: { refunded: amount } })
    },
  )
}
