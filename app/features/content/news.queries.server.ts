import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type NewsItem, sortedNews } from './news.rules.ts'

/** The newest `limit` notices, newest first (S:L163, P15). */
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
