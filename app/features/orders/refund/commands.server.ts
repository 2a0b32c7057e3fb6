import type { Transaction } from 'kysely'
import type { RefundTable, Schema } from '#db/schema.ts'
import { changeOrder, noteEvent } from '~/features/orders/commands.server.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import {
  isFirst,
  lockedPayment,
  type PaymentContext,
  paymentIsOurs,
} from '~/features/orders/payment/commands.server.ts'
import { paymentOf, paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import type { KeptPayment, RefundEvent, RefundReport } from '~/features/orders/payment/types.ts'
import { claimMissing } from '~/features/orders/pieces.commands.server.ts'
import { salesAreDue } from '~/features/orders/sales-due.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { yen } from '~/kernel/money.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { type ForgoneArrived, keepWhatArrived, oweLastAgain } from './arriving.commands.server.ts'
import { arrivedMail, refundedMail, refundMail } from './mails.rules.ts'
import { refundForMail, refundsOfUndone } from './queries.server.ts'
import { owedAgain, owedNoMore, type RefundPart } from './rules.ts'

/** On its way back, or arrived. */
const isRefundTaken = ({ state }: Pick<RefundReport, 'state'>): boolean =>
  state === 'pending' || state === 'requires_action' || state === 'succeeded'

const hasFailed = ({ state }: Pick<RefundReport, 'state'>): boolean =>
  state === 'failed' || state === 'canceled'

/** The provider's list at `asOf` (epoch ms). */
interface RefundNews {
  readonly refunds: readonly RefundReport[]
  readonly asOf: number
}

type RefundOutcome = 'repeated' | 'foreign' | 'kept' | 'nothing'

/** Fetches and stores all refunds of a payment (M11). Rejects when the provider cannot be asked. */
export const refreshRefunds = async (
  ctx: PaymentContext,
  actor: Actor,
  paymentIntent: string,
  event: RefundEvent | null = null,
): Promise<RefundOutcome> => {
  if (!(await paymentIsOurs(ctx, actor, paymentIntent))) return 'foreign'
  const asOf = ctx.now()
  const refunds = await ctx.gateway.refundsOf(paymentIntent)
  return recordRefunds(ctx, actor, paymentIntent, { refunds, asOf }, event)
}

/**
 * Stores event id, refunds, history and mails in one transaction that locks order and payment (M11). Older answers and repeats
 * change nothing. A refund that the shop asked for updates its own row (N4).
 */
export const recordRefunds = (
  ctx: PaymentContext,
  actor: Actor,
  paymentIntent: string,
  { refunds, asOf }: RefundNews,
  event: RefundEvent | null = null,
): Promise<RefundOutcome> =>
  inTransaction(ctx, async (trx) => {
    if (event !== null && !(await isFirst(trx, event, ctx.now()))) return 'repeated'
    const order = await lockedPayment(trx, paymentIntent)
    let outcome: RefundOutcome = 'nothing'
    for (const refund of refunds) {
      const kept = await keepRefund(trx, ctx, refund, asOf)
      if (kept === undefined) continue
      outcome = 'kept'
      await salesAreDue(trx, { paymentIntent })
      const news = { ...refund, ...kept }
      const forgone =
        order !== undefined && arrivesAfterAll(news)
          ? await keepWhatArrived(trx, ctx, actor, order, kept.rowId)
          : null
      await tellOwner(trx, ctx, actor, order, news, forgone)
      await tellBuyer(trx, ctx, order, refund, kept.rowId)
      if (order === undefined) continue
      if (kept.isWithdrawn) await oweAgain(trx, order.id)
      if (hasFailed(refund)) await oweLastAgain(trx, order, kept.rowId)
    }
    if (outcome === 'kept') await dropWhatIsOwed(trx, moneyIn(order, paymentIntent), ctx.now())
    // What is owed no more may have stood for units, which the parcel then asks for again.
    const waits = order !== undefined && order.shippedAt === null && order.cancelledAt === null
    if (outcome === 'kept' && waits) await claimMissing(trx, ctx, actor, order)
    return outcome
  })

interface WrittenRefund {
  readonly rowId: string
  readonly via: 'provider' | 'outside' | 'transfer'
  readonly was: RefundReport['state'] | null
  /** Made elsewhere and called off there again: it was never asked for here, so it is owed to nobody. */
  readonly isWithdrawn: boolean
}

/** One that the shop asked for and that was called off on its way has not reached the buyer, as if it had failed: what it stood for is owed (N156). */
const asAskedFor = (refund: RefundReport): Pick<RefundReport, 'state' | 'failureReason'> =>
  refund.state === 'canceled' ? { state: 'failed', failureReason: 'merchant_request' } : refund

/** Undefined when nothing is new. The caller holds the payment's row. */
const keepRefund = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  refund: RefundReport,
  asOf: number,
): Promise<WrittenRefund | undefined> => {
  const { id: providerId, paymentIntent, amount, pendingReason, createdAt } = refund
  const kept = await keptRefund(trx, refund)
  const { state, failureReason } = kept === undefined || kept.via === 'outside' ? refund : asAskedFor(refund)
  const settledAt = isRefundTaken(refund) && state !== 'succeeded' ? null : asOf
  const news = { providerId, state, failureReason, pendingReason, asOf, settledAt }
  if (kept === undefined) {
    const rowId = ctx.newId()
    await trx
      .insertInto('refund')
      .values({ ...news, id: rowId, paymentIntent, amount, askedAt: createdAt })
      .execute()
    return { rowId, via: 'outside', was: null, isWithdrawn: false }
  }
  if (kept.asOf > asOf) return undefined
  const hasChanged = kept.state !== state
  await trx
    .updateTable('refund')
    .set(hasChanged ? news : { ...news, settledAt: kept.settledAt })
    .where('id', '=', kept.id)
    .execute()
  const isWithdrawn = state === 'canceled'
  return hasChanged ? { rowId: kept.id, via: kept.via, was: kept.state, isWithdrawn } : undefined
}

/** Falls back to our row's id, because the answer with the provider's id may have been lost. */
const keptRefund = async (trx: AppTransaction, { id, refundId, paymentIntent }: RefundReport) => {
  const rows = trx.selectFrom('refund').select(['id', 'state', 'asOf', 'via', 'settledAt'])
  const known = await rows.where('providerId', '=', id).executeTakeFirst()
  if (known !== undefined || refundId === null) return known
  return rows
    .where('id', '=', refundId)
    .where('providerId', 'is', null)
    .where('paymentIntent', '=', paymentIntent)
    .executeTakeFirst()
}

/** A refund that had failed and arrives after all: another may have gone back in its place, or it may be owed no more. */
const arrivesAfterAll = (refund: Pick<WrittenRefund & RefundReport, 'state' | 'was'>): boolean =>
  isRefundTaken(refund) && refund.was !== null && hasFailed({ state: refund.was })

/** Of refunds made in the shop the owner is told only failures, and what arrives after one; `forgone` as `keepWhatArrived` says. */
const tellOwner = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  actor: Actor,
  order: Order | undefined,
  refund: RefundReport & WrittenRefund,
  forgone: ForgoneArrived,
): Promise<void> => {
  const failed = hasFailed(refund)
  const afterAll = arrivesAfterAll(refund)
  if (refund.via === 'outside' || failed || afterAll) {
    const money = order && (await moneyOfOrder(trx, order.id))
    const mail = afterAll
      ? arrivedMail(refund, order, money, forgone, ctx)
      : refundMail(refund, order, money, ctx)
    if (!(await enqueueMail(ctx, trx, mail))) return
  } else if (refund.was !== 'asked') return
  ctx.log[failed || afterAll ? 'error' : 'info'](failed ? 'a refund failed' : 'money was given back', {
    order: order?.number ?? null,
    refund: refund.id,
    amount: refund.amount,
    state: refund.state,
    ...((failed || afterAll) && { alarm: true }),
  })
  if (order === undefined) return
  // Forms that show what is left must be refused.
  if (refund.via === 'outside' || failed || afterAll) await changeOrder(trx, order.id)
  const what = failed ? 'refund failed' : afterAll ? 'refund arrived' : 'refunded'
  await noteEvent(trx, ctx, actor, order.id, what, `${refund.amount} ${refund.id}`)
}

/** Once, after the provider has taken it, and only if the owner wanted it. */
const tellBuyer = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  order: Order | undefined,
  { state }: RefundReport,
  rowId: string,
): Promise<void> => {
  if (order === undefined || (state !== 'pending' && state !== 'succeeded')) return
  const refund = await refundForMail(trx, rowId)
  if (refund !== undefined) await enqueueMail(ctx, trx, refundedMail(order, refund, ctx))
}

const asker: Actor = { kind: 'system', name: 'refunds' }

export interface NewRefund
  extends Pick<
    RefundTable,
    'id' | 'paymentIntent' | 'amount' | 'requestId' | 'reason' | 'note' | 'askedBy' | 'tax' | 'insteadOf'
  > {
  readonly mailsBuyer: boolean
  readonly parts: readonly Omit<RefundPart, 'refundId'>[]
}

/** Writes a refund in a transaction that holds its payment; the provider is asked after the commit, a `transfer` was sent at `at` (epoch ms). */
export const insertRefund = async (
  trx: Transaction<Schema>,
  { parts, mailsBuyer, ...row }: NewRefund,
  via: 'provider' | 'transfer',
  at: number,
): Promise<void> => {
  const isSent = via === 'transfer'
  await trx
    .insertInto('refund')
    .values({
      ...row,
      via,
      mailsBuyer: mailsBuyer ? 1 : 0,
      state: isSent ? 'succeeded' : 'asked',
      askedAt: at,
      asOf: at,
      settledAt: isSent ? at : null,
      providerId: null,
      failureReason: null,
      pendingReason: null,
    })
    .execute()
  for (const [ordinal, part] of parts.entries())
    await trx
      .insertInto('refundLine')
      .values({ ...part, refundId: row.id, ordinal })
      .execute()
}

/** Ends that refunds which failed are owed (N156), for a reason of the owner's where she forgoes one (M50); the caller holds their order. */
export const dropRefunds = async (
  trx: Transaction<Schema>,
  ids: readonly string[],
  droppedAt: number,
  forgoneBecause: string | null = null,
): Promise<void> => {
  if (ids.length === 0) return
  const why = forgoneBecause === null ? {} : { forgoneBecause }
  await trx
    .updateTable('refund')
    .set({ droppedAt, ...why })
    .where('id', 'in', ids)
    .execute()
}

/** The payments of an order, or one that has none. */
type Money = { readonly orderId: string } | { readonly paymentIntent: string }

const moneyIn = (order: Pick<Order, 'id'> | undefined, paymentIntent: string): Money =>
  order === undefined ? { paymentIntent } : { orderId: order.id }

const paymentsIn = async (trx: Transaction<Schema>, of: Money): Promise<KeptPayment[]> =>
  'orderId' in of
    ? paymentsOfOrder(trx, of.orderId)
    : [await paymentOf(trx, of.paymentIntent)].flatMap((payment) => payment ?? [])

/** Nothing that failed is owed beside money of which nothing is left to go back (N156), however it went; the caller holds the order and the payment. */
export const dropWhatIsOwed = async (trx: Transaction<Schema>, of: Money, droppedAt: number): Promise<void> =>
  dropRefunds(trx, owedNoMore(await paymentsIn(trx, of)), droppedAt)

/** What was owed before money went back that stayed with the shop after all is owed again, as far as it is there (N156); the caller holds the order. */
export const oweAgain = async (trx: Transaction<Schema>, orderId: string): Promise<void> => {
  const payments = await paymentsOfOrder(trx, orderId)
  const again = owedAgain(payments, await refundsOfUndone(trx, orderId, payments))
  if (again.length === 0) return
  await trx.updateTable('refund').set({ droppedAt: null }).where('id', 'in', again).execute()
}

const askedRow = (db: PaymentContext['db'], id: string) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select(['refund.id', 'refund.paymentIntent', 'refund.amount', 'refund.askedAt', 'payment.orderId'])
    .where('refund.id', '=', id)
    .where('refund.state', '=', 'asked')
    .where('refund.via', '=', 'provider')
    .executeTakeFirst()

/**
 * Asks the provider for a written refund and stores the answer (N4). Without an answer it stays asked, and the same key is used
 * again. `tellsOwner`: by mail, because no screen shows a refusal.
 */
export const askProvider = async (
  ctx: PaymentContext,
  actor: Actor,
  refundId: string,
  tellsOwner: boolean,
): Promise<void> => {
  const asked = await askedRow(ctx.db, refundId)
  if (asked === undefined) return
  const { paymentIntent } = asked
  const answer = await ctx.gateway.refund(asked)
  if (answer.kind === 'taken') {
    // A repeated key returns its first answer; reports since then are newer.
    const refunds = [{ ...answer.refund, refundId }]
    await recordRefunds(ctx, actor, paymentIntent, { refunds, asOf: asked.askedAt })
    return
  }
  ctx.log.warn('the provider did not take a refund', {
    refund: refundId,
    answer: answer.kind,
    why: answer.why,
  })
  if (answer.kind === 'unanswered') return
  try {
    // It may have been made under a key that the provider has forgotten.
    await refreshRefunds(ctx, actor, paymentIntent)
  } catch (error) {
    ctx.log.warn('a refused refund could not be looked for', errorFields(error))
    return
  }
  await markRefused(ctx, actor, { refundId, paymentIntent, code: answer.code, tellsOwner })
}

/** Makes the money refundable again; the buyer had no mail yet. */
const markRefused = (
  ctx: PaymentContext,
  actor: Actor,
  {
    refundId,
    paymentIntent,
    code,
    tellsOwner,
  }: {
    readonly refundId: string
    readonly paymentIntent: string
    readonly code: string
    readonly tellsOwner: boolean
  },
): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const order = await lockedPayment(trx, paymentIntent)
    const now = ctx.now()
    const failed = await trx
      .updateTable('refund')
      .set({ state: 'failed', failureReason: code, settledAt: now, asOf: now })
      .where('id', '=', refundId)
      .where('state', '=', 'asked')
      .returning(['amount'])
      .executeTakeFirst()
    if (failed === undefined) return
    const report = {
      id: refundId,
      paymentIntent,
      amount: yen(failed.amount),
      state: 'failed',
      failureReason: code,
    } as const
    if (tellsOwner) await enqueueMail(ctx, trx, refundMail(report, order, undefined, ctx))
    ctx.log.error('a refund was refused', {
      order: order?.number ?? null,
      refund: refundId,
      code,
      alarm: true,
    })
    if (order === undefined) return
    await changeOrder(trx, order.id)
    await noteEvent(trx, ctx, actor, order.id, 'refund failed', `${failed.amount} ${code}`)
  })

/** Later the provider may have forgotten the key. */
const keyIsKeptMs = 20 * 3_600_000
const answerIsDueMs = 60_000
const mostPerRun = 50

/** Repeats unanswered refunds by the same key, old ones after a look at the provider's list (N4). */
export const askAgain = async (ctx: PaymentContext, signal: AbortSignal): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('refund')
    .select(['id', 'paymentIntent', 'askedAt'])
    .where('state', '=', 'asked')
    .where('via', '=', 'provider')
    .where('askedAt', '<=', ctx.now() - answerIsDueMs)
    .orderBy('askedAt')
    .orderBy('id')
    .limit(mostPerRun)
    .execute()
  for (const { id, paymentIntent, askedAt } of rows) {
    if (signal.aborted) return
    try {
      if (ctx.now() - askedAt >= keyIsKeptMs) await refreshRefunds(ctx, asker, paymentIntent)
      await askProvider(ctx, asker, id, true)
    } catch (error) {
      ctx.log.warn('a refund could not be asked for again', { refund: id, ...errorFields(error) })
    }
  }
}
