import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { sitemapPaths } from './addresses.ts'
import type { SitemapSource } from './feature.server.ts'
import { missingAmong, pathsInUse, pathsShownBy } from './features/pictures/missing.queries.server.ts'
import { features, uploadsInUse, uploadsShownBy } from './features.server.ts'
import type { PicturesOfBackup } from './server/backup/create-backup.ts'

export const sitemapSources: readonly SitemapSource[] = [
  {
    name: 'pages',
    count: async () => sitemapPaths.length,
    entries: async (_ctx, { from, most }) => sitemapPaths.slice(from, from + most).map((path) => ({ path })),
  },
  ...features.flatMap(({ sitemap = [] }) => sitemap),
]

/** For a transaction that has copied the rows, since texts of the index are not copied. */
export const rebuildSearch = async (trx: Transaction<Schema>): Promise<void> => {
  for (const feature of features) await feature.rebuildSearch?.(trx)
}

export const picturesOfBackup: PicturesOfBackup = {
  missing: (db, paths) => missingAmong(db, uploadsInUse, paths),
  inUse: (db, paths) => pathsInUse(db, uploadsInUse, paths),
  shownBy: (db, paths) => pathsShownBy(db, uploadsShownBy, paths),
}
