import { noteEvent } from '~/features/orders/commands.server.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { lockedOrderBy, orderByToken } from '~/features/orders/queries.server.ts'
import { storedRefundParts } from '~/features/orders/refund/queries.server.ts'
import { hasReceipts } from '~/features/orders/rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { type Actor, actorName, type Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type CallLimits, waitBeforeCostlyCall } from '~/server/call-limits.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { documentHtml } from './document.rules.ts'
import { documentFacts, statedRefunds } from './facts.rules.ts'
import { documentHash, receiptsOfOrder } from './queries.server.ts'
import {
  documentName,
  type IssuedReceipt,
  mostRevisions,
  nameLineTyped,
  type ReceiptKind,
  receiptHindrance,
  type WantedReceipt,
} from './rules.ts'
import type { ReceiptRefusal } from './texts.ts'

/** Of all presses of 発行する and 印刷 from outside. */
const limits: CallLimits = {
  name: 'receipt',
  spanMs: 3_600_000,
  perClient: 60,
  perNetwork: 300,
  together: 3_000,
}

/** The number after the last one (M24): of two transactions the second waits, and one that is undone takes none. */
const nextNumber = async (trx: AppTransaction): Promise<number> => {
  const { lastNumber } = await trx
    .insertInto('receiptCounter')
    .values({ id: 1, lastNumber: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ lastNumber: eb('receiptCounter.lastNumber', '+', 1) })),
    )
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  return lastNumber
}

export type IssuedNow = Pick<IssuedReceipt, 'number' | 'revision' | 'kind'>

/**
 * Issues a document of an order whose row the caller has locked (M19, M20). One that was issued with the same name line is given again, and
 * takes no number; another name line is the next revision of the same number.
 */
export const issueDocument = async (
  trx: AppTransaction,
  ctx: Pick<AppContext, 'now' | 'newId' | 'settings'>,
  actor: Actor,
  order: Order,
  wanted: WantedReceipt,
): Promise<Result<IssuedNow, ReceiptRefusal>> => {
  const nameLine = nameLineTyped(wanted.nameLine)
  if (!nameLine.ok) return nameLine
  const { refundId } = wanted
  const kind = refundId === '' ? 'receipt' : 'refund_note'
  const hindrance =
    kind === 'receipt'
      ? receiptHindrance(order, await moneyOfOrder(trx, order.id))
      : hasReceipts(order)
        ? undefined
        : 'unpaid'
  const issued = (await receiptsOfOrder(trx, order.id)).filter((each) => each.refundId === refundId)
  const last = issued.at(-1)
  if (last?.nameLine === nameLine.value) return ok(last)
  if (hindrance !== undefined) return refused(hindrance)
  const stated = statedRefunds(await paymentsOfOrder(trx, order.id))
  const refunds = kind === 'receipt' ? stated : stated.filter(({ id }) => id === refundId)
  if (kind === 'refund_note' && refunds.length === 0) return refused('no-refund')
  if (issued.length >= mostRevisions) return refused('too-many')
  const parts = await storedRefundParts(
    trx,
    refunds.map(({ id }) => id),
  )
  const receipt = {
    kind,
    number: last?.number ?? (await nextNumber(trx)),
    revision: (last?.revision ?? 0) + 1,
    nameLine: nameLine.value,
    issuedAt: ctx.now(),
  } as const
  const facts = documentFacts(order, refunds, parts, ctx.settings, receipt)
  if (facts === null) return refused('unpaid')
  const html = documentHtml(facts)
  await trx
    .insertInto('receipt')
    .values({
      ...receipt,
      orderId: order.id,
      refundId,
      issuedBy: actorName(actor),
      html,
      sha256: documentHash(html),
      printedAt: null,
    })
    .execute()
  await noteEvent(trx, ctx, actor, order.id, 'receipt issued', documentName(receipt))
  return ok(receipt)
}

const waitOf = (ctx: AppContext, actor: Requester) =>
  waitBeforeCostlyCall(ctx, ctx.now(), limits, actor.address)

/** Issues a document for whoever has the order's link (S23), within the limits of caller and shop (S17). */
export const issueReceipt = async (
  ctx: AppContext,
  actor: Requester,
  { token, ...wanted }: WantedReceipt & { readonly token: string },
): Promise<Result<IssuedNow, ReceiptRefusal | 'busy'>> => {
  const found = await orderByToken(ctx.db, token)
  if (found === undefined) return refused('not-found')
  if ((await waitOf(ctx, actor)) > 0) return refused('busy')
  return inTransaction(ctx, async (trx) => {
    const order = await lockedOrderBy(trx, 'id', found.id)
    return order === undefined ? refused('not-found') : issueDocument(trx, ctx, actor, order, wanted)
  })
}

type DocumentPlace = Pick<IssuedReceipt, 'number' | 'revision'>

/** Notes that a document of this order is opened to be printed, and whether it is the first time; undefined where the order has no such document. */
export const notePrinting = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  orderId: string,
  { number, revision }: DocumentPlace,
): Promise<{ readonly kind: ReceiptKind; readonly isFirst: boolean } | undefined> => {
  const row = await trx
    .selectFrom('receipt')
    .select('kind')
    .where('number', '=', number)
    .where('revision', '=', revision)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { numUpdatedRows } = await trx
    .updateTable('receipt')
    .set({ printedAt: now() })
    .where('number', '=', number)
    .where('revision', '=', revision)
    .where('printedAt', 'is', null)
    .executeTakeFirst()
  return { kind: row.kind, isFirst: numUpdatedRows > 0n }
}

/** Notes that whoever has the order's link opens a document to print it; later prints than the first are copies (M23). */
export const printReceipt = async (
  ctx: AppContext,
  actor: Requester,
  { token, ...place }: DocumentPlace & { readonly token: string },
): Promise<Result<{ readonly isFirst: boolean }, 'not-found' | 'busy'>> => {
  const order = await orderByToken(ctx.db, token)
  if (order === undefined) return refused('not-found')
  if ((await waitOf(ctx, actor)) > 0) return refused('busy')
  return inTransaction(ctx, async (trx) => {
    const noted = await notePrinting(trx, ctx, order.id, place)
    return noted === undefined ? refused('not-found') : ok({ isFirst: noted.isFirst })
  })
}
