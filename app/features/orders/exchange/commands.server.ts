import {
  changeOrder,
  insertExchange,
  markExchangeUndone,
  noteEvent,
  orderForAct,
} from '~/features/orders/commands.server.ts'
import { unitsEver } from '~/features/orders/exchanges.rules.ts'
import { orderSubject } from '~/features/orders/facts.rules.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import { dropRefunds } from '~/features/orders/refund/commands.server.ts'
import { refundedAnswer } from '~/features/orders/refund/queries.server.ts'
import {
  type RefundContext,
  sendRefunds,
  writeRefund,
} from '~/features/orders/refund/requesting.commands.server.ts'
import { leftOfAll, longestWords, paymentFor } from '~/features/orders/refund/rules.ts'
import type { Refunded } from '~/features/orders/refund/types.ts'
import { putOrderSearch } from '~/features/orders/search.commands.server.ts'
import { forgetCutTick } from '~/features/orders/ticks.commands.server.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { claimAgain, claimPieces } from '~/features/stock/claims.commands.server.ts'
import { giveBackPieces } from '~/features/stock/giving-back.commands.server.ts'
import { lockStock, type StockRow } from '~/features/stock/queries.server.ts'
import type { ReturnedAs } from '~/features/stock/rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { defaultLogo } from '~/kernel/image-url.ts'
import { yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { Present } from '~/server/merged-form.ts'
import { publicImageUrl } from '~/server/public-address.ts'
import { readExchange, readUndo } from './form.server.ts'
import { exchangeUndoneMail, productText } from './mails.rules.ts'
import {
  exchangedMailOf,
  exchangeSheet,
  exchangesOf,
  factsOfExchanges,
  productInExchange,
} from './queries.server.ts'
import {
  backOf,
  differenceOf,
  type ExchangeFacts,
  lineHindrance,
  mostExchanges,
  orderHindrance,
  undoHindrance,
} from './rules.ts'
import { differenceReason, type ExchangeRefusal, exchangeFacts, exchangeRefusals } from './texts.ts'

/** As the page's address names it. */
interface OrderPage {
  readonly number: string
}

export interface ExchangeForm {
  readonly number: string
  /** As the form showed it; null for a command on the machine. */
  readonly version: number | null
  readonly position: number
  readonly units: number
  /** Of the product in exchange. */
  readonly to: string
  /** Yen that the form said go back. */
  readonly difference: number
  readonly mailsBuyer: boolean
  /** What becomes of the cloth that is not sent (K34). */
  readonly back?: ReturnedAs | undefined
}

type ExchangeFact = keyof typeof exchangeFacts
type Exchanged = Result<DoneAct<Refunded, ExchangeFact>, ExchangeRefusal>

/** The sheet as it is stored now: goods and money are never merged (N84). */
const presentExchange = async ({
  at: { number },
  ctx,
}: {
  readonly at: OrderPage
  readonly ctx: Pick<AppContext, 'db' | 'demo'>
}): Promise<Present | undefined> => {
  const sheet = await exchangeSheet(ctx, number)
  return sheet && { version: sheet.version, values: {}, labels: {}, isAnew: true }
}

const lineInExchange = (
  product: SellableProduct & { readonly price: number },
  siteOrigin: string,
): Omit<OrderLine, 'quantity' | 'amount' | 'free' | 'exchangedFrom'> => ({
  number: product.number,
  type: product.type,
  name: product.name,
  description: product.description,
  unitPrice: yen(product.price),
  imageUrl: publicImageUrl(product.imageUrl, siteOrigin) ?? null,
  picture: product.imageUrl === defaultLogo ? null : product.imageUrl,
})

const nameOf = (actor: DeskActor): string => (actor.kind === 'desk' ? actor.name : 'owner')

/** Lays the cloth of these units back as the owner said; the caller has locked the order and the stock of the line. */
const layBack = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  order: Order,
  { number }: OrderLine,
  units: {
    readonly position: number
    readonly units: number
    readonly stays: number
    readonly as: ReturnedAs
  },
): Promise<void> => {
  await giveBackPieces(trx, ctx, actor, order.id, [
    { ...units, number, ordered: unitsEver(order.lines, units.position) },
  ])
  // What is cut anew for this position is ticked anew; what was only put away is still the cut piece.
  if (units.stays === 0 && units.as !== 'keep') await forgetCutTick(trx, order.id, units.position)
}

/** Undefined while a cut piece has no answer yet: read under the lock of its stock, since who packs may have ticked it meanwhile. */
const backUnderLock = async (
  trx: AppTransaction,
  order: Order,
  { number }: Pick<OrderLine, 'number'>,
  position: number,
  counted: ReadonlyMap<string, StockRow>,
  said: ReturnedAs | undefined,
): Promise<ReturnedAs | undefined> => {
  if (!counted.has(number)) return 'bolt'
  return backOf((await factsOfExchanges(trx, order)).cut.has(position), said)
}

/** Gives the refund's id; null where nothing goes back. */
const giveDifferenceBack = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  order: Order,
  requestId: string,
  { amount, reason }: { readonly amount: number; readonly reason: string },
): Promise<Result<string | null, ExchangeRefusal>> => {
  if (amount === 0) return ok(null)
  const payments = await paymentsOfOrder(trx, order.id)
  if (payments.length === 0) return refused('no-payment')
  // The last yen of an order going back would cancel it (I6).
  if (leftOfAll(payments) <= amount) return refused('money-left')
  const payment = paymentFor(payments, amount)
  if (!payment.ok) return refused(payment.error === 'too-much' ? 'money-left' : payment.error)
  const part = { part: 'other', position: null, units: 0, amount } as const
  // The mail of the exchange says both.
  const words = { reason, note: null, mailsBuyer: false, insteadOf: null }
  const id = await writeRefund(trx, ctx, actor, requestId, payment.value, [part], words)
  await noteEvent(trx, ctx, actor, order.id, 'refund asked', `${amount}`)
  return ok(id)
}

const cutWords = (text: string): string => [...text].slice(0, longestWords).join('')

/** The order, locked, with what decides about its exchanges; refused where nothing of it can be exchanged now. */
const lockedOrder = async (
  trx: AppTransaction,
  ctx: Pick<AppContext, 'demo'>,
  { number, version }: Pick<UndoForm, 'number' | 'version'>,
) => {
  const found = await orderForAct(trx, number, version)
  if (!found.ok) return found
  const order = found.value
  const facts = await factsOfExchanges(trx, order)
  const stops = orderHindrance(order, facts.money, ctx.demo)
  return stops === undefined ? ok({ order, facts }) : refused(stops)
}

/** Has the order hold units of a line as another product of at most the same price, whose difference goes back (N125). */
export const exchangeLine = defineAct({
  name: 'order.exchange',
  words: '商品を変えました',
  done: '商品を変えました。納品書を印刷してあるときは、刷り直してください。',
  subject: orderSubject,
  facts: exchangeFacts,
  who: 'owner',
  confirms: ({ difference }: ExchangeForm) => difference > 0,
  packersSee: true,
  form: ({ form, at }: Opened<OrderPage, RefundContext>): Read<ExchangeForm> =>
    ok(readExchange(form, at.number)),
  refusals: exchangeRefusals,
  answer: refundedAnswer,
  present: presentExchange,
  after: sendRefunds,
  run: async (trx, { ctx, actor, form }): Promise<Exchanged> => {
    const found = await lockedOrder(trx, ctx, form)
    if (!found.ok) return found
    const { order, facts } = found.value
    const { position, units } = form
    const line = order.lines[position]
    if (line === undefined) return refused('no-line')
    const keeps = lineHindrance(line, position, facts)
    if (keeps !== undefined) return refused(keeps)
    const left = facts.unitsLeft[position] ?? 0
    if (!Number.isSafeInteger(units) || units < 1 || units > left) return refused('bad-units')
    const product = await productInExchange(trx, line, form.to, ctx.now())
    if (!product.ok) return product
    const difference = differenceOf(line.unitPrice, product.value.price, units)
    if (difference !== form.difference) return refused('price-changed')
    if ((await exchangesOf(trx, order.id)).length >= mostExchanges) return refused('too-many')
    return exchange(trx, ctx, actor, { ...form, order, line, left, difference, product: product.value })
  },
})

interface DecidedExchange extends ExchangeForm {
  readonly requestId: string
  readonly order: Order
  readonly line: OrderLine
  /** Units of the line whose money has not gone back. */
  readonly left: number
  readonly product: SellableProduct & { readonly price: number }
}

const exchange = async (
  trx: AppTransaction,
  ctx: RefundContext,
  actor: DeskActor,
  by: DecidedExchange,
): Promise<Exchanged> => {
  const { order, line, left, product, position, units, difference, mailsBuyer, requestId } = by
  const to = lineInExchange(product, ctx.siteOrigin)
  const counted = await lockStock(trx, [line.number, to.number])
  const as = await backUnderLock(trx, order, line, position, counted, by.back)
  if (as === undefined) return refused('cut-unsaid')
  const claimant = { orderId: order.id, state: 'promised', until: null } as const
  const wanted = { number: to.number, position: order.lines.length, units }
  if ((await claimPieces(trx, ctx, actor, claimant, [wanted], counted)).length > 0) return refused('no-piece')
  await layBack(trx, ctx, actor, order, line, { position, units, stays: left - units, as })
  const reason = cutWords(differenceReason(nameWithColour(line), nameWithColour(to)))
  const refund = await giveDifferenceBack(trx, ctx, actor, order, requestId, { amount: difference, reason })
  if (!refund.ok) return refund
  const id = ctx.newId()
  await insertExchange(trx, {
    ...to,
    id,
    requestId,
    orderId: order.id,
    position: wanted.position,
    fromPosition: position,
    units,
    refundId: refund.value,
    exchangedAt: ctx.now(),
    exchangedBy: nameOf(actor),
  })
  await changeOrder(trx, order.id)
  await putOrderSearch(trx, order.id)
  if (mailsBuyer) {
    const now = (await lockedOrderBy(trx, 'id', order.id)) ?? order
    const mail = await exchangedMailOf(ctx, trx, now, id)
    if (mail !== undefined) await enqueueMail(ctx, trx, mail)
  }
  return ok({
    answer: {
      number: order.number,
      refundIds: refund.value === null ? [] : [refund.value],
      amount: difference,
    },
    subject: subjectOf(orderSubject, order.id),
    before: { product: productText(line, units) },
    after: {
      product: productText(to, units),
      refunded: difference === 0 ? null : difference,
      mail: mailsBuyer,
    },
  })
}

export interface UndoForm {
  readonly number: string
  readonly version: number | null
  /** Of the exchange. */
  readonly exchange: string
  readonly mailsBuyer: boolean
  readonly back?: ReturnedAs | undefined
}

/** Has the order hold again what was paid for, as long as nothing of it is in the box and no money went back (N126). */
export const undoExchange = defineAct({
  name: 'order.exchange-undo',
  words: '商品の変更をもとに戻しました',
  subject: orderSubject,
  facts: exchangeFacts,
  who: 'owner',
  packersSee: true,
  form: ({ form, at }: Opened<OrderPage>): Read<UndoForm> => ok(readUndo(form, at.number)),
  refusals: exchangeRefusals,
  answer: refundedAnswer,
  present: presentExchange,
  run: async (trx, { ctx, actor, form }): Promise<Exchanged> => {
    const found = await lockedOrder(trx, ctx, form)
    if (!found.ok) return found
    const { order, facts } = found.value
    const undone = (await exchangesOf(trx, order.id)).find(({ id }) => id === form.exchange)
    if (undone === undefined) return refused('no-exchange')
    const keeps = undoHindrance(undone, order.lines, facts)
    if (keeps !== undefined) return refused(keeps)
    const [from, to] = [order.lines[undone.fromPosition], order.lines[undone.position]]
    if (from === undefined || to === undefined) return refused('no-exchange')
    return undo(trx, ctx, actor, { ...form, order, facts, from, to, undone })
  },
})

interface DecidedUndo extends UndoForm {
  readonly order: Order
  readonly facts: ExchangeFacts
  readonly from: OrderLine
  readonly to: OrderLine
  readonly undone: Awaited<ReturnType<typeof exchangesOf>>[number]
}

const undo = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: DeskActor,
  { order, facts, from, to, undone, back, mailsBuyer }: DecidedUndo,
): Promise<Exchanged> => {
  const { id, position, fromPosition, units } = undone
  const counted = await lockStock(trx, [from.number, to.number])
  const as = await backUnderLock(trx, order, to, position, counted, back)
  if (as === undefined) return refused('cut-unsaid')
  const former = {
    number: from.number,
    position: fromPosition,
    units: (facts.unitsLeft[fromPosition] ?? 0) + units,
  }
  const missing = await claimAgain(trx, ctx, actor, order.id, former, counted)
  if (missing !== undefined) return refused(missing === 'no-piece' ? 'former-gone' : missing)
  const stays = (facts.unitsLeft[position] ?? 0) - units
  await layBack(trx, ctx, actor, order, to, { position, units, stays, as })
  const undoneAt = ctx.now()
  await markExchangeUndone(trx, { id, orderId: order.id }, { undoneAt, undoneBy: nameOf(actor) })
  await dropRefunds(trx, facts.differences.get(id)?.failed ?? [], undoneAt)
  await changeOrder(trx, order.id)
  await putOrderSearch(trx, order.id)
  if (mailsBuyer) {
    const now = (await lockedOrderBy(trx, 'id', order.id)) ?? order
    const difference = undone.refundId === null ? 0 : differenceOf(from.unitPrice, to.unitPrice, units)
    await enqueueMail(ctx, trx, exchangeUndoneMail(now, { id, from, to, units, difference }, ctx))
  }
  return ok({
    answer: { number: order.number, refundIds: [], amount: 0 },
    subject: subjectOf(orderSubject, order.id),
    before: { product: productText(to, units) },
    after: { product: productText(from, units), mail: mailsBuyer },
  })
}
