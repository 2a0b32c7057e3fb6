import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import { paymentsOfOrder } from '~/features/orders/payment/queries.server.ts'
import { storedRefundParts } from '~/features/orders/refund/queries.server.ts'
import { hasReceipts } from '~/features/orders/rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { firstCharacters } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Log } from '~/server/log.ts'
import { documentHtml } from './document.rules.ts'
import { documentFacts, statedRefunds } from './facts.rules.ts'
import {
  type IssuedReceipt,
  longestNameLine,
  mostRevisions,
  nameLineTyped,
  type ReceiptSheet,
  receiptHindrance,
  sampleNumber,
} from './rules.ts'

type Db = Kysely<Schema>

/** Issued documents of an order, oldest first. */
export const receiptsOfOrder = (db: Db, orderId: string): Promise<IssuedReceipt[]> =>
  db
    .selectFrom('receipt')
    .select(['number', 'revision', 'kind', 'refundId', 'nameLine', 'issuedAt', 'issuedBy', 'printedAt'])
    .where('orderId', '=', orderId)
    .orderBy('number')
    .orderBy('revision')
    .execute()

/** The name line that a field begins with: that of the last receipt, else the buyer's name. */
export const nameLineOf = (issued: readonly IssuedReceipt[], order: Pick<Order, 'customer'>): string => {
  const last = issued.findLast(({ kind }) => kind === 'receipt')
  if (last !== undefined) return last.nameLine
  const buyer = nameLineTyped(firstCharacters(order.customer.name ?? '', longestNameLine))
  return buyer.ok ? buyer.value : ''
}

/** What the page of an order's receipts shows; undefined for an order that has no such page (M19). */
export const receiptSheet = async (db: Db, order: Order): Promise<ReceiptSheet | undefined> => {
  if (!hasReceipts(order)) return undefined
  const [issued, money, payments] = await Promise.all([
    receiptsOfOrder(db, order.id),
    moneyOfOrder(db, order.id),
    paymentsOfOrder(db, order.id),
  ])
  const receipts = issued.filter(({ kind }) => kind === 'receipt')
  return {
    number: order.number,
    version: order.version,
    issued,
    receipts,
    refunds: statedRefunds(payments).map(({ id, amount, at }) => ({
      id,
      amount,
      at,
      issued: issued.filter(({ refundId }) => refundId === id),
    })),
    hindrance: receiptHindrance(order, money) ?? null,
    mayRevise: receipts.length < mostRevisions,
    nameLine: nameLineOf(issued, order),
  }
}

/** How the receipt of a practice order would look (M48): stored nowhere, without a number, and marked as no receipt. Undefined for any other order, and one that is not paid. */
export const sampleReceipt = async (
  db: Db,
  order: Order,
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
): Promise<string | undefined> => {
  if (!order.practice || order.state !== 'paid') return undefined
  const refunds = statedRefunds(await paymentsOfOrder(db, order.id))
  const ids = refunds.map(({ id }) => id)
  const facts = documentFacts(order, refunds, await storedRefundParts(db, ids), settings, {
    kind: 'receipt',
    number: sampleNumber,
    revision: 1,
    nameLine: nameLineOf([], order),
    issuedAt: now(),
  })
  return facts === null ? undefined : documentHtml(facts)
}

/** In hex, of the bytes as they are sent. */
export const documentHash = (html: string): string => createHash('sha256').update(html, 'utf8').digest('hex')

export interface StoredDocument {
  readonly html: string
  readonly printedAt: number | null
}

/**
 * The bytes of an issued document of this order; undefined where it has none. Throws, and tells of it, where they are not those that were
 * stored (M23): a changed receipt is shown to nobody.
 */
export const storedDocument = async (
  { db, log }: { readonly db: Db; readonly log: Log },
  orderId: string,
  { number, revision }: Pick<IssuedReceipt, 'number' | 'revision'>,
): Promise<StoredDocument | undefined> => {
  const row = await db
    .selectFrom('receipt')
    .select(['html', 'sha256', 'printedAt'])
    .where('number', '=', number)
    .where('revision', '=', revision)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { html, sha256, printedAt } = row
  if (documentHash(html) !== sha256) {
    log.error('a receipt is not what was stored', { receipt: `${number}-${revision}`, alarm: true })
    throw new Error('a receipt is not what was stored')
  }
  return { html, printedAt }
}
