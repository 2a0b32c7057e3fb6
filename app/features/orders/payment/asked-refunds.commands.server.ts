import type { Transaction } from 'kysely'
import type { RefundTable, Schema } from '#db/schema.ts'
import { changeOrder, noteEvent } from '~/features/orders/commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { yen } from '~/kernel/money.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { PaymentContext } from './commands.server.ts'
import { lockedPayment } from './kept-payments.commands.server.ts'
import { refundMail } from './mails.rules.ts'
import { recordRefunds, refreshRefunds } from './refunds.commands.server.ts'
import type { RefundPart } from './types.ts'

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
