import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { type ProductPicture, uploadUrl } from '~/features/pictures/rules.ts'
import { withOwnPictures } from '~/features/pictures/sources.queries.server.ts'
import { machineDate } from '~/kernel/dates.ts'
import { type NewsItem, type ShownLink, shownLink, sortedNews } from './rules.ts'

const isShownOn = (now: number) => (eb: ExpressionBuilder<Schema, 'news' | 'linkItem'>) => {
  const today = machineDate(now) ?? ''
  return eb.and([
    eb.or([eb('fromDay', 'is', null), eb('fromDay', '<=', today)]),
    eb.or([eb('toDay', 'is', null), eb('toDay', '>=', today)]),
  ])
}

/** Shown on the day of `now` (epoch ms), newest first (P15, N51). */
export const newestNews = async (db: Kysely<Schema>, limit: number, now: number): Promise<NewsItem[]> => {
  const rows = await db
    .selectFrom('news')
    .select(['id', 'date', 'title', 'content'])
    .where(isShownOn(now))
    .orderBy('sortAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return sortedNews(rows)
}

/** Shown on the day of `now` (epoch ms), in the owner's order (N51). */
export const collaborations = async (db: Kysely<Schema>, now: number): Promise<ShownLink[]> => {
  const rows = await db
    .selectFrom('linkItem')
    .select(['id', 'title', 'price', 'imageUrl', 'applyUrl', 'influencerUrl'])
    .where(isShownOn(now))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return withOwnPictures(db, rows.map(shownLink))
}

export const collaborationPictures = async (db: Kysely<Schema>): Promise<ProductPicture[]> => {
  const rows = await db
    .selectFrom('linkItem')
    .select(['title', 'imageUrl'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ title, imageUrl }) => ({ address: imageUrl, shownBy: `コラボ商品「${title}」` }))
}

export const uploadsShownByCollaborations: UploadsShownBy = async (db, names) => {
  const shownBy = new Map(
    (await collaborationPictures(db)).map((each) => [each.address, each.shownBy] as const),
  )
  return new Map(names.flatMap((name) => withText(name, shownBy.get(uploadUrl(name)))))
}

const withText = (name: string, text: string | undefined) =>
  text === undefined ? [] : [[name, text] as const]

export const uploadsOfCollaborations: UploadsInUse = async (db, names) => {
  const links = await db.selectFrom('linkItem').select('imageUrl as image').execute()
  const shown = new Set(links.map(({ image }) => image))
  return names.filter((name) => shown.has(uploadUrl(name)))
}
