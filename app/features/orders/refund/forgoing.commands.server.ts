import { changeOrder, noteEvent, orderForAct } from '~/features/orders/commands.server.ts'
import { orderSubject } from '~/features/orders/facts.rules.ts'
import { shippingRecordedAt, unitsTaken } from '~/features/orders/money.queries.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { forgetTicks } from '~/features/orders/ticks.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import { claimAgain } from '~/features/stock/claims.commands.server.ts'
import { lockStock } from '~/features/stock/queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { sumFact } from '~/kernel/facts.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { dropRefunds } from './commands.server.ts'
import { type OrderForm, type OrderPage, oneLineField, presentMoney, readOrderForm } from './form.server.ts'
import { refundedAnswer, storedRefundParts } from './queries.server.ts'
import { attemptsOf, isStillFailed, linesOf, type RefundPart } from './rules.ts'
import { moneyRefusals } from './texts.ts'

interface ForgoForm extends OrderForm {
  /** The refund that failed or was called off. */
  readonly refundId: string
  /** Why nothing is owed for it, for the shop alone. */
  readonly because: string
}

/**
 * Ends that a refund which failed or was called off is owed, for a reason that the owner gives (M50). The units that it was for go into the
 * parcel again with their cloth; refused where the buyer would get neither them nor the money.
 */
export const forgoRefund = defineAct({
  name: 'order.refund-forgone',
  words: '返金しないことにしました',
  subject: orderSubject,
  facts: { forgone: sumFact('返さない金額'), because: '理由' },
  who: 'owner',
  confirms: true,
  form: async ({
    form,
    at,
    ctx,
  }: Opened<OrderPage>): Promise<Read<ForgoForm, 'not-found' | 'because-missing'>> => {
    const read = await readOrderForm(form, at, ctx)
    if (!read.ok) return read
    const [refundId, because] = [oneLineField(form, 'refundId'), oneLineField(form, 'because')]
    return because === '' ? refused('because-missing') : ok({ ...read.value.sent, refundId, because })
  },
  refusals: moneyRefusals,
  answer: refundedAnswer,
  present: presentMoney,
  run: async (trx, { ctx, actor, form }) => {
    if (form.because === '') return refused('because-missing')
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const order = found.value
    const payments = await paymentsOfOrder(trx, order.id)
    const failed = payments.flatMap(({ refunds }) => refunds).find(({ id }) => id === form.refundId)
    if (failed === undefined || !isStillFailed(payments, failed.id)) return refused('no-failed-refund')
    const begun = payments.flatMap(({ role, refunds }) =>
      refunds.flatMap(({ id, askedAt }) =>
        attemptsOf(payments, id).includes(failed) ? [{ role, id, askedAt }] : [],
      ),
    )
    if (order.cancelledAt !== null || begun.some(({ role }) => role !== 'first'))
      return refused('must-go-back')
    const left = await shippingRecordedAt(trx, order)
    const ids = begun.map(({ id }) => id)
    const before = begun.flatMap(({ id, askedAt }) => (left !== null && askedAt < left ? id : []))
    const parts = linesOf(await storedRefundParts(trx, ids))
    if (parts.some(({ refundId }) => before.includes(refundId))) return refused('left-without')
    const ofOrder = trx.selectFrom('orderReturn').select('id').where('orderId', '=', order.id)
    const returned = ofOrder.where('refundId', 'in', ids)
    if ((await returned.executeTakeFirst()) !== undefined) return refused('came-back')
    await dropRefunds(trx, [failed.id], ctx.now(), form.because)
    if (left === null) {
      const missing = await packAgain(trx, ctx, actor, order, parts)
      if (missing !== undefined) return refused(missing)
    }
    await changeOrder(trx, order.id)
    await noteEvent(trx, ctx, actor, order.id, 'refund forgone', `${failed.amount}`)
    return ok({
      answer: { number: order.number, refundIds: [failed.id], amount: failed.amount },
      subject: subjectOf(orderSubject, order.id),
      after: { forgone: failed.amount, because: form.because },
    })
  },
})

/** The lines of these parts are packed with all units that do not stay in the shop, cut anew; their refund is not owed any more. */
const packAgain = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  order: Order,
  parts: readonly RefundPart[],
): Promise<'no-piece' | 'rest-cut' | undefined> => {
  const taken = await unitsTaken(trx, [order.id])
  const lines = order.lines.flatMap(({ number, quantity }, position) => {
    const units = quantity - (taken.get(`${order.id} ${position}`) ?? 0)
    return units > 0 && parts.some((part) => part.position === position) ? [{ number, position, units }] : []
  })
  const counted = await lockStock(
    trx,
    lines.map(({ number }) => number),
  )
  for (const line of lines) {
    const missing = await claimAgain(trx, ctx, actor, order.id, line, counted)
    if (missing !== undefined) return missing
    await forgetTicks(trx, order.id, line.position)
  }
  return undefined
}
