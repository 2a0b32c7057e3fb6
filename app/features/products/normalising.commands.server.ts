import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { factsToldIn } from './description.rules.ts'
import { indexNumbered } from './indexing.commands.server.ts'
import { isNormalised } from './listed-fabrics.queries.server.ts'
import { normalisedProduct } from './normalised.rules.ts'

/** Some 30 ms on SQLite, which blocks other writers. */
const rowsPerPortion = 100

/** Whether the facts of a row go with another description: the former release wrote this one (D51). */
const hasOtherFacts = sql<boolean>`coalesce(facts_of, '') <> description`

/**
 * Works out what lists and searches compare of products that another release stored, and indexes them (D66), and reads facts that are not stored from
 * the description; returns the number of rows. In portions, each of which may be repeated; until then such a product is worked out when
 * it is read (W35).
 */
export const normaliseProducts = async (
  ctx: Pick<AppContext, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<number> => {
  let [count, after] = [0, '']
  while (signal?.aborted !== true) {
    const rows = await ctx.db
      .selectFrom('product')
      .select(['number', 'type', 'name', 'description', isNormalised.as('isNormalised')])
      .where('number', '>', after)
      .where((eb) => eb.or([eb(isNormalised, '=', 0), hasOtherFacts]))
      .orderBy('number')
      .limit(rowsPerPortion)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) break
    // A text that another process changes meanwhile is not what `readFrom` says, and is read again the next time.
    await inTransaction(ctx, async (trx) => {
      for (const row of rows) {
        const product = trx.updateTable('product').where('number', '=', row.number)
        if (row.isNormalised === 0) await product.set(normalisedProduct(row)).execute()
        await product
          .set({ ...factsToldIn(row), factsOf: row.description })
          .where(hasOtherFacts)
          .execute()
      }
      // The folding of the former release may be another one. Rows that lack facts alone, as all do at the first start, are found as they are.
      const others = rows.flatMap(({ number, isNormalised }) => (isNormalised === 0 ? number : []))
      if (others.length > 0) await indexNumbered(trx, others)
    })
    count += rows.length
    after = last.number
    await setImmediate()
  }
  return count
}

const minute = 60_000

/** What a process of the former release stores beside this one (D51). */
export const normaliseProductsJob = (ctx: Pick<AppContext, 'db' | 'log'>): Job => ({
  name: 'normalise products',
  everyMs: 10 * minute,
  firstAfterMs: minute,
  limitMs: minute,
  run: async (signal) => {
    await normaliseProducts(ctx, signal)
  },
})
