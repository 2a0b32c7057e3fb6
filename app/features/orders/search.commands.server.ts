import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { foldedAs } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { heldLines } from '~/server/database/held-lines.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { type FoldAgain, readAgainJob } from '~/server/search/fold-again.ts'
import { furtherParcels, orderOf } from './queries.server.ts'
import { type OrderSearch, orderSearchOf, ordersReadAs } from './search.rules.ts'

/** Of orders that were paid or may be; at most one chunk. */
const readSearches = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<(OrderSearch & { readonly orderId: string })[]> => {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', orderIds)
    .where('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])
    .orderBy('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const lines = await db
    .selectFrom(heldLines.as('orderLine'))
    .leftJoin('product', 'product.number', 'orderLine.number')
    .selectAll('orderLine')
    .select('product.reading')
    .where('orderId', 'in', ids)
    .where('orderLine.quantity', '>', 0)
    .orderBy('orderLine.position')
    .execute()
  const notes = await db
    .selectFrom('orderNote')
    .select(['orderId', 'text'])
    .where('orderId', 'in', ids)
    .orderBy('writtenAt')
    .orderBy('id')
    .execute()
  const further = await furtherParcels(db, ids)
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const notesOf = Map.groupBy(notes, ({ orderId }) => orderId)
  return orders.map((row) => {
    const own = linesOf.get(row.id) ?? []
    const readings = own.flatMap(({ reading }) => reading ?? [])
    const texts = (notesOf.get(row.id) ?? []).map(({ text }) => text)
    return { orderId: row.id, ...orderSearchOf(orderOf(row, own, further.get(row.id)), readings, texts) }
  })
}

const put = async (
  trx: AppTransaction,
  rows: readonly (OrderSearch & { readonly orderId: string })[],
): Promise<void> => {
  if (rows.length === 0) return
  await trx
    .insertInto('orderSearch')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        place: eb.ref('excluded.place'),
        email: eb.ref('excluded.email'),
      })),
    )
    .execute()
}

/** Writes what this order is found by from now on (N11), in the transaction that changed it. */
export const putOrderSearch = async (trx: AppTransaction, orderId: string): Promise<void> =>
  put(trx, await readSearches(trx, [orderId]))

/** About 20 ms on SQLite, where pages wait meanwhile. */
const ordersAtOnce = 100

/** Writes only what is not as it would be written now. */
export const readOrdersAgain: FoldAgain = async (ctx, signal) => {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    after = await inTransaction(ctx, (trx) => readAfter(trx, after ?? ''))
    await setImmediate()
  }
}

/** Gives the last id; undefined after the last order. Holds the orders' rows, as everybody does who changes one. */
const readAfter = async (trx: AppTransaction, after: string): Promise<string | undefined> => {
  const locked = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(ordersAtOnce)
    .$call(forUpdate(trx))
    .execute()
  const ids = locked.map(({ id }) => id)
  if (ids.length === 0) return undefined
  const stored = await trx.selectFrom('orderSearch').selectAll().where('orderId', 'in', ids).execute()
  const storedOf = new Map(stored.map((row) => [row.orderId, row]))
  const changed = (await readSearches(trx, ids)).filter(
    (row) => !isDeepStrictEqual(storedOf.get(row.orderId), row),
  )
  await put(trx, changed)
  return ids.at(-1)
}

/** Reads all orders anew once for each way to read them, and what the former release wrote meanwhile (D51). */
export const readOrdersJob = (ctx: Pick<AppContext, 'db' | 'log' | 'now'>): Job =>
  readAgainJob(
    ctx,
    { name: 'read orders for the search', key: 'orders_read_as', as: `${foldedAs}-${ordersReadAs}` },
    [readOrdersAgain],
  )
