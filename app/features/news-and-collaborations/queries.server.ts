import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { CuratedList, EditedItem } from '~/features/curation/curation.rules.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { uploadUrl } from '~/features/pictures/rules.ts'
import { withOwnPictures } from '~/features/pictures/sources.queries.server.ts'
import type { ProductPicture } from '~/features/pictures/types.ts'
import { sortByKana } from '~/kernel/kana-order.ts'
import { type Curated, type NewsItem, type ShownLink, shownLink, sortedNews } from './rules.ts'

/** Newest first (P15). */
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

export const collaborations = async (db: Kysely<Schema>): Promise<ShownLink[]> => {
  const rows = await db
    .selectFrom('linkItem')
    .select(['id', 'title', 'price', 'imageUrl', 'applyUrl', 'influencerUrl'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return withOwnPictures(db, rows.map(shownLink))
}

/** The pictures of collaborations, in their order. */
export const collaborationPictures = async (db: Kysely<Schema>): Promise<ProductPicture[]> => {
  const rows = await db
    .selectFrom('linkItem')
    .select(['title', 'imageUrl'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ title, imageUrl }) => ({ address: imageUrl, shownBy: `コラボ商品「${title}」` }))
}

/** Which of these uploads keywords, situations and collaborations show. */
export const uploadsOfContent: UploadsInUse = async (db, names) => {
  const keywords = await db.selectFrom('popularKeyword').select('image').execute()
  const situations = await db.selectFrom('situationCategory').select('image').execute()
  const links = await db.selectFrom('linkItem').select('imageUrl as image').execute()
  const shown = new Set([...keywords, ...situations, ...links].map(({ image }) => image))
  return names.filter((name) => shown.has(uploadUrl(name)))
}

const curated = (db: Kysely<Schema>, table: 'popularKeyword' | 'situationCategory'): Promise<Curated[]> =>
  db.selectFrom(table).select(['id', 'name', 'image']).orderBy('position').orderBy('id').execute()

/** In the order of the gallery's home. */
export const popularKeywords = (db: Kysely<Schema>): Promise<Curated[]> => curated(db, 'popularKeyword')

export const situationCategories = (db: Kysely<Schema>): Promise<Curated[]> =>
  curated(db, 'situationCategory')

/** A curated list as an admin edits it, never the built-in one (A23). */
export const editedItems = async (db: Kysely<Schema>, list: CuratedList): Promise<EditedItem[]> => {
  const rows = await db
    .selectFrom(list === 'keywords' ? 'popularKeyword' : 'situationCategory')
    .select(['id', 'name', 'image', 'updatedAt'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const tags =
    list === 'keywords' ? [] : await db.selectFrom('situationTag').select(['situationId', 'label']).execute()
  const labelsOf = Map.groupBy(tags, ({ situationId }) => situationId)
  return rows.map((row, at) => ({
    ...row,
    place: at + 1,
    tags: sortByKana(
      (labelsOf.get(row.id) ?? []).map(({ label }) => label),
      (label) => label,
    ),
  }))
}
