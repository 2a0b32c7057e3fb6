import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type ShownLink, shownLink } from './links.rules.ts'

/** Every collaboration, in the order of its list. */
export const collaborations = async (db: Kysely<Schema>): Promise<ShownLink[]> => {
  const rows = await db.selectFrom('linkItem').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) =>
    shownLink({
      id: row.id,
      title: row.title,
      price: row.price,
      imageUrl: row.imageUrl,
      applyUrl: row.applyUrl,
      influencerUrl: row.influencerUrl,
    }),
  )
}
