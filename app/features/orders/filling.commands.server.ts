import { setImmediate } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { settledId } from '~/server/data-folder/shop-in-database.ts'
import { linesHeld } from '~/server/database/held-lines.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { forgetShopState, shopState } from '~/server/shop-state.ts'
import { orderSearchText } from './list.queries.server.ts'
import { orderOf } from './queries.server.ts'
import { issuerToday } from './rules.ts'

type Orders = ExpressionBuilder<Schema, 'orders'>

const lacksIssuer = (eb: Orders) =>
  eb.and([eb('issuer', 'is', null), eb.or([eb('paidAt', 'is not', null), eb('state', '=', 'needs_review')])])

const lacksText = (eb: Orders) =>
  eb.and([eb('searchText', 'is', null), eb('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])])

/**
 * Orders paid before the issuer was stored get that of the first start, as the former one is unknown (S22). It is kept here before the
 * first page is served, so that `fillOrders` writes the same whenever it comes to an order.
 */
export const keepFormerIssuer = async ({
  db,
  settings,
}: Pick<AppContext, 'db' | 'settings'>): Promise<void> => {
  const lacking = await db.selectFrom('orders').select('id').where(lacksIssuer).limit(1).executeTakeFirst()
  if (lacking !== undefined) await settledId(db, 'former_issuer', JSON.stringify(issuerToday(settings)))
}

/** About 20 ms on SQLite, where pages wait meanwhile. */
const ordersAtOnce = 100

/** Adds what orders of earlier releases lack: issuer (S22) and the text by which the former release finds them (D51); until `signal` fires. */
export const fillOrders = async (ctx: AppContext, signal?: AbortSignal): Promise<void> => {
  // By indexes, so that nothing is read where nothing lacks.
  const formerIssuer = (await shopState(ctx.db, 'former_issuer')) ?? null
  const lacking = await ctx.db.selectFrom('orders').select('id').where(lacksText).limit(1).executeTakeFirst()
  if (lacking === undefined && formerIssuer === null) return
  let last: string | undefined = ''
  while (last !== undefined) {
    if (signal?.aborted) return
    last = await fillAfter(ctx, last, formerIssuer)
    await setImmediate()
  }
  await forgetShopState(ctx.db, 'former_issuer')
}

/** Gives the last id; undefined after the last order. */
const fillAfter = (
  { db, log }: AppContext,
  last: string,
  formerIssuer: string | null,
): Promise<string | undefined> =>
  inTransaction({ db, log }, async (trx) => {
    const rows = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '>', last)
      .where((eb) => eb.or([lacksText(eb), ...(formerIssuer === null ? [] : [lacksIssuer(eb)])]))
      .orderBy('id')
      .limit(ordersAtOnce)
      .execute()
    if (rows.length === 0) return undefined
    const ids = rows.map(({ id }) => id)
    const lines = await linesHeld(trx, ids).execute()
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
    const textOf = new Map(
      rows.map((row) => [row.id, orderSearchText(orderOf(row, linesOf.get(row.id) ?? []))]),
    )
    // One statement, and what an order got meanwhile stays.
    await trx
      .updateTable('orders')
      .set((eb) => ({
        searchText: eb.fn.coalesce('searchText', whichText(eb, textOf)),
        issuer: eb.case().when(lacksIssuer(eb)).then(formerIssuer).else(eb.ref('issuer')).end(),
      }))
      .where('id', 'in', ids)
      .execute()
    return ids.at(-1)
  })

const whichText = (eb: Orders, textOf: ReadonlyMap<string, string>) => {
  const [[firstId, firstText] = ['', ''], ...others] = textOf
  return others
    .reduce((texts, [id, text]) => texts.when(id).then(text), eb.case('id').when(firstId).then(firstText))
    .end()
}
