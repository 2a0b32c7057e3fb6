import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type NewsItem, type ShownLink, shownLink, sortedNews } from './rules.ts'

/** The newest `limit` notices, newest first (P15). */
export const newestNews = async (db: Kysely<Schema>, limit: number): Promise<NewsItem[]> => {
  const rows = await db
    .selectFrom('news')
    .select(['id', 'date', 'title', 'content'])
    .orderBy('sortAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return sortedNews(rows)
}

/** Every collaboration, in the order of its list. */
export const collaborations = async (db: Kysely<Schema>): Promise<ShownLink[]> => {
  const rows = await db
    .selectFrom('linkItem')
    .select(['id', 'title', 'price', 'imageUrl', 'applyUrl', 'influencerUrl'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(shownLink)
}
