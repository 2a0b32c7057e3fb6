import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { filesOf, uploadNameOf, uploadUrlsIn } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'

/** A draft on a member's device refers to its pictures, and no row of ours does. */
const keptWithoutUseMs = 7 * 86_400_000

/**
 * Removes uploads that nothing refers to and that nobody has put or used for a week; `textsWithUploads` gives all texts that may
 * refer to one. Each is marked with the time 0 first, which stops whoever is about to use or to put it. Harmless when repeated,
 * and after a crash the next run goes on. Gives how many went.
 */
export const collectUploads = async (
  { db, now, uploadFiles }: Pick<AppContext, 'db' | 'now' | 'uploadFiles'>,
  textsWithUploads: (db: Kysely<Schema>) => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<number> => {
  const before = now() - keptWithoutUseMs
  const old = await db
    .selectFrom('upload')
    .where('lastPutAt', '<', before)
    .select(['name', 'width', 'lastPutAt'])
    .execute()
  if (old.length === 0) return 0
  // Read after the list above: what was used meanwhile is no longer older than `before`.
  const used = new Set((await textsWithUploads(db)).flatMap(uploadUrlsIn).map(uploadNameOf))
  let removed = 0
  for (const upload of old) {
    if (signal.aborted) break
    if (upload.lastPutAt > 0 && used.has(upload.name)) continue
    const { numUpdatedRows } = await db
      .updateTable('upload')
      .set({ lastPutAt: 0 })
      .where('name', '=', upload.name)
      .where('lastPutAt', '<', before)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    for (const file of [...filesOf(upload), shareCardName(upload.name)]) await uploadFiles.remove(file)
    await db.deleteFrom('upload').where('name', '=', upload.name).where('lastPutAt', '=', 0).execute()
    removed += 1
  }
  return removed
}
