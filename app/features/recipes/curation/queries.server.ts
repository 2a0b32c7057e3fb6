import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { uploadUrl } from '~/features/pictures/rules.ts'
import { sortByKana } from '~/kernel/kana-order.ts'
import type { Curated, CuratedList, EditedItem } from './rules.ts'

/** Which of these uploads keywords and situations show. */
export const uploadsOfCuration: UploadsInUse = async (db, names) => {
  const keywords = await db.selectFrom('popularKeyword').select('image').execute()
  const situations = await db.selectFrom('situationCategory').select('image').execute()
  const shown = new Set([...keywords, ...situations].map(({ image }) => image))
  return names.filter((name) => shown.has(uploadUrl(name)))
}

export const uploadsShownByCuration: UploadsShownBy = async (db, names) =>
  new Map((await uploadsOfCuration(db, names)).map((name) => [name, 'ギャラリーのホーム']))

const curated = (db: Kysely<Schema>, table: 'popularKeyword' | 'situationCategory'): Promise<Curated[]> =>
  db.selectFrom(table).select(['id', 'name', 'image']).orderBy('position').orderBy('id').execute()

export const popularKeywords = (db: Kysely<Schema>): Promise<Curated[]> => curated(db, 'popularKeyword')

export const situationCategories = (db: Kysely<Schema>): Promise<Curated[]> =>
  curated(db, 'situationCategory')

/** For editing; never the built-in list (A23). */
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
