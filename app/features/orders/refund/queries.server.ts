import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { isOwed, partsStaying } from '~/features/orders/attempts.rules.ts'
import { greeting } from '~/features/orders/mails.rules.ts'
import {
  moneyOfOrder,
  shippingsOf,
  unitsNotShipped,
  unitsOfReturn,
} from '~/features/orders/money.queries.server.ts'
import { openDisputes, refundsThatCount } from '~/features/orders/money.rules.ts'
import { moneyText } from '~/features/orders/payment/mails.rules.ts'
import { paymentsOfOrder, paymentsWithoutOrder } from '~/features/orders/payment/queries.server.ts'
import type { KeptPayment, KeptRefund } from '~/features/orders/payment/types.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { isUnsettled, orderStanding, reviewTexts } from '~/features/orders/standing.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { countedAmong, cutPositions } from '~/features/stock/queries.server.ts'
import { backChoice } from './laying-back.rules.ts'
import type { MailedRefund } from './mails.rules.ts'
import type { RefundPart } from './rules.ts'
import {
  attemptsOf,
  cancelRefusal,
  leftOf,
  leftOfAll,
  partsLeft,
  partsOwed,
  refundsIn,
  unitsTriedAgain,
  type WantedRefund,
} from './rules.ts'
import { settlementsOf } from './settling.rules.ts'
import { refundStateText } from './texts.ts'
import type {
  MoneySheet,
  Refunded,
  SheetRefund,
  SheetReturn,
  ShownPayment,
  SuggestedRefund,
} from './types.ts'

export const refundedAnswer: { readonly parse: (kept: unknown) => Refunded } = z.object({
  number: z.string(),
  refundIds: z.array(z.string()),
  amount: z.number(),
})

/** What a mail says of a refund, whether or not it has one of its own. */
export const refundInMail = async (db: Kysely<Schema>, id: string): Promise<MailedRefund | undefined> => {
  const refund = await refundToMail(db, id).executeTakeFirst()
  return refund && { ...refund, parts: await storedRefundParts(db, [id]) }
}

/** Undefined when the buyer is not to be told. */
export const refundForMail = async (db: Kysely<Schema>, id: string): Promise<MailedRefund | undefined> => {
  const isTold = await refundToMail(db, id).where('refund.mailsBuyer', '=', 1).executeTakeFirst()
  return isTold && refundInMail(db, id)
}

const refundToMail = (db: Kysely<Schema>, id: string) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select(['refund.id', 'refund.amount', 'refund.tax', 'refund.via', 'refund.reason', 'payment.currency'])
    .where('refund.id', '=', id)

/** In the order of entry. */
export const storedRefundParts = (db: Kysely<Schema>, refundIds: readonly string[]): Promise<RefundPart[]> =>
  refundIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('refundLine')
        .select(['refundId', 'part', 'position', 'units', 'amount'])
        .where('refundId', 'in', refundIds)
        .orderBy('refundId')
        .orderBy('ordinal')
        .execute()

/** Refunds of differences whose exchange was undone, and what was tried in their place: none of them is owed again (N156). */
export const refundsOfUndone = async (
  db: Kysely<Schema>,
  orderId: string,
  payments: readonly KeptPayment[],
): Promise<ReadonlySet<string>> => {
  const undone = await db
    .selectFrom('orderExchange')
    .select('refundId')
    .where('orderId', '=', orderId)
    .where('undoneAt', 'is not', null)
    .execute()
  return new Set(undone.flatMap(({ refundId }) => attemptsOf(payments, refundId ?? '').map(({ id }) => id)))
}

export const statesOf = async (
  db: Kysely<Schema>,
  refundIds: readonly string[],
): Promise<'asked' | 'taken' | 'failed'> => {
  if (refundIds.length === 0) return 'taken'
  const rows = await db.selectFrom('refund').select('state').where('id', 'in', refundIds).execute()
  if (rows.some(({ state }) => !refundsThatCount.some((each) => each === state))) return 'failed'
  return rows.some(({ state }) => state === 'asked') ? 'asked' : 'taken'
}

/** Those that were withdrawn are gone. */
export const returnsOf = async (db: Kysely<Schema>, orderId: string): Promise<SheetReturn[]> => {
  const rows = await db
    .selectFrom('orderReturn')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('announcedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id, announcedAt, arrivedAt, condition, refundId, lines }) => ({
    id,
    announcedAt,
    arrivedAt,
    condition,
    isRefunded: refundId !== null,
    units: unitsOfReturn(lines),
  }))
}

const sheetRefund = (refund: KeptRefund, all: readonly KeptRefund[]): SheetRefund => {
  const { id, amount, state, via, askedAt, reason } = refund
  return {
    id,
    amount,
    state,
    via,
    askedAt,
    reason,
    text: refundStateText(refund),
    isOpen: isOwed(refund, all),
  }
}

const reviewOf = (order: Order): MoneySheet['review'] => {
  if (!isUnsettled(order) || order.reviewReason === null) return null
  const texts: Readonly<Record<string, string>> = reviewTexts
  return { text: texts[order.reviewReason] ?? order.reviewReason, ends: settlementsOf(order) }
}

const refundRefusal = (order: Order, payments: readonly KeptPayment[]): MoneySheet['refundRefusal'] => {
  const isSoldOut = order.state === 'needs_review' && order.reviewReason === 'sold-out'
  if (order.state !== 'paid' && order.cancelledAt === null && !isSoldOut) return 'unpaid'
  const hasFreeMoney = payments.some((payment) => openDisputes(payment).length === 0)
  return payments.length > 0 && !hasFreeMoney ? 'disputed' : null
}

/** Undefined for an unknown number; `again` is the failed refund that is tried again. */
export const moneySheet = async (
  db: Kysely<Schema>,
  number: string,
  again: string | null = null,
): Promise<MoneySheet | undefined> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return undefined
  const payments = await paymentsOfOrder(db, order.id)
  const refunds = refundsIn(payments)
  const parts = await storedRefundParts(
    db,
    refunds.map(({ id }) => id),
  )
  const shippings = (await shippingsOf(db, [order.id])).get(order.id)
  const left = partsLeft(order, partsStaying(refunds, parts, shippings, again))
  const owed = partsOwed(payments, parts, again)
  const triedAgain = unitsTriedAgain(order, parts, again)
  const money = await moneyOfOrder(db, order.id)
  const counted = await countedAmong(
    db,
    order.lines.map(({ number }) => number),
  )
  const cut = await cutPositions(db, order.id)
  return {
    number: order.number,
    version: order.version,
    buyer: greeting(order),
    line: orderStanding({ ...order, money, isUndelivered: false }).line,
    total: order.total,
    paid: payments.reduce((sum, { amount }) => sum + amount, 0),
    left: leftOfAll(payments),
    secondLeft: leftOfAll(payments.filter(({ role }) => role === 'second')),
    shipping: order.shipping,
    shippingLeft: left.shipping,
    lines: order.lines.map((line, at) => ({
      number: line.number,
      name: nameWithColour(line),
      unitPrice: line.unitPrice,
      quantity: line.quantity,
      unitsLeft: left.units[at] ?? 0,
      unitsOwed: owed.reduce((sum, { position, units }) => sum + (position === at ? units : 0), 0),
      unitsAgain: Math.min(triedAgain[at] ?? 0, left.units[at] ?? 0),
      back: counted.has(line.number) ? backChoice(order, line, cut.has(at)) : null,
    })),
    refunds: refunds.map((refund) => sheetRefund(refund, refunds)).toSorted((a, b) => b.askedAt - a.askedAt),
    notShipped: await unitsNotShipped(db, order),
    returns: await returnsOf(db, order.id),
    isDisputed: payments.some((payment) => openDisputes(payment).length > 0),
    isShipped: order.shippedAt !== null,
    isCancelled: order.cancelledAt !== null,
    cancelRefusal: cancelRefusal(order) ?? null,
    refundRefusal: refundRefusal(order, payments),
    review: reviewOf(order),
  }
}

const nothing: SuggestedRefund = { lines: [], shipping: 0, other: 0, reason: '', insteadOf: '', returnId: '' }

/** First values of the sheet: the parts of a failed refund, or what came back (I7). */
export const suggestionFor = async (
  db: Kysely<Schema>,
  sheet: MoneySheet,
  asked: { readonly again: string | null; readonly returned: string | null },
): Promise<SuggestedRefund> => {
  const failed = sheet.refunds.find(({ id, isOpen }) => id === asked.again && isOpen)
  if (failed !== undefined) {
    const parts = await storedRefundParts(db, [failed.id])
    const sum = (part: string) =>
      parts.filter((each) => each.part === part).reduce((total, { amount }) => total + amount, 0)
    const lines = parts.flatMap(({ position, units }) => (position === null ? [] : [{ position, units }]))
    const other = parts.length === 0 ? failed.amount : sum('other')
    const reason = failed.reason ?? (other > 0 ? '返金のやり直し' : '')
    return { ...nothing, lines, shipping: sum('shipping'), other, reason, insteadOf: failed.id }
  }
  const back = sheet.returns.find(({ id }) => id === asked.returned)
  if (back === undefined || back.isRefunded || back.arrivedAt === null) return nothing
  const lines = back.units.map((units, position) => ({
    position,
    units: Math.min(units, sheet.lines[position]?.unitsLeft ?? 0),
  }))
  return { ...nothing, lines, returnId: back.id }
}

/** Oldest first. */
export const unmatchedPayments = async (db: Kysely<Schema>): Promise<ShownPayment[]> =>
  (await paymentsWithoutOrder(db)).map((payment) => {
    const { paymentIntent, sessionId, receivedAt, amount, currency, refunds } = payment
    const left = leftOf(payment)
    return {
      paymentIntent,
      sessionId,
      receivedAt,
      amount: moneyText(amount, currency),
      left: left === 0 ? null : moneyText(left, currency),
      refunds: refunds.map((refund) => `${moneyText(refund.amount, currency)}：${refundStateText(refund)}`),
    }
  })

/** Yen; null while a field holds no number. */
export const sumOfRefund = async (
  db: Kysely<Schema>,
  number: string,
  { lines, shipping, other }: Pick<WantedRefund, 'lines' | 'shipping' | 'other'>,
): Promise<number | null> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(number))
  const amounts = lines.map(({ position, units }) => (order?.lines[position]?.unitPrice ?? 0) * units)
  const total = [...amounts, shipping, other].reduce((sum, amount) => sum + amount, 0)
  return Number.isSafeInteger(total) ? total : null
}
