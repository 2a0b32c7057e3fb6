import { changeOrder, noteEvent, orderForAct, writeReturn } from '~/features/orders/commands.server.ts'
import { askProvider, insertRefund } from '~/features/orders/payment/asked-refunds.commands.server.ts'
import type { OwnerContext } from '~/features/orders/payment/owner.commands.server.ts'
import {
  paymentsOfOrder,
  statesOf,
  storedRefundParts,
} from '~/features/orders/payment/refund.queries.server.ts'
import type { KeptPayment } from '~/features/orders/payment/types.ts'
import type { Order } from '~/features/orders/types.ts'
import { giveBackPieces } from '~/features/stock/giving-back.commands.server.ts'
import type { ReturnedAs } from '~/features/stock/rules.ts'
import { type DeskActor, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce, type SentForm } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { backLinesOf, leftLines, linesToLayBack } from './laying-back.rules.ts'
import { type RefundedAnswer, readAnswer } from './queries.server.ts'
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
  taxOfRefund,
  totalOf,
  type WantedRefund,
} from './rules.ts'

/** Without a gateway, as beside a demo, the open shop asks within two minutes. */
export type RefundContext = OwnerContext

export interface OrderForm {
  readonly number: string
  /** As the form showed it; null for a command on the machine. */
  readonly version: number | null
  readonly requestId: string
  readonly mailsBuyer: boolean
  /** By position, for cloth that is not sent or comes back (K13). */
  readonly back?: Readonly<Record<string, ReturnedAs>>
}

export type MoneyRefusal =
  | 'not-found'
  | 'confirm'
  | 'stale'
  | 'other-content'
  | 'unpaid'
  | 'other-mode'
  | 'no-payment'
  | 'disputed'
  | 'currency'
  | 'no-failed-refund'
  | 'no-return'
  | 'shipped'
  | 'cancelled'

/** `asked`: no answer yet; `failed`: refused at once. */
export interface Refunded {
  readonly number: string
  readonly refundIds: readonly string[]
  readonly amount: number
  readonly state: 'asked' | 'taken' | 'failed'
}

/** Checked first, so that nobody else learns whether the order exists (N3). */
export const moneyRefusal = (
  actor: DeskActor,
  { now }: Pick<AppContext, 'now'>,
): 'not-found' | 'confirm' | undefined => {
  if (!isShopOwner(actor)) return 'not-found'
  return isConfirmed(actor, now()) ? undefined : 'confirm'
}

/** Asks the provider after the commit; a job repeats what stays unanswered (N4). */
const sendRefunds = async (
  ctx: RefundContext,
  actor: DeskActor,
  answer: RefundedAnswer,
): Promise<Refunded> => {
  const { gateway } = ctx
  if (gateway !== undefined)
    for (const id of answer.refundIds)
      await askProvider({ ...ctx, gateway }, actor, id, false).catch((error) =>
        ctx.log.error('a refund waits to be asked for again', { refund: id, reason: String(error) }),
      )
  return { ...answer, state: await statesOf(ctx.db, answer.refundIds) }
}

/** Runs an act that writes refunds once (N2), then asks the provider. */
export const actAndSend = async <E>(
  ctx: RefundContext,
  actor: DeskActor,
  act: string,
  form: SentForm,
  step: (trx: AppTransaction) => Promise<Result<Act<RefundedAnswer>, E>>,
): Promise<Result<Refunded, E | 'other-content'>> => {
  const done = await actOnce<RefundedAnswer, E>(ctx, actor, act, form, readAnswer, step)
  return done.ok ? ok(await sendRefunds(ctx, actor, done.value)) : done
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
export const requestRefund = async (
  ctx: RefundContext,
  actor: DeskActor,
  { requestId, ...form }: RefundForm,
): Promise<Result<Refunded, MoneyRefusal | readonly PartRefusal[]>> => {
  return actAndSend<MoneyRefusal | readonly PartRefusal[]>(
    ctx,
    actor,
    'order.refund',
    { requestId, content: form },
    async (trx) => {
      const refusal = moneyRefusal(actor, ctx)
      if (refusal !== undefined) return refused(refusal)
      const found = await orderForAct(trx, form.number, form.version)
      if (!found.ok) return found
      const order = found.value
      const isSoldOut = order.state === 'needs_review' && order.reviewReason === 'sold-out'
      if (order.state !== 'paid' && order.cancelledAt === null && !isSoldOut) return refused('unpaid')
      const payments = await paymentsOfOrder(trx, order.id)
      const misnamed = await misnamedIn(trx, order.id, payments, form)
      if (misnamed !== undefined) return refused(misnamed)
      const given = partsGivenBack(payments, await storedRefundParts(trx, idsOf(payments)))
      const inYen = payments.filter(({ currency }) => currency === 'jpy')
      const left = leftOfAll(inYen)
      const parts = refundParts(order.lines, partsLeft(order, given), form.wanted, left)
      if (!parts.ok) return parts
      const amount = totalOf(parts.value)
      const payment = paymentFor(payments, amount)
      if (!payment.ok)
        return payment.error === 'too-much'
          ? refused([{ why: 'too-much', field: 'other', left: Math.max(0, ...inYen.map(leftOf)) }])
          : refused(payment.error)
      const reason = form.wanted.reason === '' ? null : form.wanted.reason
      const words = { reason, note: form.note, mailsBuyer: form.mailsBuyer, insteadOf: form.insteadOf }
      const refundId = await writeRefund(trx, ctx, actor, requestId, payment.value, parts.value, words)
      await noteEvent(trx, ctx, actor, order.id, 'refund asked', `${amount}`)
      const { returnId } = form
      if (returnId !== null) await writeReturn(trx, { id: returnId, orderId: order.id }, { refundId })
      const leavesNothing = leftOfAll(payments) === amount && order.shippedAt === null
      const ends = leavesNothing && order.cancelledAt === null
      await changeOrder(trx, order.id, ends ? { cancelledAt: ctx.now(), cancelReason: reason } : {})
      if (ends) await noteEvent(trx, ctx, actor, order.id, 'cancelled', reason)
      const back = ends ? leftLines(order, given) : linesToLayBack(parts.value)
      const stays = ends ? [] : partsLeft(order, [...given, ...parts.value]).units
      await giveBackPieces(trx, ctx, actor, order.id, backLinesOf(order, back, form.back, stays))
      const answer = { number: order.number, refundIds: [refundId], amount }
      return ok({ answer, subject: `order:${order.id}`, after: { refunded: amount, parts: parts.value } })
    },
  )
}
