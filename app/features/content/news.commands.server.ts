import type { Transaction } from 'kysely'
import type { NewsTable, Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { CommandContext } from '~/server/context.ts'
import { type NewsItem, sortNumber } from './news.rules.ts'

/** How many notices were written and how many taken away. */
export interface NewsWritten {
  readonly written: number
  readonly removed: number
}

/**
 * Writes notices; those with the same id are overwritten. With `replace`, every other notice goes. All of it or nothing.
 */
export const putNews = (
  { db }: CommandContext,
  _actor: Actor,
  { items, replace }: { readonly items: readonly NewsItem[]; readonly replace: boolean },
): Promise<NewsWritten> =>
  db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('news').select('id').execute()
    const kept = new Set(items.map(({ id }) => id))
    const gone = replace ? before.filter(({ id }) => !kept.has(id)) : []
    for (const { id } of gone) await trx.deleteFrom('news').where('id', '=', id).execute()
    for (const item of items) await put(trx, item)
    return { written: items.length, removed: gone.length }
  })

const rowOf = ({ id, date, title, content }: NewsItem, source: NewsTable['source']): NewsTable => ({
  id,
  date,
  title,
  content,
  sortAt: sortNumber(date),
  source,
})

const put = async (trx: Transaction<Schema>, item: NewsItem) => {
  const { id, ...values } = rowOf(item, 'own')
  await trx
    .insertInto('news')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Puts the demo's notices where they are missing; what is there is left alone, so this may run at each start. */
export const seedDemoNews = async (
  { db }: CommandContext,
  _actor: Actor,
  news: readonly NewsItem[],
): Promise<void> => {
  if (news.length === 0) return
  await db
    .insertInto('news')
    .values(news.map((item) => rowOf(item, 'demo')))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Takes the demo's notices away, when a demo ends. */
export const removeDemoNews = async ({ db }: CommandContext, _actor: Actor): Promise<void> => {
  await db.deleteFrom('news').where('source', '=', 'demo').execute()
}
