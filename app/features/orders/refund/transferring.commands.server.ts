import { changeOrder, noteEvent, orderForAct } from '~/features/orders/commands.server.ts'
import { paymentOf, paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { sumFact } from '~/kernel/facts.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { type Doing, type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { orderSubject, refundedFact } from '../facts.rules.ts'
import { dropWhatIsOwed, insertRefund } from './commands.server.ts'
import {
  type OrderForm,
  type OrderPage,
  oneLineField,
  presentMoney,
  readOrderForm,
  readSentDay,
} from './form.server.ts'
import { refundedMail } from './mails.rules.ts'
import { refundedAnswer, refundForMail, storedRefundParts } from './queries.server.ts'
import {
  type MoneyRefusal,
  type RefundContext,
  sendRefunds,
  writeRefund,
} from './requesting.commands.server.ts'
import { isStillFailed, leftOf, paymentFor, taxOfRefund } from './rules.ts'
import { moneyRefusals } from './texts.ts'
import type { Refunded } from './types.ts'

interface TransferForm extends OrderForm {
  /** The failed refund that it replaces. */
  readonly refundId: string
  /** Epoch ms. */
  readonly sentAt: number
  readonly note: string
}

/** Records a bank transfer in place of a failed refund, which is then over (N19). */
export const recordTransfer = defineAct({
  name: 'order.transfer',
  words: '振込で返したことを記録しました',
  subject: orderSubject,
  facts: { transferred: sumFact('振込で返した金額'), note: 'メモ' },
  who: 'owner',
  confirms: true,
  form: async ({ form, at, ctx }: Opened<OrderPage>): Promise<Read<TransferForm, 'not-found'>> => {
    const read = await readOrderForm(form, at, ctx)
    if (!read.ok) return read
    const sentAt = readSentDay(form, ctx.now())
    if (!sentAt.ok) return sentAt
    const [refundId, note] = [oneLineField(form, 'refundId'), oneLineField(form, 'note')]
    return ok({ ...read.value.sent, refundId, sentAt: sentAt.value, note })
  },
  refusals: moneyRefusals,
  answer: refundedAnswer,
  present: presentMoney,
  run: async (trx, { ctx, actor, form }) => {
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
    const row = {
      id,
      requestId: form.requestId,
      paymentIntent: payment.paymentIntent,
      amount: failed.amount,
      parts,
    }
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
      subject: subjectOf(orderSubject, order.id),
      after: { transferred: failed.amount, note: form.note },
    })
  },
})

interface UnmatchedForm {
  readonly paymentIntent: string
  readonly note: string
}

/** Its id is the provider's, which says nothing to her. */
const paymentSubject = { kind: 'payment', name: '注文のない支払い', idText: () => '' }

/** Refunds all that is left of money without an order (N19). */
export const giveBackUnmatched = defineAct({
  name: 'payment.refund',
  words: '注文のない支払いを返金しました',
  subject: paymentSubject,
  facts: { refunded: refundedFact },
  who: 'owner',
  confirms: true,
  form: ({ form }: Opened<object>): Read<UnmatchedForm> =>
    ok({ paymentIntent: oneLineField(form, 'payment'), note: '' }),
  refusals: moneyRefusals,
  answer: refundedAnswer,
  after: sendRefunds,
  run: async (
    trx,
    { ctx, actor, form }: Doing<UnmatchedForm, RefundContext>,
  ): Promise<Result<DoneAct<Refunded, 'refunded'>, MoneyRefusal | 'nothing-left'>> => {
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
    const id = await writeRefund(trx, ctx, actor, form.requestId, payment, parts, words)
    await dropWhatIsOwed(trx, { paymentIntent: payment.paymentIntent }, ctx.now())
    const answer = { number: '', refundIds: [id], amount }
    return ok({ answer, subject: subjectOf(paymentSubject, form.paymentIntent), after: { refunded: amount } })
  },
})
