import { partsStaying } from '~/features/orders/attempts.rules.ts'
import { changeOrder, noteEvent, orderForAct, writeReturn } from '~/features/orders/commands.server.ts'
import { orderSubject, refundedFact } from '~/features/orders/facts.rules.ts'
import { shippingsOf } from '~/features/orders/money.queries.server.ts'
import type { OwnerContext } from '~/features/orders/payment/commands.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import type { KeptPayment } from '~/features/orders/payment/types.ts'
import type { Order } from '~/features/orders/types.ts'
import { giveBackPieces } from '~/features/stock/giving-back.commands.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { askProvider, dropWhatIsOwed, insertRefund } from './commands.server.ts'
import {
  faultsShown,
  type OrderForm,
  type OrderPage,
  oneLineField,
  presentMoney,
  readOrderForm,
  readWanted,
} from './form.server.ts'
import { backLinesOf, leftLines, linesToLayBack } from './laying-back.rules.ts'
import { refundedAnswer, statesOf, storedRefundParts } from './queries.server.ts'
import {
  allParts,
  idsOf,
  isStillFailed,
  leftOf,
  leftOfAll,
  type NewPart,
  type PartRefusal,
  partsGivenBack,
  partsLeft,
  paymentFor,
  refundParts,
  refundsIn,
  taxOfRefund,
  totalOf,
  unitsTriedAgain,
  type WantedRefund,
} from './rules.ts'
import { moneyRefusals, partsTold } from './texts.ts'
import type { Refunded } from './types.ts'

/** Without a gateway, as beside a demo, the open shop asks within two minutes. */
export type RefundContext = OwnerContext

export type MoneyRefusal =
  | 'not-found'
  | 'stale'
  | 'unpaid'
  | 'other-mode'
  | 'no-payment'
  | 'disputed'
  | 'currency'
  | 'no-failed-refund'
  | 'no-return'
  | 'shipped'
  | 'cancelled'

/** Asks the provider after the commit; a job repeats what stays unanswered (N4). */
export const sendRefunds = async (
  ctx: RefundContext,
  actor: DeskActor,
  answer: Refunded,
): Promise<Refunded> => {
  const { gateway } = ctx
  if (gateway !== undefined)
    for (const id of answer.refundIds)
      await askProvider({ ...ctx, gateway }, actor, id, false).catch((error) =>
        ctx.log.error('a refund waits to be asked for again', { refund: id, reason: String(error) }),
      )
  return { ...answer, state: await statesOf(ctx.db, answer.refundIds) }
}

interface RefundWords {
  readonly reason: string | null
  readonly note: string | null
  readonly mailsBuyer: boolean
  readonly insteadOf: string | null
}

/** The caller's transaction holds the order; gives the refund's id. */
export const writeRefund = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  requestId: string,
  payment: KeptPayment,
  parts: readonly NewPart[],
  words: RefundWords,
): Promise<string> => {
  const id = ctx.newId()
  const amount = totalOf(parts)
  const askedBy = actor.kind === 'desk' ? actor.name : 'owner'
  await insertRefund(
    trx,
    {
      ...words,
      id,
      requestId,
      paymentIntent: payment.paymentIntent,
      amount,
      askedBy,
      tax: taxOfRefund(payment, amount),
      parts,
    },
    'provider',
    ctx.now(),
  )
  return id
}

/** One refund for each payment that is not disputed. */
export const writeAll = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  requestId: string,
  order: Order,
  payments: readonly KeptPayment[],
  words: RefundWords,
): Promise<Result<string[], 'disputed'>> => {
  const left = payments.filter((payment) => leftOf(payment) > 0)
  for (const payment of left)
    if (!paymentFor([{ ...payment, currency: 'jpy' }], 1).ok) return refused('disputed')
  const ids: string[] = []
  for (const [at, payment] of left.entries()) {
    const given = partsGivenBack(payments, await storedRefundParts(trx, idsOf(payments)))
    const isOrders = payment.role === 'first' && payment.currency === 'jpy'
    const parts = isOrders
      ? allParts(order, given, leftOf(payment))
      : [{ part: 'other', position: null, units: 0, amount: leftOf(payment) } as const]
    const key = at === 0 ? requestId : `${requestId} ${at + 1}`
    const id = await writeRefund(trx, ctx, actor, key, payment, parts, words)
    await noteEvent(trx, ctx, actor, order.id, 'refund asked', `${totalOf(parts)}`)
    ids.push(id)
  }
  return ok(ids)
}

interface RefundForm extends OrderForm {
  readonly wanted: WantedRefund
  /** The failed refund that it replaces. */
  readonly insteadOf: string | null
  readonly note: string | null
  readonly returnId: string | null
}

/** Refuses refunds and returns that another form has dealt with meanwhile (N19). */
const misnamedIn = async (
  trx: AppTransaction,
  orderId: string,
  payments: readonly KeptPayment[],
  { insteadOf, returnId }: Pick<RefundForm, 'insteadOf' | 'returnId'>,
): Promise<'no-failed-refund' | 'no-return' | undefined> => {
  if (insteadOf !== null && !isStillFailed(payments, insteadOf)) return 'no-failed-refund'
  if (returnId === null) return undefined
  const arrived = trx.selectFrom('orderReturn').select('id').where('arrivedAt', 'is not', null)
  const waiting = arrived.where('refundId', 'is', null)
  const named = waiting.where('id', '=', returnId).where('orderId', '=', orderId)
  return (await named.executeTakeFirst()) === undefined ? 'no-return' : undefined
}

/**
 * Refunds a part of an order's money (N18): writes the row, then asks the provider (N4). Cancels an unshipped order of which nothing
 * is left (I6).
 */
export const requestRefund = defineAct({
  name: 'order.refund',
  words: '返金しました',
  subject: orderSubject,
  facts: { refunded: refundedFact, parts: null },
  who: 'owner',
  confirms: true,
  form: async ({
    form,
    at,
    ctx,
  }: Opened<OrderPage, RefundContext>): Promise<Read<RefundForm, 'not-found'>> => {
    const read = await readOrderForm(form, at, ctx)
    if (!read.ok) return read
    const { sent, sheet } = read.value
    const wanted = readWanted(form, sheet.lines.length)
    const faults = faultsShown(sent, sheet, wanted)
    if (Object.keys(faults).length > 0) return refused(faults)
    return ok({
      ...sent,
      wanted,
      insteadOf: oneLineField(form, 'insteadOf') || null,
      returnId: oneLineField(form, 'returnId') || null,
      note: null,
    })
  },
  refusals: moneyRefusals,
  told: partsTold,
  answer: refundedAnswer,
  present: presentMoney,
  after: sendRefunds,
  run: async (
    trx,
    { ctx, actor, form },
  ): Promise<Result<DoneAct<Refunded, 'refunded' | 'parts'>, MoneyRefusal | readonly PartRefusal[]>> => {
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const order = found.value
    const isSoldOut = order.state === 'needs_review' && order.reviewReason === 'sold-out'
    if (order.state !== 'paid' && order.cancelledAt === null && !isSoldOut) return refused('unpaid')
    const payments = await paymentsOfOrder(trx, order.id)
    const misnamed = await misnamedIn(trx, order.id, payments, form)
    if (misnamed !== undefined) return refused(misnamed)
    const stored = await storedRefundParts(trx, idsOf(payments))
    const shippings = (await shippingsOf(trx, [order.id])).get(order.id)
    const given = partsStaying(refundsIn(payments), stored, shippings, form.insteadOf)
    const most = { ...partsLeft(order, given), least: unitsTriedAgain(order, stored, form.insteadOf) }
    const inYen = payments.filter(({ currency }) => currency === 'jpy')
    const left = leftOfAll(inYen)
    const parts = refundParts(order.lines, most, form.wanted, left)
    if (!parts.ok) return parts
    const amount = totalOf(parts.value)
    // What failed goes back from the payment that it was of, where that still has so much.
    const ofFailed = payments.filter(({ refunds }) => refunds.some(({ id }) => id === form.insteadOf))
    const payment = paymentFor([...ofFailed, ...payments], amount)
    if (!payment.ok)
      return payment.error === 'too-much'
        ? refused([{ why: 'too-much', field: 'other', left: Math.max(0, ...inYen.map(leftOf)) }])
        : refused(payment.error)
    const reason = form.wanted.reason === '' ? null : form.wanted.reason
    const words = { reason, note: form.note, mailsBuyer: form.mailsBuyer, insteadOf: form.insteadOf }
    const refundId = await writeRefund(trx, ctx, actor, form.requestId, payment.value, parts.value, words)
    await noteEvent(trx, ctx, actor, order.id, 'refund asked', `${amount}`)
    const { returnId } = form
    if (returnId !== null) await writeReturn(trx, { id: returnId, orderId: order.id }, { refundId })
    await dropWhatIsOwed(trx, { orderId: order.id }, ctx.now())
    const ends = leftOfAll(payments) === amount && order.shippedAt === null && order.cancelledAt === null
    await changeOrder(trx, order.id, ends ? { cancelledAt: ctx.now(), cancelReason: reason } : {})
    if (ends) await noteEvent(trx, ctx, actor, order.id, 'cancelled', reason)
    const back = ends ? leftLines(order, given) : linesToLayBack(parts.value)
    const stays = ends ? [] : partsLeft(order, [...given, ...parts.value]).units
    await giveBackPieces(trx, ctx, actor, order.id, backLinesOf(order, back, form.back, stays))
    const answer = { number: order.number, refundIds: [refundId], amount }
    return ok({
      answer,
      subject: subjectOf(orderSubject, order.id),
      after: { refunded: amount, parts: parts.value },
    })
  },
})
