import type { Insertable } from 'kysely'
import type { LinkItemTable, NewsTable } from '#db/schema.ts'
import { parseDate } from '~/kernel/dates.ts'
import { ok } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { type ListPut, type ListToPut, ownerList, putList } from '~/server/table-file/owner-list.ts'
import { linkColumns, linkRow, newsColumns, newsRow } from './form.server.ts'
import { type LinkItem, type NewsItem, sortNumber } from './rules.ts'

const rowOfNews = (item: NewsItem, source: NewsTable['source']): Insertable<NewsTable> => ({
  ...item,
  sortAt: sortNumber(item.date),
  source,
})

const rowOfLink = (
  item: LinkItem,
  position: number,
  source: LinkItemTable['source'],
): Insertable<LinkItemTable> => ({
  ...item,
  position,
  source,
})

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

/** Overwrites those with the same id; all or nothing. */
export const putNews = (ctx: AppContext, news: ListToPut<NewsItem>): Promise<ListPut> =>
  inTransaction(ctx, (trx) =>
    putList(news, {
      storedIds: async () => idsOf(await trx.selectFrom('news').select('id').execute()),
      remove: async (ids) => {
        for (const some of inChunks(ids)) await trx.deleteFrom('news').where('id', 'in', some).execute()
      },
      write: async (items) => {
        for (const item of items) {
          const row = { ...rowOfNews(item, 'own'), updatedAt: ctx.now() }
          await trx
            .insertInto('news')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
            .execute()
        }
      },
    }),
  )

/** In the given order; otherwise like `putNews`. */
export const putLinks = (ctx: AppContext, links: ListToPut<LinkItem>): Promise<ListPut> =>
  inTransaction(ctx, (trx) =>
    putList(links, {
      storedIds: async () => idsOf(await trx.selectFrom('linkItem').select('id').execute()),
      remove: async (ids) => {
        for (const some of inChunks(ids)) await trx.deleteFrom('linkItem').where('id', 'in', some).execute()
      },
      write: async (items) => {
        for (const [position, item] of items.entries()) {
          const row = { ...rowOfLink(item, position, 'own'), updatedAt: ctx.now() }
          await trx
            .insertInto('linkItem')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
            .execute()
        }
      },
    }),
  )

export const newsList = ownerList({
  name: 'お知らせ',
  columns: newsColumns,
  row: newsRow,
  put: async (ctx, news) => ok(await putNews(ctx, news)),
  remark: ({ date }) =>
    parseDate(date) === null
      ? `日付「${date}」は読み取れないため、そのまま表示し、いちばん後ろに並べます。`
      : null,
})

export const linkList = ownerList({
  name: 'コラボ',
  columns: linkColumns,
  row: linkRow,
  put: async (ctx, links) => ok(await putLinks(ctx, links)),
  picture: ({ id, title, imageUrl }) => ({ id, title, address: imageUrl }),
})

/** Adds what is missing; repeatable. */
export const seedDemoLists = async (
  { db }: AppContext,
  { news, links }: { readonly news: readonly NewsItem[]; readonly links: readonly LinkItem[] },
): Promise<void> => {
  await db
    .insertInto('news')
    .values(news.map((item) => rowOfNews(item, 'demo')))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db
    .insertInto('linkItem')
    .values(links.map((item, position) => rowOfLink(item, position, 'demo')))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export const removeDemoLists = async ({ db }: AppContext): Promise<void> => {
  await db.deleteFrom('news').where('source', '=', 'demo').execute()
  await db.deleteFrom('linkItem').where('source', '=', 'demo').execute()
}

/** Imports what is not there yet; gives how many are new. */
export const putFormerLists = async (
  trx: AppTransaction,
  { news, links }: { readonly news: readonly NewsItem[]; readonly links: readonly LinkItem[] },
): Promise<number> => {
  let added = 0n
  for (const item of news) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('news')
      .values(rowOfNews(item, 'own'))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    added += numInsertedOrUpdatedRows
  }
  for (const [position, item] of links.entries()) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('linkItem')
      .values(rowOfLink(item, position, 'own'))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    added += numInsertedOrUpdatedRows
  }
  return Number(added)
}
